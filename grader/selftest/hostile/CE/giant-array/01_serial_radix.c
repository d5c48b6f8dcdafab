// An array that would make an object file of 20 GB.
//> honest
char room[20000000000] = {1};
