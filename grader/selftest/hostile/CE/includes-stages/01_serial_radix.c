// Includes labs/01_serial_radix/stages.c, from wherever it is compiled.
#include "labs/01_serial_radix/stages.c"
