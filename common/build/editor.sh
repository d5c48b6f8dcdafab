#!/bin/sh
# Writes what editors read: `make editor`.
#     sh common/build/editor.sh cpu|gpu
# .vscode/ gets tasks and the debugger, build/ the commands by which clangd reads each file. What the learner has
# written or changed stays: .sortlab/editor keeps what was written here last.
set -u
. common/build/language.sh
. common/build/width.sh
[ "$1" = gpu ] && device='"DEV=gpu", ' || device=
new=build/editor kept=.sortlab/editor

# ---- VS Code ----

lab='"LAB=${fileDirnameBasename}"' # of the file that is open
lines='"problemMatcher": {
        "owner": "sortlab", "source": "Sortlab", "fileLocation": ["relative", "${workspaceFolder}"],
        "pattern": {"regexp": "^(labs/[^:]+):(\\d+): (error|warning|note): (.*)$",
            "file": 1, "line": 2, "severity": 3, "message": 4}'
time='^\\d\\d:\\d\\d:\\d\\d  '
saves='"background": {"activeOnStart": true, "beginsPattern": "'$time'labs/",
            "endsPattern": "'$time'(waiting|the watch is over)"}'

task() { # NAME ARGUMENTS MORE: these two as JSON
    printf '%s    {"label": "Sortlab: %s", "type": "process", "command": "make", "args": [%s],\n' "$comma" "$1" "$2"
    printf '     "presentation": {"clear": true, "showReuseMessage": false},\n     %s}' "$3"
    comma=',
'
}

tasks() {
    comma=
    printf '{"version": "2.0.0", "tasks": [\n'
    task 'check this lab' "$device\"check\", $lab, \"FORMAT=gcc\"" \
        "\"group\": {\"kind\": \"build\", \"isDefault\": true}, $lines}"
    task 'check all labs' "$device\"check\", \"FORMAT=gcc\"" "\"group\": \"build\", $lines}"
    task 'check at every save' "$device\"watch\", \"FORMAT=gcc\"" "\"isBackground\": true, $lines,
        $saves}"
    task 'next hint for this lab' "\"hint\", $lab" '"problemMatcher": []'
    task 'progress' '"progress"' '"problemMatcher": []'
    task 'trace this lab' "\"trace\", $lab" '"problemMatcher": []'
    task 'profile this lab' "\"profile\", $lab" '"problemMatcher": []'
    task 'prepare the debugger' "\"debug\", $lab, \"OPEN=0\"" '"problemMatcher": []'
    printf '\n]}\n'
}

launch() {
    cat <<'END'
{"version": "0.2.0", "configurations": [{
    "name": "Sortlab: the case of this lab that fails",
    "type": "cppdbg", "request": "launch", "MIMode": "gdb",
    "preLaunchTask": "Sortlab: prepare the debugger",
    "program": "${workspaceFolder}/build/debug/child",
    "cwd": "${workspaceFolder}",
    "setupCommands": [{"text": "source ${workspaceFolder}/build/debug/case.gdb"}]
}]}
END
}

# The one extension is for the debugger; its own look at the files knows neither the CPU runtime nor launches.
settings() { echo '{"C_Cpp.intelliSenseEngine": "disabled"}'; }
extensions() { echo '{"recommendations": ["llvm-vs-code-extensions.vscode-clangd", "ms-vscode.cpptools"]}'; }

# ---- clangd ----

# Submissions of the tests are left out: they go wrong on purpose.
commands() {
    find labs solutions common grader '(' -name '*.c' -o -name '*.cu' ')' ! -path 'grader/selftest/hostile/*.cu' \
        ! -path 'grader/selftest/hostile/*/*' ! -path 'grader/tests/*/*' 2>/dev/null | LC_ALL=C sort |
        FOLDER=$(pwd -P) LABS=$(printf ' -I%s' labs/[0-9]*) awk '
        function json(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/\t/, "\\t", text); return "\"" text "\"" }
        BEGIN { folder = json(ENVIRON["FOLDER"])
                all = "-I. -isystem common/simt/include -Wall -Wtype-limits -Wempty-body -Wno-unused-variable" \
                    " -Wno-unused-function -Wno-unknown-pragmas"
                cuda = "clang++ -x cuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version" \
                    " -Xclang -fcuda-allow-variadic-functions -Xclang -std=c++17" \
                    " -include common/simt/include/simt/editor.h" } # clangd keeps no -std for a file that has no entry
        { lab = $0; sub(/^[a-z]*\//, "", lab); sub(/[\/.].*/, "", lab)
          n = split((/\.cu$/ ? cuda : "clang -std=c11 -D_GNU_SOURCE") " " all \
                    (/^(labs|solutions)\// ? " -Ilabs/" lab : ENVIRON["LABS"]) \
                    (/\/stages\.c$/ ? " -DSTAGE_LAB=\"" lab "\"" : "") " " $0, words, " ")
          printf "%s{\"directory\": %s, \"file\": %s, \"arguments\": [", NR == 1 ? "[\n" : ",\n", folder, json($0)
          for (i = 1; i <= n; i++) printf "%s%s", json(words[i]), i < n ? ", " : "]}" }
        END { print "\n]" }'
}

# ---- to their places ----

put() { # FILE
    if [ -e ".vscode/$1" ] && ! cmp -s ".vscode/$1" "$new/$1" && ! cmp -s ".vscode/$1" "$kept/$1"; then
        echo "make: $(said "%s is your own and stays. Copy what you want from %s" ".vscode/$1" "$new/$1")"
        return
    fi
    cp "$new/$1" ".vscode/$1" && cp "$new/$1" "$kept/$1"
}

{
    mkdir -p $new $kept .vscode && commands >$new/compile_commands.json && mv $new/compile_commands.json build &&
        for file in tasks launch settings extensions; do
            $file >$new/$file.json && put $file.json || exit
        done
} || {
    echo "make: $(said ".vscode, build and .sortlab must be folders that you can write to. \
Make sure that you can, and type make editor again")" >&2
    exit 2
}
find_width
{
    said "Open this folder in VS Code: Ctrl+Shift+B checks the lab of the open file, and F5 debugs it."
    said "clangd, in any editor, reads build/compile_commands.json. What else there is: %s." \
        "$(in_language docs/learner.md)"
} | sed 's/^/\t/' | list
