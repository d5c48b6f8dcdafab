awk 'BEGIN { srand(1); for (i = 0; i < 200000; i++) printf "%c", int(rand() * 255) + 1 }' >01_serial_radix.c
