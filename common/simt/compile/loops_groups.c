/** @file
 *  @brief What of a kernel is taken to pieces, and which variables live how long. See loops.h. */
#include "loops.h"

/** Does it leave a loop around it, go on with that, or return? */
static bool jumps(const struct loops *l, size_t index, bool in_loop) {
    for (size_t k = index; k; k = l->statements[k].next) {
        const struct statement *st = &l->statements[k];
        bool inner = in_loop || st->kind == S_FOR || st->kind == S_LOOP;
        bool leaves = token_is(l->s, st->first, "break") || token_is(l->s, st->first, "continue");
        if (st->kind == S_RETURN || (leaves && !in_loop)) return true;
        if (jumps(l, st->child, inner) || jumps(l, st->orelse, in_loop)) return true;
    }
    return false;
}

/** How many statements of a kind there are, in all depths. */
static size_t count(const struct loops *l, size_t index, enum statement_kind kind) {
    size_t n = 0;
    for (size_t k = index; k; k = l->statements[k].next) {
        const struct statement *st = &l->statements[k];
        n += (st->kind == kind) + count(l, st->child, kind) + count(l, st->orelse, kind);
    }
    return n;
}

static bool has_shared(const struct loops *l) {
    return count(l, l->first, S_SHARED) > 0;
}

/** Is there a loop to be taken to pieces? */
static bool has_loop(const struct loops *l, size_t index) {
    for (size_t k = index; k; k = l->statements[k].next) {
        const struct statement *st = &l->statements[k];
        if (st->kind == S_FOR && st->apart) return true;
        bool goes_in = st->kind == S_BLOCK || st->kind == S_IF;
        if (goes_in && (has_loop(l, st->child) || has_loop(l, st->orelse))) return true;
    }
    return false;
}

/** A structure's operators may do more than to compute. So its value is kept. */
static bool may_be_record(const struct loops *l, const struct variable *v) {
    if (v->is_auto) return l->calls->has_operators && !is_of_integers(l, v->init, v->init_end);
    bool known = v->type + 1 == v->type_end || l->s->t[v->type].op == W_CV;
    char last = l->s->text[l->s->t[v->type_end - 1].at + l->s->t[v->type_end - 1].len - 1];
    return known && v->stars == v->name && last >= '1' && last <= '4' && is_known_type(l->s, v->type_end - 1);
}

/** Does a variable stand at `i` alone, as an argument? */
static bool is_argument_alone(const struct source *s, size_t i) {
    return (s->t[i - 1].op == '(' || s->t[i - 1].op == ',') && (s->t[i + 1].op == ',' || s->t[i + 1].op == ')');
}

bool is_copied(const struct loops *l, const struct variable *v) {
    const struct source *s = l->s;
    size_t first = v->init, last = v->init_end;
    if (!first || v->stars != v->name) return false;
    if (first == last) return s->t[first].op == OP_NAME && variable_at(l, first);
    if (s->t[first + 1].op != '(' || s->t[first + 1].match != last || !value_code(l->calls, s, first)) return false;
    for (size_t i = first + 2; i < last; i++) {
        const struct variable *given = s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        bool number = given && (s->t[given->type].op == W_BUILTIN || is_known_type(s, given->type_end - 1));
        if (given && !number && s->t[i + 1].op != '.' && !is_argument_alone(s, i)) return false;
    }
    return true;
}

static void classify_declaration(struct loops *l, const struct statement *st) {
    for (size_t k = 0; k < l->n_variables; k++) {
        struct variable *v = &l->variables[k];
        if (v->kind != V_LOCAL || v->name < st->first || v->name > st->last) continue;
        if (!v->init || v->assigned || v->is_array || !has_no_effect(l, v->init, v->init_end))
            continue;
        if (!is_formula(l, v->init, v->init_end, &v->uniform) || may_be_record(l, v)) continue;
        if (v->has_members && !is_copied(l, v)) continue;
        if (l->calls->checked && may_change(l, v->init, v->init_end, v->name, v->to)) continue;
        v->linear =
            !v->uniform && !v->is_auto && v->stars == v->name && is_linear(l, v->init, v->init_end);
        v->kind = V_FORMULA;
    }
}

bool is_changed(struct loops *l, struct variable *v, size_t first, size_t last) {
    bool was = v->assigned, stored;
    v->assigned = false;
    for (size_t i = first; i <= last; i++)
        if (l->s->t[i].op == OP_NAME && variable_at(l, i) == v) note_stores(l, i);
    stored = v->assigned;
    v->assigned = was;
    return stored;
}

/** Does a part of a loop's step, as in i += n, store into counter `v` alone? */
static bool steps_alone(const struct loops *l, const struct variable *v, size_t first,
                        size_t last) {
    const struct source *s = l->s;
    for (size_t i = first; i <= last; i++) {
        bool stepped =
            token_is(s, i - 1, "++") || token_is(s, i - 1, "--") || !has_no_effect(l, i + 1, i + 1);
        if (s->t[i].op == '?') return false;
        if (s->t[i].op == OP_NAME && variable_at(l, i) != v && stepped) return false;
    }
    return true;
}

bool steps_alike(struct loops *l, size_t first, size_t last) {
    const struct source *s = l->s;
    bool uniform, good = is_formula(l, first, last, &uniform) && uniform;
    for (size_t i = first, end; i <= last && good; i = end + 1) {
        struct variable *v = NULL;
        for (end = i; end <= last && s->t[end].op != ','; end = skip_one(s, end))
            if (!v && s->t[end].op == OP_NAME) v = variable_at(l, end);
        good = v && v->kind == V_COUNTER && steps_alone(l, v, i, end - 1);
    }
    return good;
}

/** Is it a counter of a loop, with a value that is the same for all threads, and changed by the loop's step alone? */
static bool is_counter(struct loops *l, struct variable *v, const struct statement *st) {
    size_t close = l->s->t[st->open].match;
    bool uniform;
    return v->init && !v->is_array && v->stars == v->name && !is_changed(l, v, close + 1, st->last) &&
           !is_changed(l, v, st->init_end + 1, st->cond_end) && has_no_effect(l, v->init, v->init_end) &&
           is_formula(l, v->init, v->init_end, &uniform) && uniform;
}

/** Is the head of a loop the same for all threads, as in for (int i = a, j = 0; i < b; i++, j += n), with a, b and n
 *  alike? */
static bool is_uniform_for(struct loops *l, const struct statement *st) {
    size_t close = l->s->t[st->open].match, n = 0;
    bool uniform, good = !jumps(l, st->child, false);
    for (size_t k = 0; k < l->n_variables && good; k++) {
        struct variable *v = &l->variables[k];
        if (v->name <= st->open || v->name >= st->init_end) continue;
        good = is_counter(l, v, st);
        if (good) v->kind = V_COUNTER, v->uniform = true, n++;
    }
    good = good && n && is_formula(l, st->init_end + 1, st->cond_end - 1, &uniform) && uniform &&
           has_no_effect(l, st->init_end + 1, st->cond_end - 1) && steps_alike(l, st->cond_end + 1, close - 1);
    for (size_t k = 0; k < l->n_variables && !good; k++) {
        struct variable *v = &l->variables[k];
        if (v->name > st->open && v->name < st->init_end) v->kind = V_LOCAL, v->uniform = false;
    }
    return good;
}

bool is_integer_type(const struct loops *l, const struct variable *v) {
    for (size_t i = v->type; i < v->type_end; i++)
        if (!token_is(l->s, i, "int") && !token_is(l->s, i, "unsigned") && !token_is(l->s, i, "long") &&
            !token_is(l->s, i, "size_t"))
            return false;
    return v->type < v->type_end && v->stars == v->name && !v->is_array && !v->is_auto;
}

/** Does the body of a for only use its own variables, and those that never change? Then no step needs another. */
static bool steps_apart(const struct loops *l, const struct statement *st, size_t first) {
    for (size_t i = first; i <= st->last; i++) {
        const struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        bool leaves = token_is(l->s, i, "break") || token_is(l->s, i, "continue") || token_is(l->s, i, "return") ||
                      token_is(l->s, i, "goto");
        bool own = v && v->name >= st->first && v->name <= st->last;
        bool fixed = v && (v->kind == V_FORMULA || v->kind == V_COUNTER || v->kind == V_SHARED ||
                           (v->kind == V_PARAMETER && !v->assigned));
        if (leaves || (v && !own && !fixed)) return false;
    }
    return true;
}

/** Is a condition i < n, or i <= n? A thread for which it does not hold is at its end for good. */
static bool is_bound(const struct loops *l, const struct variable *v, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (token_is(l->s, i, "&&") || token_is(l->s, i, "||") || l->s->t[i].op == '?') return false;
    return first + 2 <= last && l->s->t[first].op == OP_NAME && variable_at(l, first) == v &&
           (token_is(l->s, first + 1, "<") || token_is(l->s, first + 1, "<="));
}

/** Does variable `v` stand among tokens first … last? */
static bool is_named(const struct loops *l, const struct variable *v, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (l->s->t[i].op == OP_NAME && variable_at(l, i) == v) return true;
    return false;
}

/** Is it for (int i = first + threadIdx.x; i < n; i += step) with a step and a bound that all threads have? Neighbours
 *  then go through memory side by side, if all of them make a step before one makes the next (strided). */
static bool makes_steps(struct loops *l, const struct statement *st) {
    size_t close = l->s->t[st->open].match, step = st->cond_end + 1, n = 0;
    struct variable *v = NULL;
    for (size_t k = 0; k < l->n_variables; k++)
        if (l->variables[k].name > st->open && l->variables[k].name < st->init_end)
            v = &l->variables[k], n++;
    if (n != 1 || !v->init || !is_integer_type(l, v) || !has_no_effect(l, v->init, v->init_end) ||
        !is_linear(l, v->init, v->init_end) || step + 2 >= close || variable_at(l, step) != v ||
        !token_is(l->s, step + 1, "+=") || !is_bound(l, v, st->init_end + 1, st->cond_end - 1) ||
        is_named(l, v, st->init_end + 2, st->cond_end - 1) || is_named(l, v, step + 1, close - 1))
        return false;
    bool uniform, good;
    enum variable_kind was = v->kind;
    v->kind = V_COUNTER;
    v->uniform = true;
    good = is_formula(l, st->init_end + 1, st->cond_end - 1, &uniform) && uniform &&
           has_no_effect(l, st->init_end + 1, st->cond_end - 1) && is_formula(l, step + 2, close - 1, &uniform) &&
           uniform && has_no_effect(l, step + 2, close - 1);
    v->kind = was;
    v->uniform = false;
    return good && !is_changed(l, v, close + 1, st->last);
}

/** Follows a use of a variable to its end: an element that is read, or one that is stored to. */
static bool stores_element(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    size_t end = i + 1;
    while (s->t[end].op == '[') end = skip_one(s, end);
    bool steps = token_is(s, i - 1, "++") || token_is(s, i - 1, "--") || s->t[i - 1].op == '&';
    return steps || !has_no_effect(l, end, end) || may_store_argument(l, i);
}

/** Does a loop store to shared memory, without a barrier? If each thread runs it as it stands, its steps are one touch
 *  of that memory (see follow_shared). */
static bool stores_shared(const struct loops *l, const struct statement *st) {
    if (count(l, st->child, S_BARRIER)) return false;
    for (size_t i = st->first; i <= st->last; i++) {
        const struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (v && v->kind == V_SHARED && !v->in_step && stores_element(l, i)) return true;
    }
    return false;
}

static void classify(struct loops *l, size_t index, bool in_loop, bool at_top);

/** A condition is asked for all threads at once where a loop depends on it, or where it picks rows of threads. */
static void classify_if(struct loops *l, struct statement *st, bool in_loop, bool at_top) {
    size_t first = st->open + 1, last = l->s->t[st->open].match - 1, child = st->child;
    while (child && l->statements[child].kind == S_BLOCK) child = l->statements[child].child;
    bool calm = has_no_effect(l, first, last);
    st->guards = at_top && calm && !st->orelse && child && l->statements[child].kind == S_RETURN;
    classify(l, st->child, in_loop, false);
    classify(l, st->orelse, in_loop, false);
    bool asks = has_loop(l, st->child) || has_loop(l, st->orelse) ||
                count(l, st->child, S_BARRIER) > 0 ||
                (!in_loop && !has_shared(l) && is_condition(l, first, last));
    st->apart =
        st->guards || (calm && asks && !jumps(l, st->child, true) && !jumps(l, st->orelse, true));
}

static void classify(struct loops *l, size_t index, bool in_loop, bool at_top) {
    for (size_t k = index; k; k = l->statements[k].next) {
        struct statement *st = &l->statements[k];
        if (st->kind == S_DECLARATION) classify_declaration(l, st);
        if (st->kind == S_FOR) st->in_turn = stores_shared(l, st);
        if (st->kind == S_FOR) st->apart = !st->in_turn && is_uniform_for(l, st);
        if (st->kind == S_FOR && !st->apart) st->stepped = makes_steps(l, st);
        st->strided = st->stepped && steps_apart(l, st, l->s->t[st->open].match + 1u);
        if (st->kind == S_BLOCK) st->apart = true;
        if (st->kind == S_IF)
            classify_if(l, st, in_loop, at_top);
        else
            classify(l, st->child, in_loop || st->kind == S_FOR || st->kind == S_LOOP, false);
    }
}

/*
 * Groups.
 */
static void give_group(struct loops *l, size_t first, size_t last, size_t group) {
    for (size_t i = first; i <= last; i++) l->group_of[i - l->d->body] = group;
}

/** What stands where loops may have it. Behind an `if` with barriers come no more: threads are there already. */
struct met {
    size_t barriers, shared, returns;
    bool closed;
};

static void number_one(struct loops *l, const struct statement *st) {
    give_group(l, st->first, st->last, l->n_groups);
    for (size_t k = 0; k < l->n_variables; k++)
        if (st->kind == S_DECLARATION && l->variables[k].name > st->first &&
            l->variables[k].name < st->last)
            l->variables[k].group = l->n_groups;
}

/** May it have barriers, at the top of the kernel? Its condition is asked before anything else happens. */
static bool may_have_barriers(struct loops *l, const struct statement *st, bool at_top) {
    size_t inside = st->guards ? count(l, st->next, S_BARRIER) : count(l, st->child, S_BARRIER);
    return at_top && inside && !st->orelse &&
           !may_change(l, st->open, l->s->t[st->open].match, l->d->body, l->s->t[l->d->body].match) &&
           is_condition(l, st->open + 1, l->s->t[st->open].match - 1);
}

/** Does a statement store to an array around whose stores lanes wait? Then no thread goes on before all have stored. */
static bool stores_in_step(const struct loops *l, const struct statement *st) {
    for (size_t i = st->first; i <= st->last; i++) {
        const struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (v && v->in_step && stores_element(l, i)) return true;
    }
    return false;
}

/** Is what a loop repeats one group? A row of threads may then run it before the next row does, which keeps what it
 *  computes with at hand. Lanes that wait around stores stay together. */
static bool is_one_group(const struct loops *l, const struct statement *st) {
    size_t k = st->child, group;
    while (k && l->statements[k].kind == S_BLOCK && !l->statements[k].next) k = l->statements[k].child;
    group = k ? l->group_of[l->statements[k].first - l->d->body] : 0;
    for (; k; k = l->statements[k].next) {
        const struct statement *own = &l->statements[k];
        bool plain = own->kind == S_PLAIN || own->kind == S_DECLARATION || own->kind == S_IF;
        if (!plain || own->apart || l->group_of[own->first - l->d->body] != group) return false;
    }
    return group && !stores_in_step(l, st);
}

/** The group that statements come into, and what is in it (enum setting). */
struct opened {
    bool open, sets, others;
};

/** Puts a statement into the group that is open, or into one of its own. */
static void number_into(struct loops *l, const struct statement *st, struct opened *now) {
    enum setting sets = l->calls->checked ? sets_indexes(l, st) : SETS_OTHERS;
    bool alone = stores_in_step(l, st), behind = now->sets && !now->others && sets == SETS_OTHERS;
    if (!now->open || alone || behind) {
        l->n_groups++;
        now->sets = now->others = false;
    }
    now->open = !alone;
    now->sets |= sets == SETS_INDEXES;
    now->others |= sets == SETS_OTHERS;
    number_one(l, st);
}

static void number_list(struct loops *l, size_t index, bool at_top, struct met *met) {
    struct met none;
    struct opened now = {0};
    for (size_t k = index; k; k = l->statements[k].next) {
        struct statement *st = &l->statements[k];
        met->barriers += st->kind == S_BARRIER && !met->closed;
        met->shared += st->kind == S_SHARED;
        met->returns += st->guards || (st->kind == S_RETURN && at_top && !st->next);
        if (!st->apart && !st->alike && st->kind != S_BARRIER && st->kind != S_SHARED && st->kind != S_RETURN) {
            number_into(l, st, &now);
            continue;
        }
        now.open = false;
        if (st->kind == S_BARRIER || st->kind == S_SHARED) give_group(l, st->first, st->last, 0); // no mark any more
        none = (struct met){0};
        if (st->kind == S_IF) {
            give_group(l, st->open, l->s->t[st->open].match, ++l->n_groups);
            l->n_masks++;
            st->asked_first = may_have_barriers(l, st, at_top);
        }
        bool alike = st->kind != S_IF || st->asked_first;
        if (st->guards) {
            number_list(l, st->next, true, alike ? met : &none);
            met->returns += alike ? 0 : none.returns;
            return;
        }
        number_list(l, st->child, false, alike ? met : &none);
        st->by_rows = st->kind == S_FOR && is_one_group(l, st);
        number_list(l, st->orelse, false, &none);
        met->closed |= st->asked_first;
    }
}

/*
 * A missing barrier has to show. Groups come one behind the other as if barriers stood between them, so two groups may
 * not touch shared memory without one, unless both only read it, or each thread its own element.
 */
struct touched {
    bool any, written;
    bool step_read, step_written; /**< the same of arrays around whose stores lanes wait */
    const struct variable *own;   /**< the only index so far, as in s[i] = …; x = s[i]: it has not changed since */
    bool mixed;                   /**< there are other indexes */
};

/** Notes the index of an access. Of what is a variable of its thread, and does not change, an element is its own. */
static void touch_index(const struct loops *l, size_t open, size_t end, struct touched *here) {
    const struct variable *v = open + 3 == end && l->s->t[open].op == '[' && l->s->t[open + 1].op == OP_NAME
                                   ? variable_at(l, open + 1)
                                   : NULL;
    if (v && (v->uniform || v->is_array || (v->kind != V_LOCAL && v->kind != V_FORMULA && v->kind != V_LANE))) v = NULL;
    here->mixed |= !v || (here->own && here->own != v);
    here->own = v;
}

static void touch_shared(struct loops *l, const struct variable *v, size_t i, struct touched *here) {
    const struct source *s = l->s;
    size_t end = i + 1;
    while (s->t[end].op == '[') end = skip_one(s, end);
    bool single = !v->is_array && s->t[end].op != '.' && s->t[i - 1].op != '&' && !may_store_argument(l, i);
    if (end == i + 1 && !single) l->why = "hands a shared variable on";
    bool stores = stores_element(l, i);
    touch_index(l, i + 1, end, here);
    if (!v->in_step) here->any = true, here->written |= stores;
    here->step_written |= v->in_step && stores;
    here->step_read |= v->in_step && !(stores && s->t[end].op == '=');
}

/** Do tokens first … last change the variable, or declare it anew? */
static bool is_stored(const struct loops *l, const struct variable *v, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (l->s->t[i].op != OP_NAME || variable_at(l, i) != v) continue;
        if (i == v->name || stores_element(l, i)) return true;
    }
    return false;
}

/** What is stored in step may be stored twice, statement by statement. To load it, too, takes a barrier. */
static void touch_tokens(struct loops *l, size_t first, size_t last, struct touched *since) {
    struct touched here = {0};
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (v && v->kind == V_SHARED) touch_shared(l, v, i, &here);
    }
    bool changed = since->own && is_stored(l, since->own, first, last);
    bool touches = here.any || here.step_read || here.step_written;
    bool own = touches && since->own == here.own && !since->mixed && !here.mixed && !changed;
    if (here.any && since->any && (here.written || since->written) && !own) l->why = "may lack a barrier";
    if (((since->step_read && here.step_written) || (since->step_written && here.step_read)) && !own)
        l->why = "loads and stores a volatile variable without a barrier";
    if (here.step_read && here.step_written && !own) l->why = "loads and stores a volatile variable without a barrier";
    since->mixed |= here.mixed || changed || (touches && since->own && since->own != here.own);
    if (touches) since->own = here.own;
    since->any |= here.any;
    since->written |= here.written;
    since->step_read |= here.step_read;
    since->step_written |= here.step_written;
}

/** Goes through the groups in the order in which they run; through loops twice. */
static void follow_shared(struct loops *l, size_t index, struct touched *since) {
    for (size_t k = index; k; k = l->statements[k].next) {
        const struct statement *st = &l->statements[k];
        size_t group = l->group_of[st->first - l->d->body], last = st->last;
        if (st->kind == S_BARRIER) *since = (struct touched){0};
        if (st->kind == S_BARRIER || st->kind == S_SHARED || st->alike) continue;
        if (st->kind == S_IF && st->apart)
            touch_tokens(l, st->open, l->s->t[st->open].match, since);
        if (!st->apart) { // all statements of the group are one touch
            while (l->statements[k].next &&
                   l->group_of[l->statements[l->statements[k].next].first - l->d->body] == group)
                k = l->statements[k].next, last = l->statements[k].last;
            touch_tokens(l, st->first, last, since);
            continue;
        }
        for (int round = 0; round < 1 + (st->kind == S_FOR); round++)
            follow_shared(l, st->child, since);
        follow_shared(l, st->orelse, since);
    }
}

/** Can tokens first … last be written outside of the kernel? Of its variables they use those that other such tokens
 *  give their value, as in constexpr int N = 4; and all stand in front of token `own`. */
static bool is_known_outside(const struct loops *l, size_t first, size_t last, size_t own) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (v && (!v->init || v->is_array || v->name >= own || !is_known_outside(l, v->init, v->init_end, v->name)))
            return false;
    }
    return true;
}

/** May the array have a place for each thread? Its bounds are known outside of the kernel, and it asks for no
 *  alignment. */
static bool may_be_kept(const struct loops *l, const struct variable *v) {
    size_t i = v->name + 1;
    if (v->is_auto || l->s->t[i].op != '[') return false;
    for (size_t k = v->type; k < v->name; k++)
        if (attribute_end(l->s, k) || token_is(l->s, k, "volatile")) return false;
    for (; l->s->t[i].op == '['; i = skip_one(l->s, i)) {
        if (l->s->t[i].match == i + 1 || !is_known_outside(l, i, l->s->t[i].match, v->name)) return false;
    }
    return true;
}

/** How many loops without barriers are around token `i`? */
static int inner_loops_around(const struct loops *l, size_t i) {
    int n = 0;
    for (size_t k = 1; k < l->n_statements; k++) {
        const struct statement *st = &l->statements[k];
        bool is_loop = st->kind == S_FOR || st->kind == S_LOOP;
        n += is_loop && st->first < i && i <= st->last && !count(l, st->child, S_BARRIER);
    }
    return n;
}

/** In a thread of its own a compiler has an array of inner loops in registers. As loops over threads, a product of
 *  tiles took up to 1.7 times as long; and where arrays are copied and added up between barriers, a tenth. */
static void refuse_busy_arrays(struct loops *l) {
    size_t body = l->d->body;
    for (size_t i = body + 1; i < l->s->t[body].match; i++) {
        const struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (v && v->kind == V_LANE && v->is_array && inner_loops_around(l, i) > 1)
            l->why = "keeps an array that inner loops use";
    }
}

/** A variable that is used in another group than its own has to outlive it. */
static void find_lanes(struct loops *l) {
    size_t body = l->d->body;
    for (size_t i = body + 1; i < l->s->t[body].match; i++) {
        struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (!v || v->kind != V_LOCAL || !v->group || l->group_of[i - body] == v->group) continue;
        v->kind = V_LANE;
        if (v->is_auto || (v->is_array && !may_be_kept(l, v)))
            l->why = "keeps a variable whose type is not written, or an array whose size is not";
    }
    refuse_busy_arrays(l);
}

/** Does an array stand for a pointer to its elements at `i`? */
static bool decays(const struct loops *l, const struct variable *v, size_t i) {
    size_t rows = 0, indexes = 0;
    for (size_t k = v->name + 1; l->s->t[k].op == '['; k = skip_one(l->s, k)) rows++;
    for (size_t k = i + 1; l->s->t[k].op == '['; k = skip_one(l->s, k)) indexes++;
    return indexes < rows && i != v->name && !token_is(l->s, i - 2, "sizeof");
}

/** Is it a member that may be an array, in a structure of the program? */
static bool may_be_array(const struct loops *l, const struct variable *v, size_t i) {
    return l->s->t[i + 1].op == '.' && l->s->t[i + 3].op != '[' && !is_known_type(l->s, v->type_end - 1);
}

static bool keeps_pointer(const struct loops *l) {
    for (size_t k = 0; k < l->n_variables; k++) {
        const struct variable *v = &l->variables[k];
        for (size_t i = v->type; v->kind == V_LANE && i < v->name; i++)
            if (l->s->t[i].op == '*') return true;
    }
    return false;
}

/** What a pointer leads to outlives its group as the pointer does, though nobody names it there. */
static void keep_what_is_pointed_at(struct loops *l) {
    size_t body = l->d->body;
    bool pointers = keeps_pointer(l);
    for (size_t i = body + 1; i < l->s->t[body].match && l->n_groups > 1; i++) {
        struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        // The compiler is told that nothing but its name leads to a kept array.
        bool is_kept = v && v->kind == V_LANE && l->s->t[v->name + 1].op == '[';
        if (!v || (v->kind != V_LOCAL && !is_kept) || !v->group) continue;
        bool leads = v->is_array && decays(l, v, i) && (pointers || !is_argument(l, i));
        if (leads || (v->is_array && v->pointed_at)) l->why = "keeps a pointer to an array";
        if (v->pointed_at || (pointers && may_be_array(l, v, i))) v->kind = V_LANE;
        if (v->kind == V_LANE && v->is_auto)
            l->why = "keeps a variable whose type is not written, or an array whose size is not";
    }
}

void form_groups(struct loops *l) {
    struct met met = {0};
    classify(l, l->first, false, true);
    if (l->calls->checked && find_alike(l)) classify(l, l->first, false, true);
    if (l->calls->checked) find_indexes(l);
    number_list(l, l->first, true, &met);
    if (met.barriers != count(l, l->first, S_BARRIER)) l->why = "has a barrier under a condition";
    if (met.shared != count(l, l->first, S_SHARED))
        l->why = "has a shared variable under a condition";
    if (met.returns != count(l, l->first, S_RETURN)) l->why = "returns from the middle";
    struct touched since = {0};
    if (has_shared(l)) follow_shared(l, l->first, &since);
    if (has_shared(l) && !met.barriers) l->why = "has shared variables and no barrier";
    find_lanes(l);
    keep_what_is_pointed_at(l);
}
