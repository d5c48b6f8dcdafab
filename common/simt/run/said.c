/**
 * @file
 * @brief Reads a catalogue, and finds a message's translation by its form (said.h).
 */
#include "said.h"

#include "said_parts.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_MESSAGES = 2048,
    CAPTURES = 12,
    MEMOS = 1024,
    DEEPEST = 8,
    MOST_TRIES = 200000,
    FEW = 20
};

static struct message {
    const char *id, *str, *key; /* key: of the id the longest piece between conversions */
    size_t key_length;
    bool has_letters;
} messages[MOST_MESSAGES];
static size_t n_messages;
static char letters[3];
static atomic_bool missed;

static bool is_letter(char c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* What is between its conversions. */
static void find_key(struct message *m) {
    for (const char *at = m->id; *at;) {
        const size_t length = strcspn(at, "%");
        if (length > m->key_length) {
            m->key = at;
            m->key_length = length;
        }
        for (size_t i = 0; i < length; i++) m->has_letters |= is_letter(at[i]);
        at += length;
        if (*at) at = at[1] == '%' ? at + 2 : read_conversion(at + 1).behind;
    }
    const bool stopped = m->key_length > 1 && !m->key[m->key_length];
    if (stopped && m->key[m->key_length - 1] == '.') m->key_length--; /* which may be left out */
}

/*
 * The catalogue: lines of msgid, msgstr, and of strings that go on.
 */
/* Takes the string of a line to `to`, without its quotes and escapes; returns its end. */
static char *unquote(char *to, const char *line, const char *end) {
    const char *at = memchr(line, '"', (size_t)(end - line));
    for (at = at ? at + 1 : end; at < end && *at != '"'; at++) {
        const bool escape = *at == '\\' && at + 1 < end;
        if (escape) at++;
        *to++ = escape && *at == 'n' ? '\n' : escape && *at == 't' ? '\t' : *at;
    }
    return to;
}

static bool begins(const char *line, const char *end, const char *words) {
    const size_t n = strlen(words);
    return (size_t)(end - line) >= n && memcmp(line, words, n) == 0;
}

/* A message counts that has a translation which somebody has looked at. */
static void keep(struct message m, bool fuzzy) {
    if (!m.id || !*m.id || !m.str || !*m.str || fuzzy || n_messages == MOST_MESSAGES) return;
    find_key(&m);
    messages[n_messages++] = m;
}

/* In place: what stands in a line is never longer than the line. Of pictures, or all others. */
static void parse(char *text, char *end, bool of_pictures) {
    struct message m = {0};
    bool other = false, next_other = of_pictures, fuzzy = false, next_fuzzy = false;
    char *to = text;
    for (char *line = text, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) return;
        const bool id = begins(line, stop, "msgid "), str = begins(line, stop, "msgstr ");
        if (begins(line, stop, "#, ")) next_fuzzy = memmem(line, (size_t)(stop - line), "fuzzy", 5);
        if (begins(line, stop, "msgctxt ")) next_other = !of_pictures;
        if (id) {
            keep(m, fuzzy || other);
            m = (struct message){0};
            fuzzy = next_fuzzy;
            other = next_other;
            next_other = of_pictures;
            next_fuzzy = false;
        }
        if (id || str) *(id ? &m.id : &m.str) = to;
        if ((!id && !str && *line != '"') || !m.id) continue;
        if (!id && !str) to--; /* over the end of the string that goes on */
        to = unquote(to, line, stop);
        *to++ = 0;
    }
    keep(m, fuzzy || other);
}

static bool open_part(const char *path, bool of_pictures) {
    struct stat status;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    char *text = MAP_FAILED;
    if (fstat(fd, &status) == 0 && status.st_size > 0)
        text = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    close(fd);
    n_messages = 0;
    if (text != MAP_FAILED) parse(text, text + status.st_size, of_pictures);
    return n_messages > 0;
}

bool said_open(const char *path) {
    return open_part(path, false);
}

bool said_open_pictures(const char *path) {
    return open_part(path, true);
}

bool said_open_in(const char *folder) {
    static const char *const names[] = {"WORDS", "LC_ALL", "LC_MESSAGES", "LANG"};
    const char *value = NULL;
    char path[1200];
    for (size_t i = 0; i < sizeof(names) / sizeof(*names) && !(value && *value); i++)
        value = getenv(names[i]);
    if (!value || strspn(value, "abcdefghijklmnopqrstuvwxyz") != 2) return false;
    snprintf(path, sizeof(path), "%s/%.2s/messages.po", folder, value);
    if (!said_open(path)) return false;
    memcpy(letters, value, 2);
    return true;
}

const char *said_language(void) {
    return letters;
}

const char *said_missed(void) {
    return missed ? said("Some messages have no translation yet, and are in English.") : NULL;
}

bool said_is_open(void) {
    return n_messages > 0;
}

bool said_message(size_t i, const char **english, const char **translation) {
    if (i >= n_messages) return false;
    *english = messages[i].id;
    *translation = messages[i].str;
    return true;
}

const char *said_known(const char *text) {
    for (size_t i = 0; i < n_messages; i++)
        if (strcmp(messages[i].id, text) == 0) return messages[i].str;
    return NULL;
}

const char *said(const char *text) {
    const char *known = said_known(text);
    missed |= !known && n_messages > 0 && *text;
    return known ? known : text;
}

/*
 * Forms: a msgid fits a text where its letters are there, and numbers or words stand at its conversions.
 */
struct capture {
    const char *at;
    int length;
    bool words; /* of a %s: looked up in turn */
};

/* What is known of a part of the text: its message, and how many letters are known in it. */
struct memo {
    const char *at;
    int length, message, score;
};

struct lookup {
    struct memo memos[MEMOS];
    uint16_t candidates[MOST_MESSAGES]; /* whose keys are in the text */
    size_t n_candidates;
    int tries, depth;
};

struct fit {
    struct capture now[CAPTURES], best[CAPTURES];
    int n, best_n, best_score; /* n: arguments of printf, with those that a * takes */
    const char *start, *end;
    bool has_letters;
};

static size_t number_length(const struct conversion *c, const char *at, const char *end) {
    static const char *const digits[] = {"0123456789", "0123456789abcdefABCDEF",
                                         "0123456789.e+-infa"};
    const char *from = at, *set = digits[strchr("xXp", c->letter)     ? 1
                                         : strchr("efgEG", c->letter) ? 2
                                                                      : 0];
    while (c->padded && at < end && *at == ' ') at++;
    if (at < end && *at == '-') at++;
    const char *first = at;
    while (at < end && strchr(set, *at)) at++;
    return at == first ? 0 : (size_t)(at - from);
}

static int score_of(struct lookup *l, const char *at, int length);
static void fit(struct lookup *l, struct fit *f, const char *id, const char *at, int letters);

/* Words that nobody has translated: with a few of another language around them they would be hard to read. */
static bool is_sentence(const struct capture *c) {
    int blanks = 0;
    for (int i = 0; i < c->length; i++) blanks += c->at[i] == ' ';
    return blanks >= 4;
}

/* A call or a launch, f<<<1, 128>>>(x, y), that goes on in the next part. */
static bool is_cut(const struct capture *c) {
    int open = 0;
    for (int i = 0; i < c->length; i++) open += (c->at[i] == '(') - (c->at[i] == ')');
    return open || !memmem(c->at, (size_t)c->length, "<<<", 3) !=
                       !memmem(c->at, (size_t)c->length, ">>>", 3);
}

/* All of the message fits: is this the best way? */
static void count_up(struct lookup *l, struct fit *f, int letters) {
    int score = f->has_letters ? 8 * letters - f->n : 0; /* of two the one with fewer gaps */
    int n_known = 0;
    for (int i = 0; i < f->n; i++) {
        if (!f->now[i].words) continue;
        if (!f->has_letters && is_cut(&f->now[i])) return;
        const int known = score_of(l, f->now[i].at, f->now[i].length);
        if (known == 0 && letters < FEW && is_sentence(&f->now[i])) return;
        score += known;
        n_known += known > 0;
    }
    /* What joins a message and something else is less than a message that ends with it. */
    if (!f->has_letters && score) score += n_known > 1 ? letters : -1;
    if (score <= f->best_score) return;
    f->best_score = score;
    f->best_n = f->n;
    memcpy(f->best, f->now, sizeof(f->best));
}

static void fit_conversion(struct lookup *l, struct fit *f, const char *id, const char *at,
                           int letters) {
    const struct conversion c = read_conversion(id);
    const int n = f->n, argument = n + c.stars;
    if (argument >= CAPTURES) return;
    for (int i = n; i < argument; i++) f->now[i] = (struct capture){at, 0, false};
    f->n = argument + 1;
    if (c.letter == 's' || c.letter == 'S') {
        const char *stop = *c.behind ? at : f->end;
        for (; stop <= f->end && l->tries > 0; stop++) {
            if (stop < f->end && *c.behind && *c.behind != '%' && *stop != *c.behind) continue;
            /* A name between underlines is none of our words. */
            const bool ours = c.letter == 's' && (at == f->start || at[-1] != '_');
            f->now[argument] = (struct capture){at, (int)(stop - at), ours};
            fit(l, f, c.behind, stop, letters);
        }
    } else {
        const size_t length = c.letter == 'c' ? at < f->end : number_length(&c, at, f->end);
        f->now[argument] = (struct capture){at, (int)length, false};
        if (length) fit(l, f, c.behind, at + length, letters);
    }
    f->n = n;
}

static void fit(struct lookup *l, struct fit *f, const char *id, const char *at, int letters) {
    l->tries--;
    for (; *id && (*id != '%' || id[1] == '%'); id++, at++, letters++) {
        if (at == f->end && f->has_letters && strcmp(id, ".") == 0) break; /* it goes on behind */
        if (at >= f->end || *at != *id) return;
        if (*id == '%') id++;
    }
    if (*id == '%')
        fit_conversion(l, f, id + 1, at, letters);
    else if (at == f->end)
        count_up(l, f, letters);
}

static struct fit fit_message(struct lookup *l, size_t i, const char *at, int length) {
    struct fit f = {.start = at, .end = at + length, .has_letters = messages[i].has_letters};
    fit(l, &f, messages[i].id, at, 0);
    return f;
}

/* The message that knows most of it; -1: none does. */
static struct memo look_up(struct lookup *l, const char *at, int length) {
    struct memo *memo = &l->memos[((uintptr_t)at * 31 + (uintptr_t)length) % MEMOS];
    struct memo best = {at, length, -1, 0};
    if (memo->at == at && memo->length == length) return *memo;
    if (length == 0 || l->depth == DEEPEST) return best;
    l->depth++;
    for (size_t k = 0; k < l->n_candidates && l->tries > 0; k++) {
        const struct message *m = &messages[l->candidates[k]];
        if (*m->id != '%' && *m->id != *at) continue;
        if (!memmem(at, (size_t)length, m->key, m->key_length)) continue;
        const struct fit f = fit_message(l, l->candidates[k], at, length);
        if (f.best_score > best.score)
            best = (struct memo){at, length, l->candidates[k], f.best_score};
    }
    l->depth--;
    *memo = best;
    return best;
}

static int score_of(struct lookup *l, const char *at, int length) {
    return look_up(l, at, length).score;
}

/*
 * Words: the translation, with what was captured.
 */
struct words {
    char *text;
    size_t used, size;
};

static void put(struct words *w, const char *at, size_t length) {
    if (length >= w->size - w->used) length = w->size - w->used - 1;
    memcpy(w->text + w->used, at, length);
    w->used += length;
    w->text[w->used] = 0;
}

static void put_part(struct lookup *l, struct words *w, const char *at, int length);

static void put_message(struct lookup *l, struct words *w, const struct fit *f, const char *str) {
    int next = 0;
    for (const char *at = str; *at;) {
        const size_t plain = strcspn(at, "%");
        put(w, at, plain);
        at += plain;
        if (!*at) return;
        if (at[1] == '%') {
            put(w, "%", 1);
            at += 2;
            continue;
        }
        const struct conversion c = read_conversion(at + 1);
        const int argument = c.argument ? c.argument - 1 : next + c.stars;
        next = argument + 1;
        at = c.behind;
        if (argument >= f->best_n) continue;
        const struct capture *capture = &f->best[argument];
        if (capture->words)
            put_part(l, w, capture->at, capture->length);
        else
            put(w, capture->at, (size_t)capture->length);
    }
}

static void put_part(struct lookup *l, struct words *w, const char *at, int length) {
    static const char *const stops[] = {".", "。"};
    const struct memo known = look_up(l, at, length);
    if (known.message < 0 || l->depth == DEEPEST) {
        missed |= said_is_english(at, length);
        put(w, at, (size_t)length);
        return;
    }
    l->depth++;
    const struct fit f = fit_message(l, (size_t)known.message, at, length);
    put_message(l, w, &f, messages[known.message].str);
    l->depth--;
    const char *id = messages[known.message].id;
    const bool stopped = *id && id[strlen(id) - 1] == '.' && at[length - 1] != '.';
    for (size_t i = 0; stopped && i < 2; i++) {
        const size_t n = strlen(stops[i]);
        if (w->used >= n && strcmp(w->text + w->used - n, stops[i]) == 0) w->text[w->used -= n] = 0;
    }
}

const char *said_whole(const char *english, char *text, size_t size) {
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    static struct lookup l;
    struct words w = {text, 0, size};
    const size_t length = strlen(english);
    if (n_messages == 0 || atomic_flag_test_and_set(&busy)) {
        snprintf(text, size, "%s", english);
        return text;
    }
    memset(&l, 0, sizeof(l));
    l.tries = MOST_TRIES;
    text[0] = 0;
    for (size_t i = 0; i < n_messages; i++)
        if (memmem(english, length, messages[i].key, messages[i].key_length))
            l.candidates[l.n_candidates++] = (uint16_t)i;
    put_part(&l, &w, english, (int)length);
    if (l.tries <= 0) snprintf(text, size, "%s", english);
    atomic_flag_clear(&busy);
    return text;
}
