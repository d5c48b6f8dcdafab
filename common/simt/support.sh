#!/bin/sh
# Prints docs/cpu-support.md: what CUDA has and what runs, as the runtime's own headers and refusals say it.
#     sh common/simt/support.sh >docs/cpu-support.md
set -u
export LC_ALL=C
cd "$(dirname "$0")" || exit 2
# shellcheck source=SCRIPTDIR/driver/missing.sh
. driver/missing.sh

# The runtime's own part of what a compiler sees of all headers, with macros expanded.
read_headers() {
    (cd include && grep -L '^#error' ./*.h ./cuda/* cooperative_groups/*.h nvtx3/*.h) 2>/dev/null |
        sed 's/.*/#include "&"/' >"$tmp/all.cpp"
    ${CXX:-g++} -std=c++17 -w -E -D__CUDACC__ -Iinclude "$tmp/all.cpp" 2>/dev/null |
        awk '/^# [0-9]+ "/ { own = $3 ~ /^"(include|\.)/ && $3 !~ /thrust/; next } own' >"$tmp/seen"
}

# Names of functions that the headers declare, by a pattern for what they begin with.
functions() { # PATTERN
    grep -oE '(^|[A-Za-z0-9_>] |[*&])'"$1"' ?\(($|[^*])' "$tmp/seen" | sed -E 's/ ?\(.?$//; s/^.*[ *&]//' |
        grep -vE '^__(builtin|attribute|asm|has_|simt|atomic_|sync_|typeof|declspec|extension)' | sort -u
}

# A table: the first words of a name, and all names that begin so.
by_kind() {
    awk '{
        kind = "other"
        split("Array Malloc Free Memcpy Memset Mem Host Stream Event Graph Device Func Launch Occupancy " \
            "Texture Surface Pointer Ipc Thread Get Peek Profiler Driver Runtime Ctx Module Kernel " \
            "Init Primary Library Link Tex Surf", words, " ")
        rest = $0
        sub(/^(cuda|cu|nvrtc|nvtx|curand|cufft|cublas|cusparse|cusolver)/, "", rest)
        for (i = 1; i in words; i++) if (index(rest, words[i]) == 1) { kind = words[i]; break }
        names[kind] = names[kind] (names[kind] == "" ? "" : ", ") "`" $0 "`"
    }
    END { for (kind in names) print "| " (kind == "other" ? kind : "`" kind "`") " | " names[kind] " |" }' | sort
}

table() { # HEADING PATTERN
    functions "$2" >"$tmp/names"
    [ -s "$tmp/names" ] || return 0
    printf '\n### %s\n| begins with | functions |\n|---|---|\n' "$1"
    by_kind <"$tmp/names"
}

in_line() { sed 's/.*/`&`/' | paste -sd, - | sed 's/,/, /g'; }

# Headers of a folder that do not refuse.
headers() { # FOLDER
    grep -rL '^#error' "include/$1" 2>/dev/null | sed 's/^include\///' | sort
}

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
read_headers
cat <<'E'
# What CUDA has, and what runs on the CPU
This page is made from the headers of the CPU runtime by `sh common/simt/support.sh`. [The CPU runtime](cpu-runtime.md)
explains how things run, and what differs from a GPU on purpose.

## Functions
A name in these tables is declared, and a program that uses it links. The compiler names any other function of CUDA in
a sentence.
E
table 'Runtime API' 'cuda[A-Z][A-Za-z0-9]*(_v[0-9])?'
table 'Driver API' 'cu[A-Z][a-z][A-Za-z0-9]*(_v[0-9])?'
table 'NVRTC' 'nvrtc[A-Z][A-Za-z0-9]*'
table 'cuBLAS' 'cublas[A-Z][A-Za-z0-9]*(_v2)?'
table 'cuFFT' 'cufft[A-Z][A-Za-z0-9]*'
table 'cuRAND' 'curand[A-Z_][A-Za-z0-9_]*'
table 'cuSPARSE' 'cusparse[A-Z][A-Za-z0-9_]*'
table 'cuSOLVER' 'cusolverDn[A-Z][A-Za-z0-9_]*'
printf '\n### In kernels\n| kind | functions |\n|---|---|\n'
row() { # KIND: of the names of standard input
    in_line | sed "s/.*/| $1 | & |/" | grep -v '|  |'
}
warps='^__(syncthreads|syncwarp|shfl|ballot|any|all|activemask|match|reduce|threadfence|nanosleep)'
halves='^__(h[a-z]|half|halves|bfloat|double2half|double2bfloat|float2half|float2bfloat|float22|int2half|'\
'll2half|low|high|nv_|u?int2b|u?short2|u?short_as|ull2|uint2half)'
functions '__[a-z][a-z0-9_]*' >"$tmp/device"
grep -E "$warps" "$tmp/device" | row 'barriers, votes, shuffles, order of memory'
functions 'atomic[A-Z][A-Za-z]*(_block|_system)?' | row atomics
functions '(tex|surf)[123C][A-Za-z0-9]*' | row 'textures and surfaces'
grep -E "$halves" "$tmp/device" | row 'halves and eighths'
grep -E '^__v' "$tmp/device" | row 'several numbers in one word'
grep -vE "$warps|$halves|^__v|__$" "$tmp/device" | row 'numbers, bits and others'

printf '\n## Headers\n| folder | headers |\n|---|---|\n'
(cd include && grep -L '^#error' ./*.h) | sed 's/^\.\///' | sort | in_line | sed 's/.*/| CUDA | & |/'
for folder in cooperative_groups cuda cub thrust nv nvtx3; do
    headers $folder >"$tmp/names"
    [ ! -s "$tmp/names" ] || in_line <"$tmp/names" | sed "s/.*/| $folder | & |/"
done
echo
echo 'All other headers of Thrust are those of `libthrust-dev` 1.17, which has to be installed.'

printf '\n## Refused\nThe compile driver stops with these sentences, with file and line.\n\n'
printf '| name | sentence |\n|---|---|\n'
awk '/^} refusals/ { on = 1; next }
    on && /^};/ { exit }
    on { text = text $0 }
    END {
        while (match(text, /\{"[^}]*\}/)) {
            row = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            split(row, part, "\"")
            rest = row ~ /PREFIX|CALLED|IN_PROGRAM/ ? "..." : ""
            printf "| `%s%s` | `%s not part of the CPU runtime. %s` |\n", part[2], rest, part[4], part[6]
        }
    }' compile/refuse.c
grep -rh '^#error' include | sed -E 's/^#error "(.*)"$/\1/' |
    awk '{ name = match($0, /<[^>]*>/) ? substr($0, RSTART, RLENGTH) : "<thrust/...>"
        printf "| `%s` | `%s` |\n", name, $0 }' | sort -u

echo
echo 'A header of these libraries stops a `.cu`, a `.cpp` and a `.c` in the same way, unless a folder of yours has it.'
echo
printf '| library | headers |\n|---|---|\n'
refused_libraries | sed -E 's/ /`, `/g; s/^([^:]*):(.*)/\1:`\2`/; :a; s/^([^:]*)`, `/\1 /; ta' |
    sed 's/^\(.*\):\(.*\)/| \1 | \2 |/'
