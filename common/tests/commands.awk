# The commands that pages print, each as PAGE:LINE, a tab, and the command: the lines of indented blocks, and what
# stands between backquotes and begins with the name of a program. In a block where a line begins with "$ " only such
# lines are commands, and the others are what they print. So is a fence that follows a block. That goes to files in
# FOLDER, by the number of the command's line.
#     awk -v folder=FOLDER -f commands.awk PAGE...
BEGIN {
    n = split("make sh rm cp mv mkdir tar head chmod git sudo wsl docker podman module export srun sbatch mpirun npm",
              names, " ")
    for (i = 1; i <= n; i++) program[names[i]] = 1
}
function command(text) { print FILENAME ":" FNR "\t" text; last = FNR }
function printed(text) { print text >(folder "/" last) }

FNR == 1 { fenced = block = last = 0 }
/^```/ { fenced = !fenced; outputs = fenced && last; if (!fenced) last = 0; next }
fenced { if (outputs) printed($0); next }
/^    / {
    line = substr($0, 5)
    if (!block) dollars = line ~ /^\$ /
    block = 1
    if (dollars && line !~ /^\$ /) printed(line)
    else if (line !~ /^ *#/) { sub(/^\$ /, "", line); command(line) }
    next
}
/^$/ { block = 0; next }
{
    block = 0
    for (text = $0; match(text, /`[^`]+`/); text = substr(text, RSTART + RLENGTH)) {
        code = substr(text, RSTART + 1, RLENGTH - 2)
        split(code, words, " ")
        if (code ~ / / && code !~ /^head [^-]/ &&
            (words[1] in program || words[1] ~ /^(build|common)\/.*[^.]/)) command(code)
    }
    last = 0
}
