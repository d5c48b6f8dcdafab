#!/bin/sh
# Each folder is on the map, and each arrow is allowed: docs/architecture.md.
set -u
. "$(dirname "$0")/promise.sh"
page=docs/architecture.md

# The tree's folders as patterns, one a line; NN_name is any lab.
sed -n '/^## The tree/,/^## Arrows/p' $page | sed -n '/^```/,/^```/p' |
    sed -n 's#^\([a-z][A-Za-z_/*]*\)  *[^ ].*#\1#p' |
    sed 's#NN_name#[0-9]*#' >"$work/tree"
folders() { git ls-files -co --exclude-standard | sed -n 's#/[^/]*$##p' | sort -u |
    grep -vE '^(\.|grader/selftest/hostile/[A-Z])'; }
# Folders that no pattern names: a * stands for one name, and below that for whatever there is.
unnamed() {
    awk 'NR == FNR { p = $0; sub(/[*]$/, "&.", p); gsub(/[.]/, "", p); open = p ~ /[*]$/
                     gsub(/\[0-9\][*]/, "[0-9][0-9]_[a-z0-9_]+", p); gsub(/[*]/, ".*", p); pattern[p] = 1; next }
        { for (p in pattern) if ($0 ~ "^" p "$") next; print }' "$work/tree" -
}
folders | unnamed >"$work/out"
[ -s "$work/tree" ] && [ ! -s "$work/out" ]
promise "each folder is on the map" $?
[ "$(printf 'grader/attic\nlabs/03_atomic_merge/more\ncommon\n' | unnamed |
        tr '\n' ' ')" = 'grader/attic labs/03_atomic_merge/more ' ]
promise "and one that is not would be found" $?
while read -r pattern; do
    # shellcheck disable=SC2086
    ls -d $pattern >/dev/null 2>&1 || echo "$pattern is on the map, and no folder"
done <"$work/tree" >"$work/out"
[ ! -s "$work/out" ]
promise "what is on the map is there" $?

# Arrows: lines "from to"; a folder means what is below it, too, unless a longer one is in the table.
sed -n '/^## Arrows/,/^## /p' $page | awk -F'|' '/^\| `/ { n = split($2, from, "`"); k = split($3, to, "`")
    for (i = 2; i <= n; i += 2) for (j = 2; j <= k; j += 2) print from[i], to[j] }' >"$work/arrows"
includes() { # of files that are no tests: "file included"
    git ls-files -co --exclude-standard '*.c' '*.h' '*.cu' '*.cpp' | grep -vE '/tests/|/hostile/[A-Z]|^slides/' |
        xargs grep -HE '^#[ ]*include "(common|grader|labs|solutions|docs)/' /dev/null |
        sed 's/^\([^:]*\):.*"\(.*\)".*/\1 \2/'
}
forbidden() {
    awk 'NR == FNR { known[$1] = known[$2] = 1; gsub(/\/[*]$/, "/", $2); may[$1 " " $2] = 1; next }
        function room(path,  best, r) {
            if (path ~ /^labs\/[^\/]*\/bench[.]c$/) return "grader/bench"
            best = ""
            for (r in known) if (index(path, r "/") == 1 && length(r) > length(best)) best = r
            return best
        }
        { a = room($1); b = room($2)
          if (a == b || (a " " b) in may) next
          for (m in may) { split(m, w, " "); if (w[1] == a && w[2] ~ /\/$/ && index(b, w[2]) == 1) next }
          print $1 " includes " $2 ": no arrow from " (a ? a : "there") " to " (b ? b : "there") }' "$work/arrows" -
}
includes | forbidden >"$work/out"
[ -s "$work/arrows" ] && [ ! -s "$work/out" ]
promise "each include is an arrow of the map" $?
printf 'grader/grade/sandbox/session.c grader/grade/judge/run.h\nlabs/03_atomic_merge/stages.c '\
'grader/sort/run.h\ncommon/data.c labs/01_serial_radix/serial_radix.h\n' |
    forbidden | grep -c 'no arrow' | grep -qx 3
promise "and one that is none would be found" $?
# A lab's header is read by that lab alone, and none reads another lab's.
includes | awk '{ split($1, a, "/"); split($2, b, "/") }
    a[1] == "labs" && b[1] == "labs" && a[2] != b[2] && $1 !~ /bench[.]c$/ { print }' >"$work/out"
[ ! -s "$work/out" ]
promise "no lab includes another" $?
exit $failed
