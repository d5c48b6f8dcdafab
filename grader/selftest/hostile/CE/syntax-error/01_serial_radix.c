// A plain syntax error.
#include "serial_radix.h"
int x = ;
