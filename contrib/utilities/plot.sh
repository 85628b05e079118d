#!/bin/bash
# Makes PNG pictures from the gnuplot data that the tutorials wrote.
#
#   contrib/utilities/plot.sh RESULTS_DIRECTORY
set -euo pipefail
[ $# = 1 ] && [ -d "$1" ] || { echo "usage: $0 RESULTS_DIRECTORY" >&2; exit 2; }
command -v gnuplot > /dev/null || { echo "$0: gnuplot was not found; install gnuplot-nox." >&2; exit 1; }
cd "$1"

style="set terminal pngcairo size 900,620 font 'sans,11'; set pm3d depthorder; set palette rgb 33,13,10; unset key"
plot() { # data file, picture, gnuplot commands
  [ -f "$1" ] || { echo "plot.sh: $PWD/$1 is missing; run the tutorial first." >&2; exit 1; }
  gnuplot -e "$style; set output '$2'; $3"
  echo "$PWD/$2"
}

plot step-1-slice.gpl step-1.png \
  "set title 'step-1: solution of the Poisson problem at z = 1/2'; set xlabel 'x'; set ylabel 'y'; set hidden3d; set view 55,30; splot 'step-1-slice.gpl' using 1:2:3 with pm3d"
plot step-2-surface.gpl step-2.png \
  "set title 'step-2: deformed beam, coloured by |u|'; set xlabel 'x'; set ylabel 'y'; set zlabel 'z'; set view equal xyz; set view 70,20; set xyplane relative 0.05; splot 'step-2-surface.gpl' using 1:2:3:4 with pm3d"
