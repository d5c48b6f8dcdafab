head -c 200000 /bin/sh >01_serial_radix.c
