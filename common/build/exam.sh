#!/bin/sh
# Writes an examination into build/exam/SEED: a kit to grade with, the handout, and a page of what was changed.
#     sh common/build/exam.sh LABS SEED MINUTES
# The seed chooses a form: a patch of this name in common/build/exam and in the exam folder of each lab. It also
# chooses how many threads and keys a tile has. Seeds that follow each other have different forms.
set -u
. common/build/kit_files.sh
refuse() {
    echo "make: $*" >&2
    exit 2
}
# The N-th word, from 0 on and round again.
word() { # N WORDS...
    n=$1
    shift
    shift $((n % $#))
    echo "$1"
}
seed=$2 minutes=$3 out=build/exam/$2
[ "$1" ] || refuse "LABS is not set. It takes the labs that are examined, such as make exam LABS=03 SEED=7"
case $seed in '' | *[!0-9]* | 0?* | ???????*)
    refuse "SEED is '$seed'. An examination takes a number, such as this year: SEED=2026"
    ;;
esac
case $minutes in '' | *[!0-9]* | 0* | ?????*)
    refuse "MINUTES is '$minutes'. It takes a number, such as MINUTES=90"
    ;;
esac
[ ! -e "$out" ] || refuse "$out is there already. Move it away, or choose another SEED"
choose_labs "$1"
forms=$(ls labs/*/exam/*.patch | sed 's#.*/##; s#[.]patch$##' | sort -u | xargs)
# shellcheck disable=SC2086
form=$(word "$seed" $forms) && tile=$(word $((seed / $(echo $forms | wc -w))) 128x16 256x8 128x8)
for lab in $labs; do
    [ -f "labs/$lab/exam/$form.patch" ] ||
        refuse "lab $lab has no labs/$lab/exam/$form.patch, so there is no examination of it. Choose other LABS"
done
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
kit=$work/exam/kit
mkdir "$work/exam"

# A learner's kit, the solutions, and what grades a class.
grading_names() {
    for lab in $labs; do ls "solutions/$lab".*; done
    printf 'common/build/%s\n' handout.sh kit_files.sh npm.sh skeleton.awk
    find grader/class grader/grade/report grader/grade/policy -type f
    find docs/instructor* docs/trust.md -name '*.md'
}
# No fuzz: a patch fits line for line, or there is no examination.
change() { # PATCH
    [ -f "$1" ] || return 0
    GIT_CEILING_DIRECTORIES=$work git -C "$kit" apply --whitespace=nowarn "$PWD/$1" 2>"$work/said" ||
        refuse "$1 does not fit the lab any more ($(head -n 1 "$work/said")). Write it again," \
            "as docs/add-a-lab.md says under 'Examinations'"
}
rows= # of the table of labs
# A page with this examination's numbers; {bounds} stands for the bounds that the lab's contract lists.
page() { # PAGE CONTRACT
    awk -v contract="${2:-/dev/null}" -v threads="${tile%x*}" -v items="${tile#*x}" -v minutes="$minutes" \
        -v labs="$(echo $labs)" -v rows="$rows" '
        function bounds(line) {
            while ((getline line <contract) > 0) {
                if (line ~ /^ [*] Graded by counts/) on = 1
                if (line ~ /^ [*]\/$/) on = 0
                if (!on) continue
                if (line ~ /:$/) line = " * - " substr(line, 4)
                if (!sub(/^ [*]     /, "  - ", line)) sub(/^ [*] ?/, "", line)
                print line
            }
        }
        /^[{]bounds[}]$/ { bounds(); next }
        /^[{]labs[}]$/ { print rows; next }
        { gsub(/[{]THREADS[}]/, threads); gsub(/[{]LAST[}]/, threads - 1)
          gsub(/[{]ITEMS[}]/, items); gsub(/[{]TILE[}]/, threads * items)
          gsub(/[{]MINUTES[}]/, minutes); gsub(/[{]FIRST[}]/, substr(labs, 1, 2)); print }' "$1"
}

put_kit "$kit" && grading_names | xargs -d '\n' cp -p --parents -t "$kit" ||
    refuse "the examination's kit cannot be written"
rm -rf "$kit"/labs/*/hints.md "$kit"/labs/*/costs.json "$kit"/docs/??/labs
echo "$minutes" >"$kit/exam.txt"
change "common/build/exam/$form.patch"
for lab in $labs; do
    change "labs/$lab/exam/$form.patch"
    page "labs/$lab/exam/$form.md" "$(ls "$kit/labs/$lab/${lab#*_}.h")" >"$kit/labs/$lab/README.md"
done
rows=$(
    for lab in $labs; do
        file=$(cd "$kit" && ls "labs/$lab/${lab#*_}".c*)
        echo "| ${lab%%_*} | [labs/$lab/README.md](labs/$lab/README.md) | $file |"
    done
)
page common/build/exam/README.md.in >"$kit/README.md"
sed -i "s/\(BLOCK_THREADS = \)[0-9]*,/\1${tile%x*},/
    s/\(ITEMS_PER_THREAD = \)[0-9]*,/\1${tile#*x},/" "$kit/common/tile.h"
(cd "$kit" && put_skeletons . && sh common/build/handout.sh '' ../handout.tar.gz) >"$work/said" 2>&1 ||
    refuse "$(cat "$work/said")"

# What was changed, for the instructor alone.
{
    printf '# Examination %s: labs%s\nForm *%s*, %s threads of %s keys, %s minutes. The difference from the course:\n' \
        "$seed" "$(printf ' %s' $labs | sed 's#_[^ ]*##g')" "$form" "${tile%x*}" "${tile#*x}" "$minutes"
    for file in common/tile.h common/merge.h \
        $(for lab in $labs; do ls "labs/$lab"/*.h "labs/$lab/stages.c" "solutions/$lab".*; done); do
        [ -f "$kit/$file" ] || continue
        diff -u --label "course/$file" --label "examination/$file" "$file" "$kit/$file" >"$work/diff" && continue
        printf '\n## %s\n```diff\n' "$file" && cat "$work/diff" && echo '```'
    done
} >"$work/exam/changed.md"
mkdir -p build/exam && mv "$work/exam" "$out" || refuse "$out cannot be written"
echo "$out: form $form, ${tile%x*} threads of ${tile#*x} keys; labs $(echo $labs)
  handout.tar.gz   for students: $minutes minutes from their first make
  kit/             to grade with: make -C $out/kit grade SUBMISSION=solutions
  changed.md       what differs from the course"
