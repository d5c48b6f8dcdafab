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
    [FAILURE_LOST] = {"lost", "A lost key was overwritten before it was read, or its index was "
                              "skipped. Look for two threads that write to one index."},
    [FAILURE_DOUBLED] = {"doubled",
                         "A doubled key was read twice, or it was written to two indices. Check "
                         "which index or counter should move on after a key is taken."},
    [FAILURE_INVENTED] =
        {"invented",
         "This key is not in the input. It comes from memory that holds no key, or something "
         "changed it. Look for a read of unwritten memory or outside the array."},
    [FAILURE_UNSORTED] = {"not-sorted", "All keys are there, but two are in the wrong order. "
                                        "Follow these two by hand through the smallest input."},
    [FAILURE_UNSTABLE] = {"not-stable", "Equal keys have to keep their order. Check how equal keys "
                                        "are counted, and where each of them is written."},
    [FAILURE_UNWRITTEN] = {"unwritten", "Nothing was written there. Ask which line should write "
                                        "to this index, and which condition stops it."},
    [FAILURE_NOTHING] = {"nothing-written",
                         "Nothing was written to this array at all. Is the result copied there, "
                         "and does the code that fills it run?"},
    [FAILURE_VALUE] = {"value", "Work the smallest input out by hand, and compare each step."},
    [FAILURE_SENTINEL] =
        {"sentinel", "Your code is right without the smallest or the largest key, 0 or UINT32_MAX. "
                     "Each of them is a key like any other, and cannot say that there is none."},
    [FAILURE_TOP_BIT] = {"top-bit",
                         "Your code is right with keys below 2^31. With larger keys it loses the "
                         "highest bit, or takes the keys for negative numbers."},
    [FAILURE_EQUAL_KEYS] = {"equal-keys",
                            "This input is right where no two keys are equal. Each of two equal "
                            "keys counts, and only one of them may be chosen at a time."},
    [FAILURE_COUNTER] =
        {"counter", "Your code is right with fewer keys, and with keys that all differ. Look for a "
                    "counter whose type is too small, and for an index that equal keys share."},
    [FAILURE_TAIL] = {"tail",
                      "It is right with whole tiles and wrong if the last tile is short. A short "
                      "tile is a tile, too: index n and all behind it are not part of the input."},
    [FAILURE_BLOCK] =
        {"block",
         "It is right with one tile of keys and wrong with more: look at how tiles meet. The grid "
         "may be too small, an index may lack blockIdx.x, or a round may be missing."},
    [FAILURE_OFF_BY_ONE] =
        {"off-by-one",
         "It goes one index too far. Look for <= instead of <, and check how the end is computed."},
    [FAILURE_BOUNDS] =
        {"bounds",
         "It touches memory outside of the array. Print the index, or follow it by hand."},
    [FAILURE_ALIGN] = {"misaligned",
                       "A load or store of 8 or 16 bytes needs an address that is a multiple of "
                       "these. An array of single words may begin at any word."},
    [FAILURE_BYTES] = {"bytes", "Sizes are in bytes, and this size is the number of keys: n keys "
                                "of a uint32_t take n * sizeof(uint32_t)."},
    [FAILURE_DYNAMIC] = {"dynamic-shared",
                         "The launch gives no dynamic shared memory: its third number says how "
                         "many bytes each block gets, kernel<<<blocks, threads, bytes>>>."},
    [FAILURE_LOCAL] =
        {"not-shared",
         "Each thread has its own copy of a variable of a kernel, so the threads of a block cannot "
         "share it. With __shared__ it is one variable for the block."},
    [FAILURE_INPUT] = {"input-changed",
                       "The contract lets the function only read this array. Work in the output, "
                       "or in the memory that the function gets for that."},
    [FAILURE_SHAPE] = {"launch-shape",
                       "Its blocks have one thread each. In kernel<<<blocks, threads>>> the number "
                       "of blocks comes first, and then the number of threads in a block."},
    [FAILURE_SIDE] = {"wrong-side",
                      "Kernels use device memory, and host code uses host memory. Allocate device "
                      "memory with cudaMalloc, and copy keys to it and back with cudaMemcpy."},
    [FAILURE_ORDER] = {"order", "It is right in some orders of threads and wrong in others, and "
                                "CUDA guarantees no order. Let threads wait for one another, or "
                                "make the result independent of the thread that comes first."},
    [FAILURE_STREAM] = {"stream",
                        "It is right if the work of a stream is done at once, and wrong if it is "
                        "done late. Either something is used before the code waits for it, or the "
                        "code waits so early that nothing overlaps."},
    [FAILURE_STATE] = {"state",
                       "This input is right alone, and wrong after or together with others: "
                       "something is left over from the call before. Look for a static variable, "
                       "and for memory or a variable that nothing sets first."},
    [FAILURE_RACE] =
        {"race", "Two threads use one word, and at least one of them writes. If each should have "
                 "its own word, an index is wrong. If one has to wait and both are of one block, a "
                 "barrier is missing. Or let one thread write it, or use an atomic function."},
    [FAILURE_WORKERS] = {"workers",
                         "Two threads of the host use one word, and at least one of them writes. "
                         "Give each its own word, or use a mutex or an atomic type."},
    [FAILURE_FENCE] =
        {"missing-fence",
         "A flag says that a value is ready, but nothing makes the value arrive before the flag. A "
         "__threadfence() stands between the two, at the writer and at the reader."},
    [FAILURE_UNORDERED] =
        {"unordered",
         "Work in a stream runs at any time after its call. If two operations touch the same "
         "bytes, put an event or a wait between them, or use one stream for both."},
    [FAILURE_BARRIER] = {"missing-barrier",
                         "Two threads use one word, and no barrier stands between the two lines. "
                         "If one has to wait for the other, write __syncthreads() there, or "
                         "__syncwarp() if both are of one warp. If each should have its own word, "
                         "or one has nothing to do, an index or a condition is wrong."},
    [FAILURE_WARP] = {"warp-barrier", "__syncwarp() is for the 32 threads of a warp, and these two "
                                      "are of different warps. If one has to wait for the other, "
                                      "__syncthreads() belongs there. If not, an index is wrong."},
    [FAILURE_DIVERGENT] = {"divergent-barrier", "A barrier is for all threads of a block: take it "
                                                "out of the branch, the loop or the early return."},
    [FAILURE_UNINITIALISED] = {"uninitialised",
                               "Memory holds arbitrary values until something is written to it. "
                               "Ask which line should have written here, and when."},
    [FAILURE_UNDEFINED] = {"undefined",
                           "C does not define the result, so it may be right today and wrong with "
                           "another compiler. Look at the values that the line works with."},
    [FAILURE_LEAK] = {"leak",
                      "Free everything that the function allocates, once, on every way out of it."},
    [FAILURE_PROMISE] = {"promise", "The contract, in the lab's header, says what a call may use. "
                                    "Read its first comment again."},
    [FAILURE_COUNTS] =
        {"counts",
         "The answer is right, but this step asks for another method. The lab's page says what is "
         "counted, and make profile shows the counts for each line of a kernel."},
    [FAILURE_CRASH] = {"crash", "An index or a pointer is wrong. Search with the smallest input."},
    [FAILURE_STACK] = {"stack", "A stack is small. A function may not call itself without an end, "
                                "and an array that grows with n belongs in other memory."},
    [FAILURE_FREED] =
        {"freed", "Memory was freed before: give it back once, behind the last line that uses it."},
    [FAILURE_NULL] = {"null", "A pointer is null there. Perhaps the caller passed none, nothing "
                              "set it, something overwrote it, or an allocation failed."},
    [FAILURE_ZERO] = {"division", "A divisor is 0 there: ask which input makes it 0."},
    [FAILURE_RETURN] =
        {"no-return",
         "A function that promises a value has to return one on every way through it."},
    [FAILURE_LAUNCH] = {"launch",
                        "A launch takes 1 to 1024 threads a block, at least one block, and at most "
                        "48 KiB of shared memory. For n = 0, launch nothing."},
    [FAILURE_ARGUMENT] = {"argument", "The call refuses one of its arguments. Look at its "
                                      "direction, its pointers and its number of bytes."},
    [FAILURE_CUDA] = {"cuda", "An error of CUDA shows at the next call that waits. The call that "
                              "made the error may stand before it."},
    [FAILURE_HANG] = {"hang", "A loop does not end or runs far too often, or threads wait for "
                              "others that never come. Ask what has to change for it to go on."},
    [FAILURE_SPIN] = {"spin",
                      "That loop does nothing but wait for a word to change. The compiler may read "
                      "a plain word only once. Use volatile or an atomic function, and a "
                      "__threadfence() at the writer. Threads of a block meet at __syncthreads()."},
    [FAILURE_WAITS] = {"waits", "It does nothing and is not done: it sleeps, reads input that "
                                "never comes, or waits for another program."},
    [FAILURE_MEMORY] =
        {"memory", "It asks for more memory than any input here needs. Look for a size in bytes "
                   "that is multiplied twice, or a loop that allocates and never frees."},
    [FAILURE_EXIT] = {"exit", "The functions of a lab return. They do not end the program."},
    [FAILURE_FLOOD] = {"flood",
                       "It prints without an end. Print for one thread and a small input."},
    [FAILURE_NO_OUTPUT] = {"no-output", "The result that the stage asks for is missing."},
    [FAILURE_COMPILE] = {"compile", ""},
    [FAILURE_LINK] = {"link", "The functions in the lab's header have to be there, with these "
                              "names and these parameters."},
    [FAILURE_MISSING] = {"missing", "Put the file where the lab's page says."},
    [FAILURE_COMPILE_LIMIT] =
        {"compile-limit",
         "A compiler needs seconds for a lab. Look for code that keeps it busy without an end."},
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
        {"dynamic shared memory. The block may have", FAILURE_LAUNCH},
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
     "This name is not known here. It may be misspelt, or the variable belongs to other braces."},
    {"use of undeclared identifier",
     "This name is not known here. It may be misspelt, or the variable belongs to other braces."},
    {"undeclared (first use",
     "This name is not known here. It may be misspelt, or the variable belongs to other braces."},
    {"implicit declaration of function",
     "No header declares this function. It may be misspelt, or an #include is missing."},
    {"call to undeclared function",
     "No header declares this function. It may be misspelt, or an #include is missing."},
    {"unknown type name", "This type is not known here. Is it misspelt?"},
    {"does not name a type", "This type is not known here. Is it misspelt?"},
    {"no member named", "The structure has no member of that name."},
    {"expected ';'", "A semicolon is missing at the end of this line or the one above."},
    {"expected ',' or ';'", "A semicolon is missing at the end of this line or the one above."},
    {"declaration or statement at end of input", "A brace that was opened is never closed."},
    {"expected '}'", "A brace that was opened is never closed."},
    {"extraneous closing brace", "There is one closing brace too many."},
    {"expected declaration before '}'", "There is one closing brace too many."},
    {"expected unqualified-id",
     "Code stands outside of every function. Did a brace close too early?"},
    {"expected identifier or '('",
     "Code stands outside of every function. Did a brace close too early?"},
    {"expected ')'", "A parenthesis that was opened is not closed."},
    {"expected expression", "Something is missing where a value should stand."},
    {"expected primary-expression", "Something is missing where a value should stand."},
    {"too few arguments", "The function takes more arguments. Its declaration says which."},
    {"too many arguments", "The function takes fewer arguments. Its declaration says which."},
    {"no matching function",
     "No function of that name takes these arguments. Look at their types."},
    {"invalid conversion", "The value has another type than the one that is needed, such as a "
                           "pointer instead of a number."},
    {"cannot convert", "The value has another type than the one that is needed, such as a pointer "
                       "instead of a number."},
    {"incompatible pointer to integer",
     "A pointer stands where a number is needed. Is a * or [i] missing?"},
    {"incompatible integer to pointer",
     "A number stands where a pointer is needed. Is an & missing?"},
    {"incompatible pointer", "The pointer has another type than the one that is needed."},
    {"makes integer from pointer",
     "A pointer stands where a number is needed. Is a * or [i] missing?"},
    {"makes pointer from integer", "A number stands where a pointer is needed. Is an & missing?"},
    {"assignment of read-only",
     "It writes to something const. The contract lets you only read it."},
    {"with const-qualified type",
     "It writes to something const. The contract lets you only read it."},
    {"read-only variable is not assignable",
     "It writes to something const. The contract lets you only read it."},
    {"expression is not assignable", "The left side of = cannot be assigned to. Did you mean ==?"},
    {"lvalue required", "The left side of = cannot be assigned to. Did you mean ==?"},
    {"redefinition of", "The same name is defined twice."},
    {"redeclared", "The same name is defined twice."},
    {"conflicting types", "The function differs from its declaration in the lab's header."},
    {"invalid type argument of unary", "The * stands before something that is not a pointer."},
    {"indirection requires pointer", "The * stands before something that is not a pointer."},
    {"subscripted value is not an array",
     "Only arrays and pointers take [ ]. This is neither an array nor a pointer."},
    {"invalid types", "Only arrays and pointers take [ ]. This is neither an array nor a pointer."},
    {"subscripted value is neither",
     "Only arrays and pointers take [ ]. This is neither an array nor a pointer."},
    {"No such file or directory", "The kit does not have this header. Take the #include out."},
    {"unterminated", "A comment, a string or an #if has no end."},
    {"missing terminating", "A string or a character has no end."},
    {"nvcc takes no", "A GPU's compiler refuses this, so it is refused here too."},
    {"launches a kernel, which needs separate compilation",
     "A kernel launches a kernel. This course does not use that."},
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
