# What a translation shares with its page: a line SECTION<TAB>KIND<TAB>TOKEN for each heading, step, item, row, command,
# piece of code, number and link of a page in Markdown. What stands in a comment is English alone.
#     awk -v self=docs/ru/learner.md -v source=docs/learner.md -f tokens.awk PAGE
# The third line of a translation may lead to its English page, the source.

function token(kind, text) { print section "\t" kind "\t" text }

# The page that a link leads to, from the kit's root, without the folder of a language.
function target(link,    from, up) {
    if (link ~ /^[a-z]+:/ || link ~ /^#/) return link
    sub(/#.*/, "", link)
    from = self
    sub(/[^\/]*$/, "", from)
    while (link ~ /^\.\.\//) { sub(/^\.\.\//, "", link); sub(/[^\/]*\/$/, "", from) }
    link = from link
    sub(/^docs\/[a-z][a-z]\/labs\//, "labs/", link)
    sub(/^docs\/[a-z][a-z]\//, "docs/", link)
    return link
}

function numbers(text) {
    while (match(text, /[0-9]([0-9.,^]*[0-9])?/)) {
        token("number", substr(text, RSTART, RLENGTH))
        text = substr(text, RSTART + RLENGTH)
    }
}

# Takes the pieces of code and the links out of a line of prose, and counts what is left.
function prose(text,    link) {
    while (match(text, /`[^`]+`/)) {
        token("code", substr(text, RSTART, RLENGTH))
        text = substr(text, 1, RSTART - 1) " " substr(text, RSTART + RLENGTH)
    }
    while (match(text, /\]\([^)]*\)/)) {
        link = substr(text, RSTART + 2, RLENGTH - 3)
        token("link", link ~ /^#/ ? "#" : target(link))
        text = substr(text, 1, RSTART) " " substr(text, RSTART + RLENGTH)
    }
    numbers(text)
}

BEGIN { section = 0; fence = comment = 0; paragraph = "" }
function flush() { if (paragraph != "") prose(paragraph); paragraph = "" }

/^<!--.*-->$/ { next }
FNR == 3 && match($0, /\]\([^)]*\)/) && target(substr($0, RSTART + 2, RLENGTH - 3)) == source { next }
/^ *```/ { flush(); fence = !fence; code = /```c$/; if (fence) token("block", $0); next }
fence && !code { numbers($0); next }
fence { sub(/\/\/.*/, ""); gsub(/ +/, " "); sub(/ $/, ""); token("code", $0); next }
/^    [^ ]/ && paragraph == "" { line = $0; sub(/ +#.*/, "", line); token("command", line); next }
/^#+ / { flush(); section++; token("heading", length($1)) }
/^ *[0-9]+\. / { flush(); token("step", $1); sub(/^ *[0-9]+\. /, "") }
/^ *[-*] / { flush(); token("item", "") ; sub(/^ *[-*] /, "") }
/^\|/ { flush(); token("row", NF ? gsub(/\|/, "|") : 0); prose($0); next }
/^ *$/ { flush(); next }
{ sub(/^ +/, ""); paragraph = paragraph " " $0 }
END { flush() }
