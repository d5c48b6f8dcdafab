// A main of its own, in place of the grader's.
//> honest
int main(void) {
    return 0;
}
