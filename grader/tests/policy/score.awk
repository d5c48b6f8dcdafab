# What points come to, worked out another way: by counting up, in fractions, without the kit's formulas.
# Reads lines of grader/tests/policy/scores.c; says which of them it cannot follow, and how many it could.

# The greatest whole number that is not above a / b.
function floor_of(a, b,   q) {
    q = int(a / b)
    while (q * b > a) q--
    while ((q + 1) * b <= a) q++
    return q
}
function nearest(a, b,   q) { # a half goes up
    q = floor_of(a, b)
    return 2 * (a - q * b) >= b ? q + 1 : q
}
function units(seconds, unit,   n) { # each one that has begun
    while (seconds > 0) { seconds -= unit; n++ }
    return n + 0
}
function field() { return $(++at) }
function in_sum(hundredths) { return out_of && all ? nearest(hundredths * out_of, all) : nearest(hundredths, 100) }

{
    at = 0
    out_of = field(); drop = field(); grace = field(); free = field(); a_day = field(); an_hour = field()
    cap = field(); closes = field(); late = field()
    for (i = 1; i <= 3; i++) cost[i] = field()
    labs = field()
    words = ""
    for (l = 1; l <= labs; l++) {
        weight[l] = field(); top[l] = field(); stages = field()
        got[l] = paid[l] = max[l] = whole[l] = gone[l] = 0
        for (k = 1; k <= stages; k++) {
            m = field(); extra = field(); p = field()
            charge = 0
            for (i = 1; i <= 3; i++) charge += cost[i] * field()
            got[l] += p; paid[l] += charge < p ? charge : p; whole[l] += m
            if (!extra) max[l] += m
        }
    }
    # The lowest: sorted by share, then by worth, then from the back.
    for (n = 0; n < drop; n++) {
        worst = 0; candidates = 0
        for (l = labs; l >= 1; l--) {
            if (gone[l] || top[l] || !max[l] || !weight[l]) continue
            candidates++
            x = worst ? (got[l] - paid[l]) * max[worst] - (got[worst] - paid[worst]) * max[l] : -1
            if (x < 0 || (x == 0 && weight[l] * max[l] > weight[worst] * max[worst])) worst = l
        }
        if (candidates > 1) gone[worst] = 1
    }
    sum = all = most = 0
    for (l = 1; l <= labs; l++) {
        words = words " " got[l] " " paid[l] " " gone[l]
        if (gone[l]) continue
        sum += weight[l] * (got[l] - paid[l]); most += weight[l] * whole[l]
        if (!top[l]) all += weight[l] * max[l]
    }
    raw = in_sum(sum)
    percent = 0
    if (late > 60 * grace) {
        percent = units(late - 86400 * free, 86400) * a_day + units(late - 86400 * free, 3600) * an_hour
        if (percent > cap) percent = cap
        if (closes && late > 86400 * closes) percent = 100
    }
    penalty = floor_of(raw * percent, 100)
    mine = raw " " penalty " " (raw - penalty) " " in_sum(all) " " in_sum(most) words
    theirs = $0
    sub(/^.*\| /, "", theirs)
    if (mine != theirs) { print "line " NR ": " $0; print "    here it comes to " mine; wrong = 1 }
    free_of_charge += !penalty; lowered += penalty > 0 && percent < 100; closed += percent == 100
    over += raw > in_sum(all); fewer += drop > 0
}
END {
    print free_of_charge " without a penalty, " lowered " with one, " closed " too late, " over " above the most, " \
        fewer " of whom labs are dropped"
    exit wrong || !(free_of_charge && lowered && closed && over && fewer)
}
