# Stands for an installed deal.II that is too old; see ../CMakeLists.txt.
