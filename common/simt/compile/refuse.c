/** @file
 *  @brief What CUDA has and the CPU runtime has not, said in a sentence where it is used. */
#include "rewrite.h"

#include <ctype.h>
#include <string.h>

// CALLED: the name begins so, and ( or < stands behind it. IN_PROGRAM: a prefix, but libraries' headers may have it.
enum match { WHOLE, PREFIX, CALLED, IN_PROGRAM };

static const struct refusal {
    const char *name;
    enum match match;
    const char *what, *remedy;
} refusals[] = {
    {"cudaGraphics", PREFIX, "shared graphics buffers are", "Copy through host memory"},
    {"cudaBindTexture", PREFIX, "texture references, which CUDA 12 has removed, are",
     "Use cudaCreateTextureObject"},
    {"cudaUnbindTexture", WHOLE, "texture references, which CUDA 12 has removed, are",
     "Use cudaCreateTextureObject"},
    {"cudaBindSurface", PREFIX, "surface references, which CUDA 12 has removed, are",
     "Use cudaCreateSurfaceObject"},
    {"cuTexRef", PREFIX, "texture references, which CUDA 12 has removed, are", "Use cuTexObjectCreate"},
    {"cuModuleGetTexRef", WHOLE, "texture references, which CUDA 12 has removed, are", "Use cuTexObjectCreate"},
    {"cuSurfRef", PREFIX, "surface references, which CUDA 12 has removed, are", "Use cuSurfObjectCreate"},
    {"cuModuleGetSurfRef", WHOLE, "surface references, which CUDA 12 has removed, are", "Use cuSurfObjectCreate"},
    {"cuImportExternal", IN_PROGRAM, "memory of graphics libraries is", "Copy through host memory"},
    {"cudaImportExternal", PREFIX, "memory of graphics libraries is", "Copy through host memory"},
    {"cuGreenCtx", PREFIX, "contexts for a part of a GPU are", "Use cuCtxCreate"},
    {"cuTensorMap", PREFIX, "tensor maps are", "Copy with loads and stores"},
    {"CUtensorMap", IN_PROGRAM, "tensor maps are", "Copy with loads and stores"},
    {"no_sanitize", PREFIX, "no_sanitize, which hides code from the checkers, is", "Leave it out"},
    {"__no_sanitize", PREFIX, "no_sanitize, which hides code from the checkers, is",
     "Leave it out"},
    {"simt_in_runtime", WHOLE, "simt_in_runtime in a program is", "Leave it out"},
    {"simt_is_checked", WHOLE, "simt_is_checked in a program is", "Leave it out"},
};

static bool matches(const struct source *s, size_t i, const struct refusal *r) {
    size_t len = strlen(r->name);
    uint32_t next = s->t[i + 1].op;
    if (s->t[i].len < len || memcmp(s->text + s->t[i].at, r->name, len) != 0) return false;
    if (r->match == WHOLE) return s->t[i].len == len;
    if (r->match == IN_PROGRAM) return !is_of_header(s, i);
    return r->match == PREFIX || next == '(' || next == '<';
}

/** texture<float, 2> and surface<void>: not a program's own template, declared or named with a scope. */
static bool is_reference_type(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op;
    return s->t[i + 1].op == '<' && before != OP_SCOPE && before != '.' && before != OP_ARROW &&
           before != W_CLASS_KEY && (token_is(s, i, "texture") || token_is(s, i, "surface"));
}

void refuse_name(const struct source *s, size_t i) {
    const char *text = s->text + s->t[i].at;
    if (s->t[i].len < 5 || !strchr("cCtsn_", *text)) return;
    uint32_t before = s->t[i - 1].op;
    if (before == '.' || before == OP_ARROW) return;
    for (size_t k = 0; k < sizeof(refusals) / sizeof(*refusals); k++)
        if (matches(s, i, &refusals[k]))
            stop_at(s, i, "%s not part of the CPU runtime. %s", refusals[k].what,
                    refusals[k].remedy);
    if (is_reference_type(s, i))
        stop_at(s, i,
                "%.*s references, which CUDA 12 has removed, are not part of the CPU runtime. Use "
                "cudaCreate%c%.*sObject",
                (int)s->t[i].len, text, toupper((unsigned char)*text), (int)s->t[i].len - 1,
                text + 1);
}

/** Words behind the dot of an instruction that PTX has and no CPU's assembler: mov.u32, bar.sync. */
static bool is_ptx_suffix(const char *p, size_t len) {
    static const char *const types[] = {
        "pred", "sync", "global", "shared",  "local",  "param", "const", "to",
        "wide", "cta",  "gl",     "sys",     "approx", "rn",    "rz",    "uni",
        "warp", "lo",   "hi",     "aligned", "async",  "proxy", "acq",   "cluster"};
    bool sized = len >= 2 && len <= 4 && strchr("usbfv", *p) && isdigit((unsigned char)p[1]);
    if (sized && *p != 'v') return true;
    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
        if (strlen(types[i]) == len && memcmp(p, types[i], len) == 0) return true;
    return sized && len == 2 && (p[1] == '2' || p[1] == '4');
}

bool looks_like_ptx(const char *p, const char *end) {
    static const char *const special[] = {"%laneid",      "%warpid",   "%smid", "%clock",
                                          "%globaltimer", "%lanemask", "%tid",  "%ctaid"};
    for (const char *q = p; q < end; q++) {
        for (size_t k = 0; *q == '%' && k < sizeof(special) / sizeof(*special); k++) {
            size_t len = strlen(special[k]);
            if ((size_t)(end - q) > len && memcmp(q, special[k], len) == 0) return true;
        }
        const char *word = q + 1, *to = word;
        if (*q != '.' || q == p || !isalnum((unsigned char)q[-1])) continue;
        while (to < end && isalnum((unsigned char)*to)) to++;
        if (is_ptx_suffix(word, (size_t)(to - word))) return true;
    }
    return false;
}

void refuse_ptx(const struct source *s, size_t i, bool in_kernel_code) {
    size_t paren = i + 1;
    while (is_name(s->t[paren].op)) paren++; // asm volatile goto (
    for (size_t k = paren + 1; s->t[paren].op == '(' && s->t[k].op == OP_STRING; k++) {
        const char *text = s->text + s->t[k].at, *end = text + s->t[k].len;
        bool empty = s->t[k].len <= 2 || strspn(text + 1, " ") + 2 >= s->t[k].len;
        if ((in_kernel_code && !empty) || looks_like_ptx(text, end))
            stop_at(s, i, "inline PTX cannot run on a CPU. Use the intrinsic or plain C");
    }
}
