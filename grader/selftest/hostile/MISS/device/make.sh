mknod 01_serial_radix.c c 1 5 || mkfifo 01_serial_radix.c
