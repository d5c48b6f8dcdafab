truncate -s 10G 01_serial_radix.c
