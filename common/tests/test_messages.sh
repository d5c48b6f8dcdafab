#!/bin/sh
# Messages in other languages: the catalogues, and what a learner sees of them.
# Takes turn 3 of 12.
set -u
. "$(dirname "$0")/promise.sh"
says() { tr -s ' \n' '  ' <"$work/out" | grep -qF -- "$1"; }
check="sh common/build/words/messages.sh"

$check >"$work/out" 2>&1
promise "each message of a catalogue has the numbers, formats, names and commands of the English one" $?

# ---- what the check finds ----

. common/tests/copy.sh
found() { # WORDS SED: in a catalogue that is changed by it
    cp docs/ru/messages.po "$work/ru.po" && sed -i "$2" docs/ru/messages.po
    ! $check docs/ru/messages.po >"$work/out" 2>&1 && says "$1"
    set -- $?
    cp "$work/ru.po" docs/ru/messages.po
    return "$1"
}
found 'the format %u is missing' 's/индекс %u: ключ был %u/индекс %u: ключ был/' &&
    found 'the number 1024 is missing' 's/от 1 до 1024 нитей/от 1 до 1025 нитей/' &&
    found 'the name __syncthreads() is missing' 's/нужен __syncthreads()/нужен __syncthread()/' &&
    found 'the command make hint is missing' 's/подсказка make hint/подсказка make hints/'
promise "a format, a number, a name or a command that differs is found" $?
sed -i 's/waiting for the next save/waiting for another save/' grader/grade/learner/watch.c && $check >"$work/out" &&
    says 'no source says this any more: "waiting for the next save'
promise "a message whose English has changed since is named, and is no error" $?
sed -i '/^msgid "not graded"/,/^$/d' docs/zh/messages.po && $check >"$work/out" &&
    says 'docs/zh/messages.po: docs/ru/messages.po has also "not graded"'
promise "a message that another language has is named" $?

# ---- what has no translation ----

note='有些消息还没有中文译文，以英文显示'
make -s -C "$top" grade-program >"$work/out" 2>&1
grade_copy() { # WORD...
    LC_ALL=C WORDS=zh "$top/build/cpu/grade" --folder "$top/build/cpu" --submission labs --lab 01 --stage 1 \
        --sandbox none --explain "$@" 2>&1
}
grade_copy >"$work/before"
sed -i '/^msgid "%s: nothing was written to it"/,/^$/d' docs/zh/messages.po
grade_copy --lines gcc >"$work/lines"
grade_copy >"$work/out"
[ "$(grep -c "$note" "$work/out")" = 1 ] && says 'out: nothing was written to it' &&
    ! grep "$note" "$work/before" "$work/lines" >>"$work/out"
promise "a run that shows a message in English for want of a translation says so once, and to no program" $?
sed -i '/^msgid "This was the last hint/,/^$/d' docs/zh/messages.po
WORDS=zh sh common/build/hint.sh 03 1 3 >"$work/out" 2>&1
says 'This was the last hint of this step. (还没有中文版)'
promise "so does a script, behind the message" $?
[ "$(WORDS=zh "$top/build/simt/rewrite" --say 'nobody has a translation of this sentence' | tail -n 1)" = "$note。" ]
promise "so does simtcc" $?

# ---- what a learner sees ----

cd "$top" || exit 2
grade='build/cpu/grade --folder build/cpu'
export PROGRESS="$work/progress.json"
columns() { # FILE: of its longest line, two for a character of Chinese
    awk '{ wide = gsub(/[\343-\351\357][\200-\277][\200-\277]/, "ww"); gsub(/[\320-\321\342][\200-\277]+/, "x") }
        length($0) > most { most = length($0) } END { print most + 0 }' "$1"
}
english() { # FILE: sentences of English that are left in it
    grep -nE '[a-z]{2,} (is|are|was|the|of|to|not|which|has|with) ' "$1" | grep -v 'make '
}
seen() { # LANGUAGE SUBMISSION LAB WORDS...: in what its grading prints, which is no wider than 80 columns
    LC_ALL=C WORDS=$1 $grade --submission "$2" --lab "$3" --sandbox none --explain --until-fail \
        --progress "$PROGRESS" >"$work/out" 2>&1
    shift 3
    for words; do says "$words" || return 1; done
    [ "$(LC_ALL=C columns "$work/out")" -le 80 ] && ! english "$work/out"
}
make -s grade-program >"$work/out" 2>&1
seen zh labs 01 '得 0 分' '答案错误' '阅读 docs/zh/labs/01' '提示： make hint' 'TODO 1：声明 next[2]' &&
    seen ru labs 02 'баллов 0 из' 'неверный ответ' 'читать docs/ru/labs/02' 'подсказка: make hint' 'TODO 1: выделите'
promise "what a learner reads who has written nothing is in Chinese, or in Russian" $?
mkdir "$work/sub"
sed 's/if (threadIdx.x == 0) s_winner = BLOCK_THREADS;/if (threadIdx.x == 0 \&\& key == 0) s_winner = BLOCK_THREADS;/' \
    solutions/03_atomic_merge.cu >"$work/sub/03_atomic_merge.cu"
seen zh "$work/sub" 03 '未初始化' '读了未初始化的 __shared__ 内存' '共享内存中的' '写入之前，内存里是任意的值' &&
    seen ru "$work/sub" 03 'нет начального значения' 'в разделяемой памяти'
promise "findings of the checkers are in the learner's language" $?
seen zh solutions 03 '得 100 分，满分 100 分' '它的开销' '思考 docs/zh/labs/03' '接着' &&
    seen ru solutions 03 'баллов 100 из 100' 'Сколько это стоит' 'подумать docs/ru/labs/03'
promise "so is what is said of a solved lab" $?
LC_ALL=C WORDS= $grade --submission labs --lab 03 --stage 1 --sandbox none --explain \
    --result "$work/en.json" >"$work/en" 2>&1
LC_ALL=C WORDS=zh $grade --submission labs --lab 03 --stage 1 --sandbox none --explain \
    --result "$work/zh.json" >"$work/out" 2>&1
LANG=en_GB.UTF-8 WORDS= LC_ALL='' $grade --submission labs --lab 03 --stage 1 --sandbox none \
    --explain >"$work/gb" 2>&1
cmp "$work/en" "$work/gb" >"$work/out" && cmp "$work/en.json" "$work/zh.json" >>"$work/out" &&
    ! LC_ALL=C grep -q '[^ -~]' "$work/en"
promise "results are in English in any language, and English locales change nothing" $?

cat >"$work/race.cu" <<'EOF'
__global__ void k(int *d) { __shared__ int s[64]; s[threadIdx.x] = 1; d[threadIdx.x] = s[63 - threadIdx.x]; }
int main() { int *d; cudaMalloc(&d, 256); k<<<1, 64>>>(d); return cudaDeviceSynchronize(); }
EOF
sed 's/(d);/(d, 2);/' "$work/race.cu" >"$work/refused.cu"
! WORDS=zh common/simt/simtcc "$work/refused.cu" -o "$work/refused" 2>"$work/out" &&
    says 'refused.cu:2: 核函数 k 有 1 个参数，而这次启动给了 2 个' &&
    common/simt/simtcc --tool=all "$work/race.cu" -o "$work/race" 2>"$work/out" &&
    ! LC_ALL=C WORDS=ru "$work/race" 2>"$work/out" && says 'Гонка: доступ' &&
    says 'ИТОГ RACECHECK: показано гонок: 1' &&
    ! LC_ALL=C WORDS= "$work/race" 2>"$work/out" && says 'Race reported between' &&
    says 'RACECHECK SUMMARY: 1 hazard displayed'
promise "simtcc and the runtime speak the language of WORDS, and English without it" $?

page() { # PATH [LANGUAGE]
    LC_ALL=C WORDS="${2:-}" $grade --submission solutions --lab 03 --stage 3 --n 33 --case 4 \
        trace "$1" >"$work/out" 2>&1
}
page "$work/zh.html" zh && grep -q '"language": "zh", "words": \[\[' "$work/zh.html" &&
    grep -q '"title": "03 · 用 atomicMin 归并"' "$work/zh.html" && page "$work/en.html" &&
    ! grep -q '"language"' "$work/en.html"
promise "a page has the catalogue of its language with it, and an English page has none" $?
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
shown() { # PAGE: what a browser makes of it
    timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --dump-dom \
        "file://$1" 2>/dev/null | sed -n 's/.*class="untranslated">\([^<]*\).*/\1/p'
}
if [ "$chromium" ]; then
    sed 's/\["is as high as its value/["is as high as no value/g' "$work/zh.html" >"$work/missed.html"
    shown "$work/missed.html" >"$work/out" && says "$note" && shown "$work/zh.html" >"$work/out" && [ ! -s "$work/out" ]
    promise "a page says at its end that some of it has no translation" $?
else
    echo "skip - a page says at its end that some of it has no translation (there is no chromium)"
fi
exit $failed
