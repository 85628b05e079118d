# gnuplot solve.gp: the figures of ../performance.md

set terminal svg size 640,360 font "sans,12"
set output "solve.svg"
set logscale xy
set xlabel "unknowns"
set ylabel "unknowns per second, four cycles to 1e-9"
set format x "10^{%L}"
set format y "10^{%L}"
set key bottom right
set grid

$h200 << END
15625     3.3e7
117649    2.5e8
912673    8.6e8
7189057   1.13e9
57066625  1.38e9
454756609 1.45e9
END
$xeon << END
117649   5.42e6
912673   4.68e6
7189057  3.89e6
57066625 3.44e6
END
$chebyshev << END
15625   9.4e5
117649  8.8e5
912673  7.9e5
7189057 6.4e5
END

plot $h200 with linespoints pt 7 title "one H200", \
     $xeon with linespoints pt 5 title "one core of a Xeon", \
     $chebyshev with linespoints pt 9 \
       title "deal.II, Chebyshev: one core of an EPYC, last a Xeon"
