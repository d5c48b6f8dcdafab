// Includes solutions/01_serial_radix.c, from wherever it is compiled.
#include "solutions/01_serial_radix.c"
