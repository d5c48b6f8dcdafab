#!/bin/sh
# Compares a profile with what a GPU counted: prints each difference that has no reason, and each reason
# that has no difference. Prints at the end how many kernels are equal.
#   compare.sh REPORT.json COUNTS.csv REASONS.txt COMPILER
# A reason is for both compilers, for one, or for some of its versions: g++<14,clang++>=16.
awk -v compiler="$4" -v version="$("$4" -dumpversion | cut -d. -f1)" '
    function is_meant(compilers,    n, one, k, parts, bound) {
        n = split(compilers, one, ",")
        for (k = 1; k <= n; k++) {
            bound = split(one[k], parts, /<|>=/) > 1 ? parts[2] + 0 : 0
            if (parts[1] != compiler && one[k] != "both") continue
            if (index(one[k], "<") ? version < bound : version >= bound) return 1
        }
        return 0
    }
    BEGIN { sub(/.*-/, "", compiler) } # of another machine it has the same name
    FILENAME == ARGV[1] { # the line behind that of a kernel has its metrics
        if (match($0, /^    [{]"name": "[^"]*/)) kernel = substr($0, 15, RLENGTH - 14)
        if ($0 !~ /^      "metrics"/) next
        n = split($0, part, /[{,}]/)
        for (i = 1; i <= n; i++) if (split(part[i], pair, /": ?/) == 2) {
            sub(/^ *"/, "", pair[1])
            if (!((kernel, pair[1]) in cpu)) cpu[kernel, pair[1]] = pair[2]
        }
        next
    }
    FILENAME == ARGV[2] {
        if (/^#/) next
        n = split($0, field, ",")
        if (!columns) { for (columns = 1; columns <= n; columns++) name[columns] = field[columns]; next }
        kernels[++n_kernels] = field[1]
        for (i = 2; i <= n; i++) if (cpu[field[1], name[i]] != field[i])
            differs[field[1]] = differs[field[1]] " " name[i] " is " cpu[field[1], name[i]] " for " field[i] ";"
        next
    }
    !/^#/ && is_meant($2) { reason[$1] = 1 }
    END {
        for (k = 1; k <= n_kernels; k++) {
            kernel = kernels[k]
            if (!(kernel in differs)) equal++
            if (kernel in differs && !(kernel in reason)) print kernel ":" differs[kernel]
            if (kernel in reason && !(kernel in differs)) print kernel ": equal, but reasons.txt says why not"
        }
        print equal + 0 " of " n_kernels " equal"
    }' "$1" "$2" "$3"
