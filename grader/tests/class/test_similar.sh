#!/bin/sh
# Copies are found, however they are disguised and handed in; work of one's own is not; odd files harm nobody.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
what="copies are found, and work of one's own is not"
needs class "$what" && needs similar "$what" || exit 0
flock build/cpu/lock make -s build/cpu/class build/cpu/tests/valid || exit 1

class=$work/class old=$work/old lab=03_atomic_merge here=grader/tests/class/similar
hand_in() { mkdir -p "${3:-$class}/$1" && cp "$2" "${3:-$class}/$1/${4:-$lab.cu}"; } # STUDENT FILE [FOLDER] [NAME]
similar() { build/cpu/class --similar json --submissions "$class" --out "$work/pages" "$@" \
    >"$work/found" 2>"$work/out"; }
# One line a group: LAB PERCENT identical FILES, where a file is its members and files are divided by |.
groups() {
    node -e 'for (const g of JSON.parse(require("fs").readFileSync(0)).groups)
        console.log(g.lab.slice(0, 2), g.percent, g.identical, g.files.map((f) => f.members.map((m) =>
            `${m.origin === "class" ? "" : m.origin}:${m.student}`).join()).join("|"))' <"${1:-$work/found}"
}
has() { groups | grep -qE "$1"; }

node $here/corpus.mjs "$work/corpus" >"$work/out" 2>&1 && node $here/measure.mjs "$work/corpus" >>"$work/out" 2>&1
copies=$(sed -n 's/^copies: \([0-9]*\) of 40.*/\1/p' "$work/out") \
    honest=$(sed -n 's/^honest: \([0-9]*\) of 40.*/\1/p' "$work/out")
promise "of 40 disguised copies 38 are found (${copies:-none}), of 40 honest pairs none is (${honest:-?})" \
    "$([ "${copies:-0}" -ge 38 ] && [ "${honest:-40}" = 0 ]; echo $?)"

# In each form: by themselves, in a folder of the LMS, an archive, a repository; and last year's.
hand_in ada $here/$lab.ben.cu
cp "$work/corpus/copies/29/b/01_serial_radix.c" "$work/01_serial_radix.c" # five disguises
hand_in 'Ben Bo_4711_assignsubmission_file_' $here/$lab.ben.cu "$class" atomic_merge.cu
mkdir -p "$work/in/deep/$lab" &&
    sed 's/\bkey\b/word/g; s/\bhead\b/(top)/g' $here/$lab.ben.cu >"$work/in/deep/$lab/atomic_merge.cu" &&
    tar -C "$work/in" -czf "$class/cem.tar.gz" deep
mkdir -p "$class/dan" && cp $here/$lab.cem.cu "$class/dan/$lab.cu" && git -C "$class/dan" init -q &&
    git -C "$class/dan" add . &&
    git -C "$class/dan" -c user.name=d -c user.email=d@d commit -qm x && rm "$class/dan/$lab.cu"
hand_in zoe $here/$lab.cem.cu "$old" && hand_in ann $here/$lab.dan.cu "$old"
hand_in eve solutions/$lab.cu
awk '/^static __global__ void merge_rounds_kernel/ { late = 1 }
    late { held = held $0 "\n"; if (/^}/) late = 0; next }
    { print } END { printf "%s", held }' solutions/$lab.cu >"$work/moved"
hand_in fay "$work/moved"
hand_in fay "$work/01_serial_radix.c" "$class" 01_serial_radix.c
hand_in gil $here/01_serial_radix.ben.c "$class" 01_serial_radix.c
hand_in hal labs/$lab/atomic_merge.cu && hand_in ivy labs/$lab/atomic_merge.cu
ln -s /etc/passwd "$class/link" && echo note >"$class/note.txt" && mkdir -p "$class/kim" &&
    head -c 2000000 /dev/zero >"$class/kim/$lab.cu"
similar --against "$old"
code=$?
build/cpu/tests/valid grader/grade/report/class.schema.json /dev/stdin <<END >>"$work/out" 2>&1
{"version": 2, "students": [], "similarity": $(cat "$work/found")}
END
promise "what is found keeps to the schema of class.json" "$([ $? = 0 ] && [ $code = 0 ]; echo $?)"
groups >>"$work/out"
has '^03 [0-9]* false :Ben_Bo,:ada\|:cem$'
promise "copies in an LMS's folder, a plain one and an archive are one group; the same bytes are one file of it" $?
has '^03 100 true :dan,earlier:zoe$'
promise "so is last year's copy in a repository, and marked" $?
has '^03 [0-9]* false :eve,reference:\|:fay$' && has '^01 [0-9]* false :fay\|reference:$'
promise "so are the reference solution, with a function moved, and a copy in five disguises" $?
! grep -q '"gil"' "$work/found" && ! groups | grep -q 'ann' && [ "$(groups | wc -l)" = 4 ]
promise "work of one's own is in no group, in two labs" $?
[ "$(groups | cut -d ' ' -f 3 | tr '\n' ' ')" = 'false false false true ' ] &&
    [ "$(groups | cut -d ' ' -f 2 | head -n 3 | sort -rnc 2>&1)" = "" ]
promise "files that differ come first, the most alike before, the same bytes last" $?
left=$(node -e 'for (const l of JSON.parse(require("fs").readFileSync(0)).left_out)
    console.log(l.student, l.lab.slice(0, 2), l.why)' <"$work/found")
echo "$left" | tee -a "$work/out" | grep -q '^hal 03 there is too little' && echo "$left" |
    grep -q '^ivy 03 there is too little' && echo "$left" | grep -q '^link .*symbolic link' &&
    echo "$left" | grep -q '^note.txt .*no folder' && echo "$left" | grep -q '^kim 03 .*longer than 1 MiB' &&
        [ "$(echo "$left" | wc -l)" = 5 ]
promise "bare skeletons and all that cannot be compared are left out by name, with the reason" $?
cp "$work/found" "$work/again" && similar --against "$old" && cmp "$work/found" "$work/again" >>"$work/out" 2>&1
promise "the same files give the same bytes" $?

# A page a group.
page=$work/pages/look-alikes/$(groups | grep -n 'Ben_Bo' | sed 's/:.*//; s/^/0/').html
shown "$page" >"$work/page" && shown "$work/pages/look-alikes/index.html" >"$work/list"
[ "$(ls "$work/pages/look-alikes" | grep -c '^0[1-4].html')" = 4 ] &&
    [ "$(grep -o '<pre' "$work/page" | wc -l)" = 2 ] && grep -q 'id="p1a1" href="#p1b1"' "$work/page" &&
    grep -q 'id="p1b1" href="#p1a1"' "$work/page" &&
    grep -q 'class="line r0"' "$work/page" && grep -q 'Ben Bo.*ada' "$work/page" && grep -q '(top)' "$work/page" &&
    grep -q 'href="04.html"' "$work/list" && grep -q 'the reference solution' "$work/list"
promise "each group has a page with both texts, where what they share is marked and leads to the other side" $?
build/cpu/class --similar text --submissions "$class" --out "$work/pages" --labs 03 >"$work/out" 2>&1
grep -q '^lab 03, [0-9]* % alike: Ben Bo, ada; cem (look-alikes/0[0-9].html)$' "$work/out" &&
    grep -q '^lab 03, [0-9]* % alike: eve, the reference solution; fay' "$work/out" &&
    grep -q '^left out: hal, lab 03: there is too little' "$work/out" &&
        grep -q '^6 files of 11 students compared, 2 groups look alike: .*index.html$' "$work/out" &&
        [ ! -e "$work/pages/look-alikes/04.html" ]
promise "they are said in plain words, and pages of groups that are gone go" $?

# Teams, from the list itself.
node -e 'const fs = require("fs"), text = fs.readFileSync(process.argv[1], "utf8"), file = (student, team, n) => ({
    student, team, origin: "class", source: student, content: String(n), text: text + " ".repeat(n) });
    process.stdout.write(JSON.stringify({ labs: [{ lab: "03_a", skeleton: "", files: eval(process.argv[2]) }] }))' \
        solutions/$lab.cu '[file("a", "t", 1), file("b", "t", 2), file("c", "t", 2)]' |
        node build/similar-web/similar.mjs >"$work/team" 2>"$work/out" &&
    [ "$(groups "$work/team")" = "" ] && grep -q '"compared":3' "$work/team"
promise "a team is no group with itself, be it the same bytes or not" $?
node -e 'const fs = require("fs"), text = fs.readFileSync(process.argv[1], "utf8"), file = (student, team, n) => ({
    student, team, origin: "class", source: student, content: String(n), text: text + " ".repeat(n) });
    process.stdout.write(JSON.stringify({ labs: [{ lab: "03_a", skeleton: "", files: eval(process.argv[2]) }] }))' \
        solutions/$lab.cu '[file("a", "t", 1), file("b", "u", 2), file("c", "t", 3)]' |
        node build/similar-web/similar.mjs >"$work/team" 2>"$work/out" &&
    [ "$(groups "$work/team")" = '03 100 false :a|:b|:c' ] && ! tr -d ' \n' <"$work/team" | grep -q '"a":0,"b":2'
promise "with another team's copy it is, and its own pair is not shown" $?

# A group of the roster is such a team; and with ids instead of names nothing says who it is.
printf '%s\n' student_id,last_name,first_name,group ada,Lovelace,Ada,7 'Ben Bo,Bo,Ben,7' cem,Cem,C,7 eve,Eve,E,8 \
    fay,Fay,F, >"$work/roster.csv"
similar --labs 03 --roster "$work/roster.csv"
groups >>"$work/out"
! has 'ada|cem' && has '^03 [0-9]* false :eve,reference:\|:fay$' && ! grep -q '"team"' "$work/found"
promise "a group of the roster is one team" $?
similar --labs 03 --anonymous --against "$old"
groups >>"$work/out"
[ "$(groups | grep -c 'student-')" = 3 ] && ! grep -rqwE 'ada|Ben|cem|eve|zoe' "$work/pages"/look-alikes/*.html &&
    ! grep -qwE 'ada|Ben|cem|eve|zoe' "$work/found"
promise "with ANONYMOUS=1 no page has a name, of this year or an earlier one" $?

# Files that are meant to stop it.
odd() { hand_in "$1" /dev/null && cat >"$class/$1/$lab.cu"; }
head -c 300000 /dev/urandom | odd noise
{ cat solutions/$lab.cu; printf '"never ended \000\377\033[31m /* nor this </pre><script>alert(1)</script>'; } |
    odd unended
awk 'BEGIN { for (i = 0; i < 7000; i++) print "a(b);" }' | odd again && { cat "$class/again/$lab.cu" && echo; } |
    odd again2
awk 'BEGIN { printf "void f() {"; for (i = 0; i < 9900; i++) printf "if (a)" }' | odd deep
awk 'BEGIN { for (i = 0; i < 19900; i++) printf "a<" }' | odd less
awk 'BEGIN { for (i = 0; i < 500000; i++) printf "(" }' | odd open
head -c 1000000 /dev/zero | tr '\0' ' ' | odd blank
similar && has '^03 [0-9]* false :eve,reference:\|:fay\|:unended' && grep -q 'more than 40,000 tokens' "$work/found"
promise "noise, files without an end and towers of brackets are compared or named, and the rest is compared" $?
shown "$work/pages"/look-alikes/*.html >"$work/page" &&
    grep '&lt;script&gt;alert(1)' "$work/page" | grep -q '\\x01\\xff\\x1b\[31m' && ! grep '<script' "$work/page" &&
    ! grep -n '^"[a-z_]*":.*[<>&]' "$work/pages"/look-alikes/*.html
promise "what stands in a file is text on its page" $?

refused() { # TEXT ARGUMENTS
    text=$1
    shift
    build/cpu/class --similar text "$@" >"$work/out" 2>&1
    [ $? = 2 ] && grep -q "$text" "$work/out" && [ "$(wc -l <"$work/out")" = 1 ]
}
mkdir "$work/none"
refused 'make similar SUBMISSIONS=dir' --out "$work/o" &&
    refused "FORMAT is 'xml'" --similar xml --submissions "$class" --out "$work/o" &&
    refused "AGAINST=$work/none holds no submission" --submissions "$class" --out "$work/o" --against "$work/none" &&
        refused "$work/nowhere cannot be read" --submissions "$class" --out "$work/o" --against "$work/nowhere" &&
    refused 'lies in SUBMISSIONS' --submissions "$class" --out "$class/o"
promise "folders that are missing, empty or in each other are named in a sentence" $?
rm -rf "$work/class/o"

mkdir "$work/bin" && ln -s /usr/bin/* "$work/bin" && rm -f "$work/bin/node"
PATH=$work/bin build/cpu/class --similar text --submissions "$class" --out "$work/o" >"$work/out" 2>&1
promise "without node it says that nothing was compared, and what to type" \
    "$([ $? = 2 ] && grep -q 'No files were compared with each other: node is not installed. '\
'Type make deps-similar\.' "$work/out"; echo $?)"
printf '#!/bin/sh\necho "$*" >"%s"\nexec "%s" "$@"\n' "$work/asked" "$(command -v node)" >"$work/bin/node"
chmod +x "$work/bin/node"
PATH=$work/bin build/cpu/class --similar text --submissions "$class" --out "$work/o" >"$work/out" 2>&1
grep -q '^--single-threaded ' "$work/asked"
promise "node compares in one thread: with more it may wait for itself at its end, and for ever" $? "$work/out"
exit $failed
