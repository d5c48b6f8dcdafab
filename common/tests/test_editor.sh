#!/bin/sh
# make editor: what it writes is what VS Code and clangd read, and a learner's own files stay.
# Takes turn 9 of 12.
set -u
. "$(dirname "$0")/promise.sh"
. common/tests/copy.sh
says() { tr -s ' \n' '  ' <"$work/out" | grep -qE -- "$1"; }
files='.vscode/tasks.json .vscode/launch.json .vscode/settings.json .vscode/extensions.json build/compile_commands.json'
file=labs/03_atomic_merge/atomic_merge.cu

$make editor >"$work/out" 2>&1 && ls $files >>"$work/out" 2>&1 && says 'Open this folder in VS Code' &&
    ! says 'your own'
promise "make editor writes its files, and says how to go on" $?
(cd "$kit" && for each in $files .cache/clangd; do git check-ignore -q "$each" ||
    echo "git would take $each"; done) >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "git takes none of them, nor clangd's cache" $?

# ---- what is the learner's stays ----

echo '{"mine": 1}' >.vscode/settings.json && sed -i 's/Sortlab: progress/How far/' .vscode/tasks.json
cp -r .vscode "$work/mine" && $make editor >"$work/out" 2>&1 && diff -r .vscode "$work/mine" >>"$work/out" &&
    says '.vscode/tasks.json is your own and stays. Copy what you want from build/editor/tasks.json' &&
    says '.vscode/settings.json is your own' && [ "$(grep -c 'your own' "$work/out")" = 2 ] &&
        grep -q 'Sortlab: progress' build/editor/tasks.json
promise "a file that a learner wrote or changed stays, and is named" $?
cp build/editor/* .vscode && echo '{"of": "an older kit"}' | tee .vscode/launch.json >.sortlab/editor/launch.json
rm -r build/editor build/compile_commands.json && $make editor >"$work/out" 2>&1 && ! says 'your own' &&
    grep -q cppdbg .vscode/launch.json && [ -s build/compile_commands.json ]
promise "what an older make editor wrote is renewed, also behind make clean" $?
rm -r "$PWD/.vscode" && ln -s nowhere/at/all .vscode && ! $make editor >"$work/out" 2>&1 &&
    says 'must be folders that you can write to'
promise "where nothing can be written, it says so" $?
rm .vscode && $make editor >"$work/out" 2>&1

# ---- a list of errors ----

editor() { node "$top/common/tests/editor.mjs" "$@"; }
line() { grep -nF -- "$1" $file | head -n 1 | cut -d: -f1; }
begin() { editor words "$1" | tr '\n' '\0' | env -u MAKEFLAGS -u MAKELEVEL xargs -0 env; } # LABEL
# Puts into $work/out what the list of errors has, when the task has ended.
task() { # LABEL
    begin "$1" >"$work/said" 2>"$work/errors"
    editor matched "$1" <"$work/said" >"$work/out"
}
change() { cp solutions/03_atomic_merge.cu $file && sed -i "$1" $file; }

json="its files are JSON, in a folder with any name, and name files that are there"
list="in the list of errors"
launch="F5 prepares what it starts"
if ! command -v node >/dev/null; then
    for promise in "$json" "$list" "$launch"; do echo "skip - $promise (there is no node)"; done
else
    odd="$work/it's my \$HOME \"läb\" \\ [1]"
    mkdir "$odd" && cp -r Makefile common grader labs "$odd" && {
        (cd "$odd" && sh common/build/editor.sh gpu >/dev/null && editor parse $files) && (cd "$work/kit" &&
            editor parse $files) &&
            (cd "$odd" && node -e '
                const fs = require("fs"), all = JSON.parse(fs.readFileSync("build/compile_commands.json"));
                const files = new Set(all.map(entry => entry.directory + "/" + entry.file));
                for (const file of files) fs.accessSync(file);
                for (const lab of fs.readdirSync("labs"))
                    if (!fs.readdirSync("labs/" + lab).some(file => file !== "stages.c" &&
                        files.has(process.cwd() + "/labs/" + lab + "/" + file))) throw lab;
                const tasks = JSON.parse(fs.readFileSync(".vscode/tasks.json")).tasks;
                const args = tasks[0].args.join(" ");
                if (args !== "DEV=gpu check LAB=${fileDirnameBasename} FORMAT=gcc") throw args;')
    } >"$work/out" 2>&1
    promise "$json" $?

    change 's|__syncthreads(); // all bids|__syncthreads() // all bids|' && task 'check this lab'
    wrong=$(line '__syncthreads() // all bids')
    [ "$(grep -c '^error' "$work/out")" = 1 ] &&
        grep -qE "^error $file ($wrong|$((wrong + 1))) stage 1, does not compile: " "$work/out"
    promise "$list what does not compile stands at its line" $?
    change 's|head += BLOCK_THREADS;|head += 1;|' && task 'check this lab'
    grep -qE "^error $file [0-9]+ stage [0-9]+, wrong answer: .*\(n = " "$work/out" &&
        grep -qE "^note $file [0-9]+ again: make check LAB=03 STAGE=" "$work/out" &&
        ! grep -qvE '^(error|note|warning) ' "$work/out"
    promise "$list a wrong answer stands, and the command to see it again" $?
    change 's|__syncthreads(); // all bids|__syncwarp(); // all bids|' && task 'check this lab'
    grep -q "^error $file $(line 'atomicMin(&s_lowest') stage 1, race: " "$work/out" &&
        grep -q "^note $file $(line 'choice.key = s_lowest') the same failure" "$work/out"
    promise "$list both ends of a race stand at their lines" $?
    change 's|if (has_key) \(atomicMin(&s_lowest, key);\)|if (has_key) while (threadIdx.x) { } \1|' &&
        task 'check all labs'
    grep -qE '^error labs/01_serial_radix/serial_radix.c 8 stage 1, wrong answer: ' "$work/out" &&
        task 'check this lab' && grep -qE "^error $file [0-9]+ stage 1, [a-z ]*(hang|time)" "$work/out"
    promise "$list a hang stands, and of all labs the first failure" $?
    change '' && task 'check this lab' && [ ! -s "$work/errors" ] && [ "$(wc -w <"$work/out")" = 0 ]
    promise "$list nothing stands when all is right" $?

    # The list of the check before goes when the next one begins.
    change 's|head += BLOCK_THREADS;|head += 1;|'
    begin 'check at every save' >"$work/said" 2>&1 &
    waits() { for i in $(seq 6000); do [ "$(grep -c 'waiting for the next save' "$work/said")" -ge "$1" ] &&
        return; sleep 0.1; done; return 1; }
    trap 'end_watch; rm -rf "$work"' EXIT
    end_watch() { for pid in $(running build/cpu/grade grade); do [ "$(readlink /proc/$pid/cwd)" != "$(pwd -P)" ] ||
        kill -INT $pid; done; }
    waits 1 && editor matched 'check at every save' <"$work/said" >"$work/before" && echo >>$file && waits 2 &&
        end_watch && wait && editor matched 'check at every save' <"$work/said" >"$work/out"
    grep -qE '^error labs/01_serial_radix/serial_radix.c 8 stage 1, ' "$work/before" &&
        grep -qE "^error $file [0-9]+ stage [0-9]+, wrong answer" "$work/out" &&
        ! grep -q 'no end' "$work/before" && ! grep -qE 'no end|serial_radix' "$work/out"
    promise "$list a watch shows what its last check found" $?

    if needs debugger "$launch"; then
        node -e '
            const launch = JSON.parse(require("fs").readFileSync(".vscode/launch.json")).configurations[0];
            const here = text => text.replaceAll("${workspaceFolder}", ".");
            console.log([launch.preLaunchTask.replace("Sortlab: ", ""), here(launch.program),
                here(launch.setupCommands[0].text.replace("source ", ""))].join("\n"))
        ' >"$work/launch" 2>&1 && { read -r label && read -r program && read -r script; } <"$work/launch" &&
            rm -rf build/debug && begin "$label" >"$work/out" 2>&1 &&
            printf 'simt start\n' >"$work/start" &&
                DEBUGINFOD_URLS='' gdb -q -nx -batch -x "$script" -x "$work/start" "$program" >"$work/out" 2>&1 &&
                says 'at atomic_merge.cu:[0-9]+'
        promise "$launch" $?
    fi
fi

# ---- clangd ----

clean="clangd finds nothing wrong in solutions, labs and the kit's core"
others="nor in other programs, written next to them, that nvcc takes"
same="what is wrong it shows where make check does, and host code in kernels too"
needs editor "$clean" "$others" "$same" || exit $failed
cp "$kit"/labs/03_atomic_merge/*.cu labs/03_atomic_merge
editor clangd $(some solutions/* labs/*/*.c* common/*.c grader/grade/judge/*.c) >"$work/out" 2>&1
[ ! -s "$work/out" ]
promise "$clean" $?
mkdir mine &&
    awk '/^== / { name = $3 == "accepted" ? "mine/" $2 ".cu" : ""; sub(/:/, "", name); next } name { print > name }' \
        common/simt/tests/sides/programs.txt
# nvcc gives a definition the words of its declaration, and takes a return without a value and an array that is named as
# a function is. clang does none of that.
rm mine/declared_* mine/return_from_main.cu mine/shared_named_like_a_function.cu
# clang's CUDA mode does not take Thrust and CUB as the runtime has them, nor a kernel's launch of a template, nor
# members that only a device has.
programs=$(ls common/simt/tests/programs/*.cu | grep -vE '/(thrust|cub|child_events|arch_members)')
editor clangd $(some mine/*.cu common/simt/tests/*.cu $programs) >"$work/out" 2>&1
[ ! -s "$work/out" ] && [ "$(ls mine | wc -l)" -ge 41 ]
promise "$others" $?
change 's|atomicMin(&s_winner, threadIdx.x);|atomicMin(\&s_winer, threadIdx.x);|' &&
    editor clangd $file >"$work/out" 2>&1
wrong=$(line s_winer)
grep -qx "$file:$wrong: Use of undeclared identifier 's_winer'.*" "$work/out" && [ "$(wc -l <"$work/out")" = 1 ] &&
    printf 'static int of_host(int i) { return i; }\n__global__ void wrong(int *d) {\n    *d = of_host(*d);\n}\n' \
        >mine/wrong.cu &&
    editor clangd mine/wrong.cu >>"$work/out" 2>&1 && grep -q '^mine/wrong.cu:3: .*of_host' "$work/out" &&
    $make check LAB=03 FORMAT=gcc >>"$work/out" 2>&1
grep -q "^$file:$wrong: error: .*s_winer" "$work/out"
promise "$same" $?
exit $failed
