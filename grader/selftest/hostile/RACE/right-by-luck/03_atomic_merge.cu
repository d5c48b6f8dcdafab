// A race whose answers are right: the checkers see it.


//> honest choose_head

//> with race.cu
