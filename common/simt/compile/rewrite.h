/**
 * @file
 * @brief The parts of the rewriter; rewrite.c walks over the tokens and calls them.
 */
#ifndef SIMT_COMPILE_REWRITE_H
#define SIMT_COMPILE_REWRITE_H

#include "edit.h"
#include "functions.h"
#include "parse.h"

/** Where a declaration with __shared__ stands. */
enum shared_scope { SHARED_IN_NAMESPACE, SHARED_IN_CODE };

/** A launch: callee … <<<, configuration, >>>. */
struct launch {
    size_t callee; /**< its first token */
    size_t open;   /**< <<< */
    size_t close;  /**< the first > of >>> */
    size_t params; /**< the ( of the parameters of the function that it stands in */
    bool on_host;
};

/** launch.c: checks the launch whose <<< is token `open`. Stops the program where it is wrong. */
struct launch read_launch(const struct source *s, size_t open);
/** launch.c: stops the program where what is launched is no kernel, or takes another number of arguments. True: it is
 *  a template. */
bool check_launch(const struct source *s, const struct functions *fs, struct launch l);
/** launch.c: writes a launch as calls; in_std says that all names of std are visible. */
void rewrite_launch(struct source *s, const struct functions *fs, struct launch l, bool in_std);
/** launch.c: the tokens first … last as text inside a string literal. The caller frees it. */
char *spelled(const struct source *s, size_t first, size_t last);

/** variables.c: rewrites the declaration that begins at `first` and holds __shared__ at `word`. */
void rewrite_shared(struct source *s, size_t first, size_t word, enum shared_scope scope,
                    bool red_zones);
/** variables.c: gives the device variable that `d` declares internal linkage. */
void make_static(struct source *s, const struct declaration *d, size_t word);

/** unused.c: where the call at name `i` is of an atomic function and a statement of its own, says so. */
void mark_unused(struct source *s, size_t i);

/** Marks a store to a volatile array, whose name is token `i`, in the function with these parameters. */
void mark_step(struct source *s, size_t params, size_t i);

/** shift.c: what to write behind token `i`, if it ends an operator that shifts by a distance which may be too large for
 *  C++; or NULL. */
const char *behind_shift(const struct source *s, size_t i);

/** look.c: remembers what the declaration with the word volatile at `i`, outside of functions, declares. */
void note_volatile(const struct source *s, size_t i);
/** look.c: where the word at `i` begins a loop that looks at volatile words, each round says so. `params`: of the
 *  function. */
void mark_look(struct source *s, size_t params, size_t i);
/** look.c: the same for a device function, since a loop may call it. */
void mark_look_of_function(struct source *s, const struct declaration *d);

/** host_wait.c: in a kernel that waits for what only others can set, says so. */
void mark_host_wait(struct source *s, const struct declaration *d);

/** registry.c: makes kernels known by address, for cudaLaunchKernel and its kin. In a module all are. */
void register_kernels(struct source *s, const struct functions *fs, bool is_module);
/** registry.c: makes __managed__ variables known, which a declaration in this scope names. */
void register_managed(struct source *s, const struct functions *fs, const struct declaration *d, size_t scope);
/** registry.c: in a module, what is said of a kernel whose template is instantiated: template void k<int>(int *). */
void register_instance(struct source *s, const struct functions *fs, const struct declaration *d,
                       size_t scope);

/** loops_read.c: puts a kernel's loops over the threads of its block before its body, where it can be that. It may tell
 *  what it does, on stderr. */
struct calls;
void make_loops(struct source *s, const struct functions *fs, struct calls *calls, const struct declaration *d,
                bool tells);

/** refuse.c: stops the program where name `i` belongs to a part of CUDA that is not here. */
void refuse_name(const struct source *s, size_t i);
/** refuse.c: is a word of the text one that PTX has and no assembler of a CPU, as in `mov.u32 %0, %laneid;`? */
bool looks_like_ptx(const char *text, const char *end);
/** refuse.c: stops the program where the asm at `i` is PTX. */
void refuse_ptx(const struct source *s, size_t i, bool in_kernel_code);

/** limits.c: stops the program where the word at `i` is throw, typeid or the like in device code. */
void refuse_word(const struct source *s, size_t i, bool on_device);
/** limits.c: stops the program where a declaration in code, which begins at `first`, holds __device__ at `i`. */
void refuse_device_variable(const struct source *s, size_t first, size_t i);
/** limits.c: stops the program where [ at `i` declares an array in device code whose size is not known yet. */
void refuse_size(const struct source *s, size_t params, size_t i);

#endif
