// CUB sorts.
#include <cub/cub.cuh>
//> honest
