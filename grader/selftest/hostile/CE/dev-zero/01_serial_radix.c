// Includes a device that never ends.
#include "/dev/zero"
