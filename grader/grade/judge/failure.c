/**
 * @file
 * @brief Kinds of failure (see failure.h).
 */
#include "grader/grade/judge/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *advice;
} kinds[FAILURE_KINDS] = {
    [FAILURE_NONE] = {"", ""},
    [FAILURE_LOST] = {"lost",
                      "A key that is lost was overwritten before it was read, or its place was "
                      "skipped; look for two threads that write to one place."},
    [FAILURE_DOUBLED] = {"doubled",
                         "A key that is doubled was taken twice, or written to two places; "
                         "look for who moves on after a key was taken."},
    [FAILURE_INVENTED] = {"invented",
                          "A key that nobody gave comes from a place that holds none, not yet "
                          "written or outside of the array, or it was changed on its way."},
    [FAILURE_UNSORTED] = {"not-sorted",
                          "All keys are there, but two are in the wrong order; follow "
                          "these two by hand through the smallest input."},
    [FAILURE_UNSTABLE] = {"not-stable",
                          "Equal keys have to keep their order; look at where they are "
                          "counted, and at where each of them is put."},
    [FAILURE_UNWRITTEN] = {"unwritten",
                           "Nothing was written there: ask which index should reach this "
                           "place, and what the conditions on the way say for it."},
    [FAILURE_NOTHING] = {"nothing-written",
                         "Nobody wrote to this array at all: is the result copied there, and does "
                         "the code that fills it run?"},
    [FAILURE_VALUE] = {"value", "Work the smallest input out by hand, and compare each step."},
    [FAILURE_SENTINEL] =
        {"sentinel",
         "This input is right without the least or the greatest of all keys, 0 or "
         "UINT32_MAX: each is a key like any other, and cannot say that there is none."},
    [FAILURE_TOP_BIT] =
        {"top-bit", "This input is right with keys below 2^31: of greater ones the highest bit "
                    "is forgotten, or they are taken for negative numbers."},
    [FAILURE_EQUAL_KEYS] =
        {"equal-keys",
         "This input is right where no two keys are equal: each of them counts, and of "
         "two that are equal just one may be chosen at a time."},
    [FAILURE_COUNTER] =
        {"counter",
         "This input is right with fewer keys, and where no two are equal: look for a counter "
         "that is too small for so many, and for places that equal keys share."},
    [FAILURE_TAIL] =
        {"tail",
         "It is right with whole tiles and wrong where the last one is short: that is a tile, "
         "too, and places from n on are not part of the input."},
    [FAILURE_BLOCK] = {"block",
                       "It is right with one tile of keys and wrong with more: look at how tiles "
                       "meet, for a grid that is too small, an index without blockIdx.x, or a "
                       "round too few."},
    [FAILURE_OFF_BY_ONE] = {"off-by-one",
                            "It goes one place too far: look for <= in place of <, and at where "
                            "the end comes from."},
    [FAILURE_BOUNDS] = {"bounds",
                        "It touches memory outside of the array: print the index, or follow it "
                        "by hand."},
    [FAILURE_ALIGN] = {"misaligned",
                       "A load or store of 8 or 16 bytes needs an address that is a multiple of "
                       "these, and an array of single words may begin at any word."},
    [FAILURE_BYTES] = {"bytes", "Sizes are in bytes, and here there are as many bytes as keys: "
                                "n keys of a uint32_t take n * sizeof(uint32_t)."},
    [FAILURE_DYNAMIC] =
        {"dynamic-shared",
         "The launch gives no dynamic shared memory: its third number says how many bytes each "
         "block gets, kernel<<<blocks, threads, bytes>>>."},
    [FAILURE_LOCAL] = {"not-shared",
                       "A variable of a kernel is each thread's own, so the threads of a block do "
                       "not meet there: __shared__ makes it one for the block."},
    [FAILURE_INPUT] =
        {"input-changed",
         "The contract gives this array to be read: a function that needs an array to "
         "work in takes the output or the memory that it was given for that."},
    [FAILURE_SHAPE] =
        {"launch-shape",
         "Its blocks have one thread each. In kernel<<<blocks, threads>>> the number of blocks "
         "comes first, and then that of the threads of a block."},
    [FAILURE_SIDE] = {"wrong-side",
                      "Kernels use device memory, and host code uses host memory: take memory "
                      "with cudaMalloc and bring keys to it and back with cudaMemcpy."},
    [FAILURE_ORDER] = {"order",
                       "It is right in some orders of threads and wrong in others, and CUDA "
                       "promises none: threads have to wait for one another, or what they leave "
                       "may not depend on who comes first."},
    [FAILURE_STREAM] = {"stream",
                        "It is right where a stream's work is done at once, and wrong where it is "
                        "done late: something is used before "
                        "anybody waited for it, or somebody waits so early that nothing overlaps."},
    [FAILURE_STATE] = {"state",
                       "Alone this input is right, and after or beside others it is wrong: "
                       "something is left over from the call before, in a static variable or in "
                       "memory or a variable that nothing sets first."},
    [FAILURE_RACE] = {"race",
                      "Two threads use one word, and at least one writes. If each should have its "
                      "own word, an index is wrong. If one has to wait and both are of one block, "
                      "a barrier is missing. Or let one thread write it, or use an atomic "
                      "function."},
    [FAILURE_WORKERS] = {"workers",
                         "Two threads of the host use one word, and at least one writes: give each "
                         "its own, or use a mutex or an atomic type."},
    [FAILURE_FENCE] =
        {"missing-fence",
         "A flag says that a value is there, and nothing says that the value comes first: "
         "__threadfence() stands between the two, at the writer and at the reader."},
    [FAILURE_UNORDERED] =
        {"unordered",
         "Work in a stream runs at any time after its call. If two operations touch the "
         "same bytes, put an event or a wait between them, or use one stream for both."},
    [FAILURE_BARRIER] = {"missing-barrier",
                         "Two threads use one word, and no barrier stands between the two lines. "
                         "If one has to wait for the other, __syncthreads() goes there, or "
                         "__syncwarp() where both are of one warp. If each should have its own "
                         "word, or one has nothing to do, an index or a condition is wrong."},
    [FAILURE_WARP] = {"warp-barrier",
                      "__syncwarp() is for the 32 threads of a warp, and these two are of "
                      "different warps. If one has to wait for the other, __syncthreads() belongs "
                      "there; else an index is wrong."},
    [FAILURE_DIVERGENT] = {"divergent-barrier",
                           "A barrier is for all threads of a block: take it out of "
                           "the branch, the loop or the early return."},
    [FAILURE_UNINITIALISED] = {"uninitialised",
                               "Memory holds nothing until somebody writes to it: ask "
                               "who should have, and when."},
    [FAILURE_UNDEFINED] =
        {"undefined", "C does not say what comes of it, so it may be right today and wrong with "
                      "another compiler: look at the values that the line works with."},
    [FAILURE_LEAK] = {"leak", "Whatever was taken has to be given back once, on every way out of "
                              "the function."},
    [FAILURE_PROMISE] = {"promise",
                         "The contract, in the lab's header, says what a call may use: read its "
                         "first comment again."},
    [FAILURE_COUNTS] = {"counts",
                        "The answer is right and the way to it is not the one that this step "
                        "is about. The lab's page says what is counted; make profile shows it of "
                        "each line of a kernel."},
    [FAILURE_CRASH] = {"crash",
                       "An index or a pointer is wrong; the smallest input keeps the search "
                       "short."},
    [FAILURE_STACK] = {"stack",
                       "A stack is small: a function may not call itself without an end, and "
                       "an array that grows with n belongs in other memory."},
    [FAILURE_FREED] = {"freed",
                       "Memory was given back before: give it back once, behind the last line "
                       "that uses it."},
    [FAILURE_NULL] = {"null",
                      "A pointer is null there: the caller gave none, nobody has set it, something "
                      "wrote over it, or memory that was asked for was not had."},
    [FAILURE_ZERO] = {"division", "A divisor is 0 there: ask which input makes it 0."},
    [FAILURE_RETURN] = {"no-return", "A function that promises a value has to return one on every "
                                     "way through it."},
    [FAILURE_LAUNCH] = {"launch",
                        "A launch takes 1 to 1024 threads a block, at least one block, and 48 KiB "
                        "of shared memory; for n = 0 leave it out."},
    [FAILURE_ARGUMENT] = {"argument",
                          "The call that is named refuses one of its arguments: look at its "
                          "direction, its pointers and its number of bytes."},
    [FAILURE_CUDA] = {"cuda",
                      "An error of CUDA shows at the next call that waits, which need not be the "
                      "one that made it."},
    [FAILURE_HANG] =
        {"hang", "A loop does not end or goes round far too often, or threads wait for others that "
                 "never come; ask what has to change for it to go on."},
    [FAILURE_SPIN] = {"spin",
                      "That loop does nothing but wait for a word to change. A plain word may be "
                      "read only once: take volatile or an atomic function, and a "
                      "__threadfence() at the writer. Threads of a block meet at "
                      "__syncthreads()."},
    [FAILURE_WAITS] = {"waits", "It does nothing and is not done: it sleeps, reads what never "
                                "comes, or waits for another program."},
    [FAILURE_MEMORY] = {"memory", "It asks for more memory than any input here needs: look for a "
                                  "size in bytes that is multiplied twice, or a loop that "
                                  "allocates and never frees."},
    [FAILURE_EXIT] = {"exit", "The functions of a lab return; they do not end the program."},
    [FAILURE_FLOOD] = {"flood",
                       "It prints without an end; print for one thread and a small input."},
    [FAILURE_NO_OUTPUT] = {"no-output", "What should have been handed over is missing."},
    [FAILURE_COMPILE] = {"compile", ""},
    [FAILURE_LINK] = {"link",
                      "The functions in the lab's header have to be there, under these names and "
                      "with these parameters."},
    [FAILURE_MISSING] = {"missing", "The file belongs where the lab's page says."},
    [FAILURE_COMPILE_LIMIT] = {"compile-limit", "Any compiler is done with a lab in seconds; look "
                                                "for what makes it work without end."},
    [FAILURE_REFUSED] = {"refused", "A submission is a text file of at most 1 MiB."},
    [FAILURE_SUSPECT] = {"suspect", ""},
    [FAILURE_INTERNAL] = {"internal", "This is not your fault."},
};

const char *failure_name(enum failure_kind kind) {
    return kinds[kind].name;
}
const char *failure_advice(enum failure_kind kind) {
    return kinds[kind].advice;
}

const char *failure_advice_on(const struct failure *f) {
    const char *advice = failure_advice(f->kind);
    return f->shown[0] || !strstr(advice, "smallest input") ? advice : "";
}

static enum failure_kind of_note(const struct check_note *note) {
    switch (note->kind) {
    case CHECK_LOST:
        return FAILURE_LOST;
    case CHECK_DOUBLED:
        return FAILURE_DOUBLED;
    case CHECK_INVENTED:
        return FAILURE_INVENTED;
    case CHECK_UNSORTED:
        return FAILURE_UNSORTED;
    case CHECK_UNSTABLE:
        return FAILURE_UNSTABLE;
    case CHECK_OUTSIDE:
        return strstr(note->text, "word 1 ") ? FAILURE_OFF_BY_ONE : FAILURE_BOUNDS;
    case CHECK_INPUT:
        return FAILURE_INPUT;
    case CHECK_UNWRITTEN:
        return strstr(note->text, "nothing was written to it") ? FAILURE_NOTHING
                                                               : FAILURE_UNWRITTEN;
    case CHECK_NO_OUTPUT:
        return FAILURE_NO_OUTPUT;
    default:
        return FAILURE_VALUE;
    }
}

struct words_of_kind {
    const char *words;
    enum failure_kind kind;
};

static enum failure_kind kind_of(const struct words_of_kind *table, size_t n, const char *text) {
    for (size_t i = 0; i < n; i++)
        if (strstr(text, table[i].words)) return table[i].kind;
    return FAILURE_NONE;
}

/* "Address 0x14", "address 0x0": where no array lies, but a place of one whose pointer is null. */
static bool is_near_null(const char *text) {
    enum { FIRST_PAGE = 4096 };
    const char *at = strstr(text, "ddress 0x");
    return at && strtoull(at + strlen("ddress "), NULL, 16) < FIRST_PAGE;
}

enum failure_kind failure_of_words(const char *text) {
    static const struct words_of_kind words[] = {
        {"uses up the stack", FAILURE_STACK},         {"needs more than its stack", FAILURE_STACK},
        {"was given to free before", FAILURE_FREED},  {"that was freed", FAILURE_FREED},
        {"memory was freed before", FAILURE_FREED},   {"was freed or unregistered", FAILURE_FREED},
        {"to free a second time", FAILURE_FREED},     {" is misaligned", FAILURE_ALIGN},
        {"makes a misaligned access", FAILURE_ALIGN}, {"through a null pointer", FAILURE_NULL},
        {"an integer by zero", FAILURE_ZERO},         {"division by zero", FAILURE_ZERO},
    };
    if (is_near_null(text)) return FAILURE_NULL;
    return kind_of(words, sizeof(words) / sizeof(*words), text);
}

/* A crash says what it was. */
static enum failure_kind of_crash(const char *text) {
    static const struct words_of_kind crashes[] = {
        {"kernel launch: cuda", FAILURE_LAUNCH},
        {"__launch_bounds__", FAILURE_LAUNCH},
        {"the launch of ", FAILURE_LAUNCH},
        {"cudaErrorInvalidConfiguration", FAILURE_LAUNCH},
        {"too much shared data", FAILURE_LAUNCH},
        {"dynamic shared memory; the block may have", FAILURE_LAUNCH},
        {"has to return a value", FAILURE_RETURN},
        {"cudaErrorIllegalAddress", FAILURE_BOUNDS},
        {"cudaErrorInvalidValue", FAILURE_ARGUMENT},
        {"cudaErrorInvalidMemcpyDirection", FAILURE_ARGUMENT},
        {"cudaErrorInvalidDevicePointer", FAILURE_ARGUMENT},
        {"cudaErrorInvalidResourceHandle", FAILURE_ARGUMENT},
        {"cudaErrorMemoryAllocation", FAILURE_MEMORY},
        {"writes where it may not", FAILURE_BOUNDS},
        {"memory that is not its own", FAILURE_BOUNDS},
        {"cudaError", FAILURE_CUDA},
    };
    enum failure_kind kind = failure_of_words(text);
    if (!kind) kind = kind_of(crashes, sizeof(crashes) / sizeof(*crashes), text);
    return kind ? kind : FAILURE_CRASH;
}

enum failure_kind failure_of(enum verdict verdict, const struct check_note *note) {
    static const enum failure_kind of_verdict[VERDICTS] = {
        [VERDICT_UNINITIALISED] = FAILURE_UNINITIALISED,
        [VERDICT_UNDEFINED] = FAILURE_UNDEFINED,
        [VERDICT_LEAK] = FAILURE_LEAK,
        [VERDICT_PROMISE] = FAILURE_PROMISE,
        [VERDICT_BARRIER] = FAILURE_DIVERGENT,
        [VERDICT_COUNTS] = FAILURE_COUNTS,
        [VERDICT_RACE] = FAILURE_RACE,
        [VERDICT_BOUNDS] = FAILURE_BOUNDS,
        [VERDICT_EARLY_EXIT] = FAILURE_EXIT,
        [VERDICT_HANG] = FAILURE_HANG,
        [VERDICT_WAITS] = FAILURE_WAITS,
        [VERDICT_MEMORY] = FAILURE_MEMORY,
        [VERDICT_FLOOD] = FAILURE_FLOOD,
        [VERDICT_COMPILE_LIMIT] = FAILURE_COMPILE_LIMIT,
        [VERDICT_REFUSED] = FAILURE_REFUSED,
        [VERDICT_SUSPECT] = FAILURE_SUSPECT,
        [VERDICT_COMPILE] = FAILURE_COMPILE,
        [VERDICT_LINK] = FAILURE_LINK,
        [VERDICT_MISSING] = FAILURE_MISSING,
        [VERDICT_INTERNAL] = FAILURE_INTERNAL,
        [VERDICT_NO_OUTPUT] = FAILURE_NO_OUTPUT,
    };
    if (verdict == VERDICT_WRONG) return of_note(note);
    if (verdict == VERDICT_PROMISE && note->kind == CHECK_SHARED) return FAILURE_STATE;
    if (verdict == VERDICT_CRASH) return of_crash(note->text);
    if (verdict == VERDICT_HANG && strstr(note->text, "__sync")) return FAILURE_DIVERGENT;
    return of_verdict[verdict];
}

int failure_line(const char *text) {
    for (const char *at = text; (at = strstr(at, ".c")); at++) {
        const char *colon = at + (at[2] == 'u' ? 3 : 2);
        if (*colon == ':' && atoi(colon + 1) > 0) return atoi(colon + 1);
    }
    return 0;
}

/*
 * What compilers say, in other words. The first that fits is taken, so what is special comes first.
 */
static const struct {
    const char *words, *help;
} frequent[] = {
    {".c:*__syncthreads", "A function of CUDA is known in .cu files alone, inside kernels."},
    {"was not declared in this scope",
     "A name is used that is not known here: a typing error, or a variable of other braces."},
    {"use of undeclared identifier",
     "A name is used that is not known here: a typing error, or a variable of other braces."},
    {"undeclared (first use",
     "A name is used that is not known here: a typing error, or a variable of other braces."},
    {"implicit declaration of function",
     "A function is called that no header declares: a typing error, or a missing #include?"},
    {"call to undeclared function",
     "A function is called that no header declares: a typing error, or a missing #include?"},
    {"unknown type name", "A type is named that is not known here: is it misspelt?"},
    {"does not name a type", "A type is named that is not known here: is it misspelt?"},
    {"no member named", "The structure has no member of that name."},
    {"expected ';'", "A semicolon is missing at the end of this line or the one above."},
    {"expected ',' or ';'", "A semicolon is missing at the end of this line or the one above."},
    {"declaration or statement at end of input", "A brace that was opened is never closed."},
    {"expected '}'", "A brace that was opened is never closed."},
    {"extraneous closing brace", "There is one closing brace too many."},
    {"expected declaration before '}'", "There is one closing brace too many."},
    {"expected unqualified-id", "Code stands outside of every function: a brace closed too early?"},
    {"expected identifier or '('",
     "Code stands outside of every function: a brace closed too early?"},
    {"expected ')'", "A parenthesis that was opened is not closed."},
    {"expected expression", "Something is missing where a value should stand."},
    {"expected primary-expression", "Something is missing where a value should stand."},
    {"too few arguments", "The function takes more arguments; its declaration says which."},
    {"too many arguments", "The function takes fewer arguments; its declaration says which."},
    {"no matching function",
     "No function of that name takes these arguments; look at their types."},
    {"invalid conversion", "A value of one type is given where another is wanted: a pointer for a "
                           "number, or the other way round?"},
    {"cannot convert",
     "A value of one type is given where another is wanted: a pointer for a number, "
     "or the other way round?"},
    {"incompatible pointer to integer",
     "A pointer is given where a number is wanted: is a * or [i] missing?"},
    {"incompatible integer to pointer",
     "A number is given where a pointer is wanted: is an & missing?"},
    {"incompatible pointer", "A pointer to one type is given where one to another type is wanted."},
    {"makes integer from pointer",
     "A pointer is given where a number is wanted: is a * or [i] missing?"},
    {"makes pointer from integer", "A number is given where a pointer is wanted: is an & missing?"},
    {"assignment of read-only",
     "It writes to something const; the contract lets you read it only."},
    {"with const-qualified type",
     "It writes to something const; the contract lets you read it only."},
    {"read-only variable is not assignable",
     "It writes to something const; the contract lets you read it only."},
    {"expression is not assignable", "What stands left of = cannot be assigned to; was == meant?"},
    {"lvalue required", "What stands left of = cannot be assigned to; was == meant?"},
    {"redefinition of", "The same name is defined twice."},
    {"redeclared", "The same name is defined twice."},
    {"conflicting types", "The function differs from its declaration in the lab's header."},
    {"invalid type argument of unary", "It takes * of something that is no pointer."},
    {"indirection requires pointer", "It takes * of something that is no pointer."},
    {"subscripted value is not an array",
     "Only arrays and pointers have places: something with [ ] is neither."},
    {"invalid types", "Only arrays and pointers have places: something with [ ] is neither."},
    {"subscripted value is neither",
     "Only arrays and pointers have places: something with [ ] is neither."},
    {"No such file or directory",
     "A header is named that the kit does not have; take that line out."},
    {"unterminated", "A comment, a string or a #if that was begun is never ended."},
    {"missing terminating", "A string or a character that was begun is never ended."},
    {"nvcc takes no", "A GPU's compiler refuses this, so it is refused here too."},
    {"dynamic parallelism", "A kernel launches a kernel, which this course does without."},
};

/* Words of a message, in their order where a * stands between two. */
static bool has_words(const char *message, const char *words) {
    const char *star = strchr(words, '*');
    char first[80];
    snprintf(first, sizeof(first), "%.*s", star ? (int)(star - words) : 79, words);
    const char *found = strstr(message, first);
    return found && (!star || strstr(found, star + 1));
}

const char *failure_of_compiler(const char *message) {
    for (size_t i = 0; i < sizeof(frequent) / sizeof(*frequent); i++)
        if (has_words(message, frequent[i].words)) return frequent[i].help;
    return NULL;
}
