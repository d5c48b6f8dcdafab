// The same by a directive of C23.
//> honest
const unsigned char taken[] = {
#embed "../../../other/01_serial_radix.c"
};
