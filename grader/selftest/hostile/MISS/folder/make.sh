mkdir 01_serial_radix.c
