# A catalogue against what sources say (strings.awk): what is wrong, and what is old. Lines begin with wrong or old.
BEGIN {
    while ((getline line < sources) > 0) {
        said = said "\n" line
        if (split(line, word, " ") <= 4 && !alone[line]++) short[++shorts] = line
    }
}
function text(line) { sub(/^[a-z]* *"/, "", line); sub(/"$/, "", line); gsub(/\\"/, "\"", line); return line }
function plain(part) { # as in strings.awk
    part = tolower(part) " "
    gsub(/[ \t]+/, " ", part)
    gsub(/s[^a-z]/, "\001&", part)
    gsub(/\001s/, "", part)
    gsub(/che /, "ch ", part)
    gsub(/^ | $/, "", part)
    return part
}
# A piece with a short text in it that stands for itself: "byte before the nearest", of "%lu bytes %s the nearest".
function is_filled(part,    i, at, rest) {
    for (i = 1; i <= shorts; i++) {
        at = index(" " part " ", " " short[i] " ")
        if (!at) continue
        rest = substr(part, 1, at - 1) substr(part, at + length(short[i]) + 1)
        gsub(/^ | $/, "", rest)
        if (rest == "" || index(said, rest)) return 1
    }
    return 0
}
# Pieces of words between formats and signs: each has to be in a source.
function is_known(id,    parts, n, i) {
    gsub(/%([0-9]+\$)?[-+#0-9.*]*(ll|l|z)?[a-zA-Z]/, "\n", id)
    gsub(/\\n/, "\n", id)
    n = split(id, parts, /[\n,.;:()·≠○■◆▲"]+/)
    for (i = 1; i <= n; i++) {
        part = plain(parts[i])
        if (part ~ /[a-z]/ && !index(said, part) && !is_filled(part)) return 0
    }
    return 1
}
# Formats, numbers, and words that are no words of a language: cudaFree(), LAB=03, --tool=all, n, uint32_t, make hint.
function tokens(message, of,    word, format) {
    gsub(/\\n/, " ", message)
    while (match(message, /%([0-9]+\$)?[-+#0-9.*]*(ll|l|z)?[a-zA-Z]/)) {
        format = substr(message, RSTART, RLENGTH)
        message = substr(message, 1, RSTART - 1) " " substr(message, RSTART + RLENGTH)
        sub(/[0-9]+\$/, "", format)
        of["the format " format]++
    }
    gsub(/make (hint|check|trace|profile|run) /, "& ", message)
    while (match(message, /make ((hint|check|trace|profile|run)([^a-z]|$)|[A-Z]+=)/)) {
        word = substr(message, RSTART, RLENGTH)
        sub(/[^a-zA-Z=]+$/, "", word)
        of["the command " word]++
        message = substr(message, 1, RSTART - 1) " " substr(message, RSTART + 5)
    }
    name = "[-A-Za-z0-9_]*[A-Za-z0-9_]([=.][A-Za-z0-9_]+)*=?(\\(\\))?"
    while (match(message, "<<<[a-z][^>]*>>>|" name)) {
        word = substr(message, RSTART, RLENGTH)
        message = substr(message, RSTART + RLENGTH)
        if (word ~ /^[0-9]+-[A-Za-z]+$/) sub(/-.*/, "", word) # 0-list
        else sub(/-[a-z]+$/, "", word)
        if (word ~ /^[0-9]+(st|nd|rd|th)$/) sub(/..$/, "", word)
        if (word ~ /^[0-9]+$/) of["the number " word]++
        else if (word ~ /[_0-9=<]|\(\)|[a-z][A-Z]|^--/)
            of["the name " word]++
    }
}
function differ(id, translation,    a, b, token) {
    split("", a); split("", b)
    tokens(id, a); tokens(translation, b)
    for (token in a)
        if (a[token] > b[token])
            print "wrong " catalogue ":" at ": " token " is missing in \"" substr(id, 1, 60) "\""
    for (token in b)
        if (b[token] > a[token])
            print "wrong " catalogue ":" at ": " token " is not in \"" substr(id, 1, 60) "\""
}
function keep() {
    if (id == "") return
    if (fuzzy) print "old " catalogue ":" at ": not yet looked at: \"" substr(id, 1, 90) "\""
    else if (translation == "") print "old " catalogue ":" at ": not translated: \"" substr(id, 1, 90) "\""
    else differ(id, translation)
    if (!foreign && !is_known(id))
        print "old " catalogue ":" at ": no source says this any more: \"" substr(id, 1, 90) "\""
}
/^#, .*fuzzy/ { next_fuzzy = 1 }
/^#\. Words of a compiler/ { next_foreign = 1 }
/^msgid / {
    keep()
    id = text($0)
    translation = ""
    at = FNR
    fuzzy = next_fuzzy
    foreign = next_foreign
    next_fuzzy = next_foreign = behind = 0
}
/^msgstr / { translation = text($0); behind = 1 }
/^"/ { if (behind) translation = translation text($0); else id = id text($0) }
END { keep() }
