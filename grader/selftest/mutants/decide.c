/**
 * @file
 * @brief What became of a mutant, from the grader's verdict and from what the bank says.
 */
#include "grader/selftest/mutants/mutant.h"

#include <string.h>

/* Does the message begin with these words? A * in them stands for any text. */
static bool begins_with(const char *message, const char *words) {
    size_t first = strcspn(words, "*");
    if (strncmp(message, words, first) != 0) return false;
    for (message += first, words += first; *words == '*';) {
        size_t length = strcspn(++words, "*");
        char part[400];
        if (length >= sizeof(part)) return false;
        memcpy(part, words, length);
        part[length] = 0;
        const char *found = strstr(message, part);
        if (!found) return false;
        message = found + length;
        words += length;
    }
    return true;
}

static bool is_expected(const struct mutant *m) {
    for (size_t i = 0; i < m->n_expect; i++) {
        const struct expectation *x = &m->expect[i];
        if (x->verdicts & 1u << m->verdict && (!x->stages || x->stages & 1ull << m->stage) &&
            begins_with(m->message, x->words))
            return true;
    }
    return false;
}

/* What it is told to be, where failures are explained: a learner would go by that. */
static bool is_advised(const struct mutant *m) {
    const size_t length = strlen(m->kind);
    if (!m->explained || !m->advice) return true;
    for (const char *at = m->advice; *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == length && strncmp(at, m->kind, length) == 0) return true;
    return false;
}

static enum fate fate_of(const struct mutant *m) {
    bool lives = m->verdict == VERDICT_OK;
    bool born = m->verdict != VERDICT_COMPILE && m->verdict != VERDICT_LINK;
    if (m->verdict == VERDICT_INTERNAL || m->verdict == VERDICT_NONE_YET) return FATE_FAULT;
    if (m->not_again) return FATE_NOT_AGAIN;
    switch (m->claim) {
    case CLAIM_UNHARMED:
        return lives ? FATE_UNHARMED : FATE_FAULT;
    case CLAIM_RIGHT:
        return lives ? FATE_UNHARMED : m->until[0] ? FATE_UNTIL : FATE_UNFAIR;
    case CLAIM_EQUIVALENT:
        return lives ? FATE_EQUIVALENT : FATE_STALE;
    case CLAIM_UNTIL:
        return lives ? FATE_UNTIL : is_expected(m) ? FATE_KILLED : FATE_STALE;
    case CLAIM_DIES:
        if (!lives && !is_advised(m)) return FATE_MISLEADING;
        return lives ? FATE_SURVIVED : is_expected(m) ? FATE_KILLED : FATE_WRONG_REASON;
    default:
        if (m->verdict == VERDICT_MISSING) return FATE_FAULT;
        return lives ? FATE_SURVIVED : born ? FATE_KILLED : FATE_STILLBORN;
    }
}

void decide(struct mutant *m) {
    m->fate = fate_of(m);
}
