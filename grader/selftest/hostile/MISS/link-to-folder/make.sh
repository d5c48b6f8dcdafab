mkdir ../other/sub && cp "$KIT/solutions/01_serial_radix.c" ../other/sub/serial_radix.c
ln -s ../other/sub 01_serial_radix
