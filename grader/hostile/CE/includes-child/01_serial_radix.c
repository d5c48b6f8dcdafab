// Includes grader/judge/child.c, from wherever it is compiled.
#include "grader/judge/child.c"
