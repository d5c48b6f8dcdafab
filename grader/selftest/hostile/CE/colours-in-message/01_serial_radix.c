// The message of the compiler holds colours, other directions of writing and bytes that are no UTF-8.
#include "serial_radix.h"
#error "[2J]0;owned â€® Ã( ÿ  100 of 100"
