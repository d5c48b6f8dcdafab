/**
 * @file
 * @brief Writes a class run's grades into a gradebook of an LMS: gradebook FILE OUT [COLUMN].
 *
 * Ends with 1 where a grade found no place in it.
 */
#include "grader/class/gradebook/book.h"

int main(int argc, char **argv) {
    struct book_class c = {0};
    struct book b = {0};
    if (argc < 3 || !*argv[1] || !*argv[2]) {
        fputs("gradebook: say which gradebook, and where the grades are: make gradebook "
              "GRADEBOOK=file "
              "OUT=dir\n",
              stderr);
        return 2;
    }
    book_class_read(&c, argv[2]);
    book_read(&b, argv[1], argc > 3 ? argv[3] : NULL, c.assignment);
    size_t lost = book_match(&b, &c);
    book_fill(&b, &c);
    if (b.kind == BOOK_MOODLE) book_feedback(&b, &c);
    return lost ? 1 : 0;
}
