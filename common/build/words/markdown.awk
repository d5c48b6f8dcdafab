# Pages of Markdown as cmark is to read them for `make words`, one below the other: each cell of a table is a
# paragraph, and speaker notes are text.
#     awk -v map=FILE -f markdown.awk PAGE...     map: for each line printed its page, its line there, and cell or -
function put(line, kind) {
    print line
    print FILENAME "\t" FNR "\t" kind >map
}
function cells(row, indent, n, i, part) {
    indent = row
    sub(/[^ ].*/, "", indent)
    gsub(/\\\|/, "\001", row)
    n = split(row, part, "|")
    for (i = 2; i <= n; i++) {
        gsub(/\001/, "|", part[i])
        gsub(/^ +| +$/, "", part[i])
        if (part[i] == "" || part[i] ~ /^:?-+:?$/) continue
        put("", "-")
        put(indent mark part[i], "cell")
    }
    put("", "-")
}

BEGIN { mark = "\342\200\213" } # a space of no width in front of a cell keeps "1." or "- " from making a list
# A heading ends whatever the page before left open.
FNR == 1 { put("", "-"); put("# 1", "-"); put("", "-"); fenced = front = after_blank = 0 }
# What stands above a deck: its description is a sentence.
FNR == 1 && /^---$/ { front = 1; put("", "-"); next }
front && /^---$/ { front = 0; put("", "-"); next }
front { sub(/^description: */, "") || ($0 = ""); gsub(/^"|"$/, ""); put($0, "-"); next }

/^ *(```|~~~)/ { fenced = !fenced }
fenced || /^(    |\t)/ && after_blank { put($0, "-"); next }
{ after_blank = /^ *$/ }

{ gsub(/<!-- number:[^>]*-->/, "1") }
/^ *<!-- *[A-Z].*-->$/ { gsub(/^ *<!-- *| *-->$/, ""); put($0, "-"); next }
/^ *<!--.*-->$/ { put("", "-"); next }
/^ *(<!--|-->)$/ { put("", "-"); next }
/^ *\|/ { cells($0); next }
{ put($0, "-") }
