// Includes grader/grade/judge/child.c, from wherever it is compiled.
#include "grader/grade/judge/child.c"
