#!/bin/sh
# What is typed behind a target is text: no value of a knob is run by a shell or expanded by make, whatever is in it,
# and a command that a message shows can be typed as it stands.
set -u
. "$(dirname "$0")/promise.sh"
make="env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory"
mkdir -p build/cpu && flock build/cpu/lock $make -s build/cpu/grade build/cpu/solutions/run >"$work/out" 2>&1 || {
    cat "$work/out"
    exit 2
}

# Knobs are the names that makefiles read and do not set, or set with ?=. These are commands, with blanks between words.
files=$(git ls-files -co --exclude-standard Makefile '*.mk' | grep -vE '^common/simt/|^grader/grade/child.mk')
commands='CC|CXX|AR|NVCC|CFLAGS|LDFLAGS|CUDA_HOME|GPU_ARCH'
set_here=$(sed -nE 's/^(override |define )?([A-Z0-9_]+) *([:+]?=|$).*/\2/p' $files | grep -vx LABS | sort -u)
knobs=$(sed 's/^#.*//' $files | grep -oE '\$\([A-Z0-9_]+\)|call flag,[a-z-]+,[A-Z_]+' | sed 's/.*,//; s/[$()]//g' |
    sort -u |
    grep -vxE "$commands|MAKE.*|CURDIR|[A-Z]+_CFLAGS" | grep -vxF "$set_here")
targets=$(sed -n 's/^\([a-z][a-z0-9-]*\):.*## .*/\1/p' $files | grep -vx test)
echo $knobs >"$work/out"
for knob in SUBMISSION IN OUT RUBRIC NAME LAB KEYS ROSTER REPORTS RESULT GPUS LABS; do
    case " $(echo $knobs) " in *" $knob "*) ;; *) echo "$knob is not among the knobs" ;; esac
done >>"$work/out"
[ "$(wc -l <"$work/out")" = 1 ]
promise "knobs are found in the makefiles: $(echo $knobs | wc -w)" $?

# All recipes of all targets as the shell would get them: each value stands there in quotes, as one word.
value="x'\"\`>$work/RUN\`\$(>$work/RUN)\$(shell >$work/RUN)&>$work/RUN;\\*#~MARK"
word=$(printf '%s' "$value" | sed "s/'/'\\\\''/g")
strip() { # what is left of standard input when all that is quoted is gone
    WORD="'$word'" BARE="'$(printf %s "$word" | tr -d ' ')'" awk '
        { for (i = 1; i <= 2; i++) { w = i == 1 ? ENVIRON["WORD"] : ENVIRON["BARE"]
              while ((at = index($0, w)) > 0) { $0 = substr($0, 1, at - 1) substr($0, at + length(w)); gone++ } }
          if (/MARK/) print }
        END { print gone + 0 " words" }'
}
try() { # TARGETS KNOBS: recipes that are not quoted, a line each
    targets_of=$1 knobs_of=$2
    set --
    for knob in $knobs_of; do
        case $knob in
        # a list of names, each of which is a word
        NAME) set -- "$@" "$knob=$(printf %s "$value" | tr -d ' ')" ;;
        *) set -- "$@" "$knob=$value" ;;
        esac
    done
    $make -nk $targets_of "$@" 2>&1 | strip
}
one_device='GPUS|FORMAT|BLOCK|MERGE|RUNS|WORKERS|COMPARE|DEVICE_MEMORY|HOST_MEMORY|SPILL|ENGINE|ROAD'
# make model refuses DIST, and then make reads no further.
try "$targets" "$(echo "$knobs" | grep -vxE 'DEV|CROSS|WHO|TOOL|WORDS|GPUS|SUBMISSION|DIST')" >"$work/out"
try "grade profile trace debug" "SUBMISSION LAB" >>"$work/out"
try "run check-many model" "$(echo "$knobs" | grep -vxE "DEV|CROSS|WHO|TOOL|WORDS|DIST|$one_device") GPUS" >>"$work/out"
try "bench" QUICK >>"$work/out"
! grep -q MARK "$work/out" && [ ! -e "$work/RUN" ] && [ "$(head -n 1 "$work/out" | cut -d' ' -f1)" -gt 120 ]
promise "in the recipes of $(echo $targets | wc -w) targets every value of a knob is one word in quotes" $?
for knob in DEV CROSS WHO TOOL WORDS; do
    for of in "x;>$work/RUN" "cpu >$work/RUN" 'cpu gpu' % "\$(shell >$work/RUN)"; do
        $make -n run "$knob=$of" >"$work/out" 2>&1
        grep -q "\\*\\*\\* $knob is '.*'. It can be " "$work/out" || echo "$knob=$of" >>"$work/bad"
    done
done
touch "$work/bad" && [ ! -s "$work/bad" ] && [ ! -e "$work/RUN" ]
report "DEV, CROSS, WHO, TOOL and WORDS, which name files, are what they can be or refused" $? "$work/bad"
$make grade SUBMISSION="x
>$work/RUN" >"$work/out" 2>&1
[ $? = 2 ] && grep -q "has a line break in it. Give the file or folder another name" "$work/out" && [ ! -e "$work/RUN" ]
promise "a value with a line break is refused in a sentence" $?

# In earnest, where a name would be run that is not only in the recipe.
cd "$work" || exit 2
for odd in 'a`>RUN`b' 'a$(>RUN)b' 'a$(shell >RUN)b' "it's \";>RUN;\" [1] & a\\b"; do
    mkdir -p "$odd/in" && cp "$OLDPWD"/solutions/01_serial_radix.c "$odd/in" &&
        printf 'assignment: x\n' >"$odd/rubric.yaml"
    here=$PWD/$odd
    cd "$OLDPWD" || exit 2
    env "SUBMISSION=$here/in" $make -s grade LAB=01 STAGE=1 RESULT="$here/result.json" \
        REPORTS="junit=$here/j x.xml  github=$here/g.json" \
        >"$work/out" 2>&1 && grep -q '20/20  ok' "$work/out" && [ -s "$here/result.json" ] && [ -s "$here/j x.xml" ] &&
        [ -s "$here/g.json" ] &&
        $make -s run N=100 OUT="$here/keys.bin" >"$work/out" 2>&1 &&
        $make -s run IN="$here/keys.bin" OUT="$here/sorted.bin" ENGINE=fast \
        HOST_MEMORY=32M SPILL="$here" >"$work/out" 2>&1 && cmp "$here/keys.bin" "$here/sorted.bin" >"$work/out" 2>&1
    promise "grade and run take files in a folder called $(printf %s "$odd" | tr '\\' '?')" $?
    cd "$work" || exit 2
done
find . "$OLDPWD" -maxdepth 1 -name RUN >"$work/out"
[ ! -s "$work/out" ]
promise "and none of these names was run" $?
cd "$OLDPWD" || exit 2

# The command that is shown.
odd=$work/"it's mine; \$HOME"
mkdir "$odd" && sed 's/^void split_by_bit(.*{/&\n    return;/' solutions/01_serial_radix.c >"$odd/01_serial_radix.c"
$make -s grade SUBMISSION="$odd" LAB=01 STAGE=1 >"$work/out" 2>&1
again=$(again_of "$work/out" | sed -n 's/^make //p')
case $again in "grade SUBMISSION='"*) true ;; *) false ;; esac && eval "$make -s $again" >"$work/again" 2>&1
[ $? = 2 ] && grep -q '0/20  wrong answer' "$work/again" && again_of "$work/again" | grep -qxF "make $again"
promise "the command that repeats a stage can be typed as it is shown" $?
$make -s grade SUBMISSION=labs LAB=01 STAGE=1 >"$work/out" 2>&1
grep -q 'again: make grade SUBMISSION=labs LAB=01' "$work/out"
promise "and has no quotes that it does not need" $?
build/cpu/grade --device cpu check --folder build/cpu --lab 99 >"$work/out" 2>&1
[ $? = 2 ] && grep -q '99' "$work/out" && ! grep -q 'goes with' "$work/out"
promise "options are read before and behind a verb" $?
exit $failed
