// Includes itself.
#include __FILE__
//> honest
