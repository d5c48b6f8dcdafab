# The findings and the table of `make words`, from lines of words.sh: ease, misspelt or counts, a page and its values.
#     awk -v found=FILE -v known=FILE -v rows=yes|'' -f table.awk
# A row of a page has 8 values: per cent of sentences over 25 words, sentences over 30 words, semicolons, clauses as
# subjects, sentences that begin with Of, home-made words, reading ease, and words in no dictionary.
BEGIN {
    FS = "\t"
    split("5 0 0 0 0 0 60 0", limit, " ")
    while ((getline line < known) > 0) {
        if (line ~ /^#/ || split(line, part, " ") != 9) continue
        known_page[part[1]]
        for (i = 1; i <= 8; i++) may[part[1], i] = part[i + 1]
    }
}
function is_worse(value, i, bound) { return i == 7 ? value != "-" && value < bound : value > bound }
function worse(name, bound, i, n) {
    for (i = 1; i <= 8; i++) n += is_worse(at[name, i], i, (name, i) in bound ? bound[name, i] : limit[i])
    return n
}
function percent(part, all) { return all ? int((100 * part + all - 1) / all) : 0 }
function print_row(name, ease) {
    ease = at[name, 7]
    printf "%-*s %9d %7d %% %5d %5d %5d %5d %5d %5s %8d\n", width, name, sentences[name], at[name, 1], at[name, 2],
        at[name, 3], at[name, 4], at[name, 5], at[name, 6], ease == "-" ? ease : int(ease), at[name, 8]
}
$1 == "ease" { at[$2, 7] = $3; next }
$1 == "misspelt" { at[$2, 8]++; at["sum", 8]++; next }
{
    page[++n_pages] = $2
    if (length($2) > width && $2 ~ /md$/) width = length($2)
    sentences[$2] = $3
    at[$2, 1] = percent($4, $3)
    if (!(($2, 7) in at)) at[$2, 7] = "-"
    for (i = 2; i <= 6; i++) { at[$2, i] = $(i + 3) + 0; at["sum", i] += $(i + 3) }
    if ($2 ~ /md$/) { sentences["sum"] += $3; over25 += $4 }
}
END {
    for (k = 1; k <= n_pages; k++) {
        name = page[k]
        if (worse(name, may)) { bad[name]; n_bad++ }
        else if (name in known_page && !worse(name, none)) {
            printf "%s: it keeps to the limits now; delete its row in %s\n", name, known
            n_bad++
        }
    }
    if (rows) {
        for (k = 1; k <= n_pages; k++) {
            if (!(page[k] in bad)) continue
            row = page[k]
            for (i = 1; i <= 8; i++) {
                value = at[page[k], i]
                row = row " " (is_worse(value, i, limit[i]) ? int(value) : limit[i])
            }
            print row
        }
        exit 0
    }
    while ((getline line < found) > 0) {
        split(line, part, "\t")
        if (part[1] in bad) printf "%s:%d: %s\n", part[1], part[2], part[3]
    }
    if (width < 5) width = 30
    heading = "%-*s %9s %9s %5s %5s %5s %5s %5s %5s %8s\n"
    printf "\n" heading, width, "page",
        "sentences", "over 25", "over", "semi-", "what,", "Of", "home-", "read-", "in no"
    printf heading, width, "", "", "words", "30", "colon", "who", "...", "made", "ing", "list"
    for (k = 1; k <= n_pages; k++) if (page[k] ~ /md$/ || page[k] in bad) print_row(page[k])
    at["sum", 1] = percent(over25, sentences["sum"])
    print_row("sum")
    printf "limits: %d %% over 25 words, a reading ease (Flesch) of %d, and none of the others.\n", limit[1], limit[7]
    print "The ease is style(1)'s: 206.8 - words a sentence - 85 syllables a word. Headings and fragments do not count,"
    print "a name in backticks is one word of one syllable, and a page of less than 100 words has none."
    exit n_bad > 0
}
