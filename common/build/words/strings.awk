# What sources say to people, a string a line, in small letters, without formats and without the s at the end of words:
# for messages.awk. Of C neighbouring strings are one, and each TODO is a text; with -v script=1 all of a file's text is
# taken, without ${...}; with script=2 no word in quotes alone.
function put(text) {
    gsub(/\\n/, " ", text)
    gsub(/\\"/, "\"", text)
    gsub(/%([0-9]+\$)?[-+#0-9.*]*(ll|l|z)?[a-zA-Z]/, "", text)
    text = tolower(text) " "
    gsub(/[ \t]+/, " ", text)
    gsub(/s[^a-z]/, "\001&", text)
    gsub(/\001s/, "", text)
    gsub(/che /, "ch ", text)
    gsub(/^ | $/, "", text)
    if (text ~ /[a-z]/) print text
}
function end_file() {
    if (script) {
        # A number with its noun: ${count(n, "word")}.
        while (match(all, /\$\{(words\.)?(count|some)\([^()]*(\([^()]*\))?[^()]*'[a-z ]+'\)\}/)) {
            noun = substr(all, RSTART, RLENGTH)
            sub(/^[^']*'/, "", noun)
            sub(/'.*/, "", noun)
            all = substr(all, 1, RSTART - 1) noun substr(all, RSTART + RLENGTH)
        }
        # A word that is chosen is a text of its own.
        rest = all
        while (script == 1 && match(rest, /'[^'`]*[a-z][^'`]*'/)) {
            if (RLENGTH < 80) put(substr(rest, RSTART + 1, RLENGTH - 2))
            rest = substr(rest, RSTART + RLENGTH)
        }
        while (gsub(/\$\{[^{}]*\}/, "", all)) {}
        gsub(/` \+ *`/, "", all)
        put(all)
    } else if (pending != "") put(pending)
    all = pending = ""
}
FNR == 1 && NR > 1 { end_file() }
script { sub(/^( +|##   )/, ""); sub(/\\$/, ""); all = all ($0 ~ /^`/ ? "" : " ") $0; next }
{
    line = $0
    # A TODO, which goes on in lines of comment.
    todo_ends = line !~ /^ *\/\// || line ~ /TODO [0-9]/
    if (todo != "" && todo_ends) put(todo)
    if (todo_ends) todo = ""
    if (todo != "" || line ~ /^ *\/\/ TODO [0-9]/) {
        sub(/^ *\/\/ */, "", line)
        todo = todo (todo == "" ? "" : " ") line
        next
    }
    if (line ~ /^ *(\/\*|\*|\/\/)/) next
    while (match(line, /"([^"\\]|\\.)*"/)) {
        between = substr(line, 1, RSTART - 1)
        pending = pending (between ~ /PRI[dux]/ ? "u" : "")
        gsub(/[ \t\\]|PRI[dux](32|64)/, "", between)
        if (between != "" && pending != "") { put(pending); pending = "" }
        pending = pending substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)
    }
    if (pending != "" && line ~ /PRI[dux]/) pending = pending "u"
    gsub(/[ \t\\]|PRI[dux](32|64)/, "", line)
    if (line != "" && pending != "") { put(pending); pending = "" }
}
END { end_file() }
