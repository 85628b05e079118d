#!/bin/bash
# Makes PNG pictures from the gnuplot data that the tutorials wrote.
#
#   contrib/utilities/plot.sh RESULTS_DIRECTORY
set -euo pipefail
[ $# = 1 ] && [ -d "$1" ] || { echo "usage: $0 RESULTS_DIRECTORY" >&2; exit 2; }
command -v gnuplot > /dev/null || { echo "$0: gnuplot was not found; install gnuplot-nox." >&2; exit 1; }
cd "$1"

style="set pm3d depthorder; set palette rgb 33,13,10; unset key"
plot() { # data file, picture, size in pixels, gnuplot commands
  [ -f "$1" ] || { echo "plot.sh: $PWD/$1 is missing; run the tutorial first." >&2; exit 1; }
  gnuplot -e "set terminal pngcairo size $3 font 'sans,11'; set output '$2'; $style; $4"
  echo "$PWD/$2"
}

plot step-1-slice.gpl step-1.png 800,560 \
  "set title 'step-1: solution of the Poisson problem at z = 1/2'; set xlabel 'x'; set ylabel 'y'; set view 55,30; splot 'step-1-slice.gpl' using 1:2:3 with pm3d"
plot step-2-surface.gpl step-2.png 800,400 \
  "set title 'step-2: deformed beam, coloured by |u|' offset 0,-1; set xlabel 'x'; set ylabel 'y' offset 2; set zlabel 'z'; set ytics 1; set view equal xyz; set view 70,20,1.7; set xyplane relative 0.05; set colorbox user origin 0.88,0.25 size 0.02,0.5; splot 'step-2-surface.gpl' using 1:2:3:4 with pm3d"
