// Includes ../../../other/01_serial_radix.c, from wherever it is compiled.
#include "../../../other/01_serial_radix.c"
