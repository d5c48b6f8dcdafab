#!/bin/sh
# Pages and hints in other languages: what they share with the English ones, and how a learner gets them.
set -u
. "$(dirname "$0")/promise.sh"
says() { tr -s ' \n' '  ' <"$work/out" | grep -qF -- "$1"; }
check="sh common/build/words/translated.sh"

$check >"$work/out"
promise "each translation has its page's numbers, code, commands, links, steps and rows" $?

# ---- what the check finds, in a page made for it ----

. common/tests/copy.sh
mkdir -p docs/ru/labs/03_atomic_merge
cat >docs/page.md <<'EOF'
# A page
A tile has 2,048 keys, see [lab 03](../labs/03_atomic_merge/README.md). Call `cudaFree(d_keys)`.

1. Write `choose`.
2. Type make.

    make check LAB=03   # all of it

| keys | ms |
|---|---|
| 64 | 0.5 |
EOF
same() { # SED: a translation that is changed by it
    { sh common/build/words/translated.sh --line docs/page.md && sed "$1; s#\.\./labs/#../../labs/#" docs/page.md; } \
        >docs/ru/page.md && $check docs/ru/page.md >"$work/out" 2>&1
}
found() { # WORDS SED
    ! same "$2" && says "docs/ru/page.md: section 1: $1"
}
same 's/A tile has/В плитке/; s/# all of it/# всё/; s/keys | ms/ключи | мс/; s/Type make/Наберите make/' &&
    [ ! -s "$work/out" ]
promise "a translation that keeps them is right" $?
found 'the number 2,048 is missing' 's/2,048/2048/' && says 'the number 2048 is not in the page' &&
    found 'the code `choose` is missing' 's/choose/chose/' &&
    found 'the command make check LAB=03 is missing' 's/LAB=03 /LAB=3 /' &&
    found 'the step 2. is missing' 's/^2\. //' && found 'the number 0.5 is missing' 's/0\.5/0,5/' &&
    found 'the link labs/03_atomic_merge/README.md is missing' 's/03_atomic_merge/04_reduce_merge/' &&
    found 'the row 3 is missing' '/^| 64/d'
promise "a number, a name, a command, a step, a link or a row that differs is found, with its section" $?
same '' && echo 'One more sentence.' >>docs/page.md && $check docs/ru/page.md >"$work/out" &&
    says 'docs/ru/page.md: docs/page.md has changed since'
promise "a page that is older than the English one is named, and is no error" $?
echo '# A page' >docs/ru/page.md && ! $check docs/ru/page.md >"$work/out" && says 'docs/ru/page.md:1: names no page'
promise "a translation without its first line is refused" $?

# ---- how a learner gets them ----

rm docs/ru/page.md
lines() { sed -n '/^    /p' "$work/out"; }
cat >docs/ru/labs/03_atomic_merge/hints.md <<'EOF'
## Step 1: ставка
1. Сто двадцать восемь нитей хотят уменьшить одно и то же слово, и каждая из них должна знать, когда оно готово.
2. Второй.
EOF
cp docs/learner.md docs/ru/learner.md
$make hint LAB=03 STEP=1 WORDS=ru >"$work/out" 2>&1 && says 'Лабораторная 03, шаг 1: ставка. Подсказка 1 из 2' &&
    [ "$(lines | wc -l)" = 2 ] && says 'каждая из них должна знать, когда оно готово.' &&
    LANG=ru_RU.UTF-8 LC_ALL= $make hint LAB=03 STEP=1 >"$work/out" 2>&1 && says 'ставка' &&
    LANG=ru_RU.UTF-8 LC_ALL= $make hint LAB=03 STEP=1 WORDS=en >"$work/out" 2>&1 && says 'the bid' &&
    rm docs/ru/labs/04_reduce_merge/hints.md && $make hint LAB=04 STEP=1 WORDS=ru >"$work/out" 2>&1 &&
    says 'neighbours paired'
promise "make hint speaks the language of WORDS or of the locale, and English where there is no other" $?
mkdir -p docs/zh/labs/03_atomic_merge && cp docs/learner.md docs/zh
cat >docs/zh/labs/03_atomic_merge/hints.md <<'EOF'
## Step 1: 出价
1. 一百二十八个线程都想把同一个字变小。在第一个线程可以出价之前，这个字必须先被设置成什么？所有线程什么时候才可以读它？
EOF
$make hint LAB=03 STEP=1 WORDS=zh >"$work/out" 2>&1 && [ "$(lines | wc -l)" = 2 ] &&
    [ "$(lines | head -n 1 | wc -c)" -gt 100 ] && [ "$(lines | head -n 1 | wc -c)" -lt 121 ] && says '什么时候才可以读它？'
promise "a hint in Chinese is wrapped at 80 columns, two for a character" $?
! $make hint LAB=03 STEP=1 WORDS=xx >"$work/out" 2>&1 && says "WORDS is 'xx'. It can be ru, zh or en"
promise "a language that the kit does not have is refused with those that it has" $?
cp docs/cuda-in-one-page.md docs/ru/labs/03_atomic_merge/README.md
$make check LAB=03 STAGE=1 WORDS=ru >"$work/out" 2>&1
says 'читать docs/ru/labs/03_atomic_merge/README.md' && {
    rm docs/ru/labs/04_reduce_merge/README.md && $make check LAB=04 STAGE=1 WORDS=ru >"$work/out" 2>&1
    says 'читать labs/04_reduce_merge/README.md (на этом языке её ещё нет)'
}
promise "make check names the lab's page in that language, and says where there is none" $?
exit $failed
