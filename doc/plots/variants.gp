# gnuplot variants.gp: the figures of ../performance.md

set terminal svg size 640,360 font "sans,12"
set output "variants.svg"
set style data histograms
set style fill solid 0.8
set boxwidth 0.8
set ylabel "sweep at n = 256, ms"
set yrange [0:36]
set xtics rotate by -25
set grid ytics
set key off

$times << END
"plain"                32.0
"chains"               30.1
"eigenbasis residual"  28.5
"merged"               26.4
"symmetry"             26.2
"library"              25.8
"traffic"              25.6
"library, two colours" 16.5
"traffic, two colours" 13.4
END

plot $times using 2:xtic(1)
