head -c 67108864 /dev/zero >01_serial_radix.c
