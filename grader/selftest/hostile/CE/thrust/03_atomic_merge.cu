// Thrust sorts.
#include <thrust/sort.h>
//> honest
