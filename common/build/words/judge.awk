# Units of text (text.awk, source.awk) become sentences, counts and findings for `make words`.
#     awk -v table=docs/words.txt -v out=FOLDER -f judge.awk
# FOLDER/found: PAGE, LINE, finding; FOLDER/counts: PAGE and seven counts; FOLDER/words: PAGE, LINE, word;
# FOLDER/N.text: the sentences of the page in line N of FOLDER/pages, as style(1) reads them.
BEGIN {
    FS = "\t"
    abbreviations = " e.g. i.e. cf. vs. fig. figs. no. nos. approx. resp. incl. p. pp. dr. mr. mrs. st. vol. ed. eds. "
    while ((getline line < table) > 0) {
        if (line ~ /^#/ || split(line, part, "\t") < 2) continue
        n = split(part[1], form, /, */)
        for (i = 1; i <= n; i++) {
            write[form[i]] = part[2]
            only[form[i]] = sub(/^only /, "", part[4]) || only[form[i]]
            pages[form[i]] = part[4]
            if (form[i] ~ / /) phrase[form[i]]
        }
        n = split(part[3], form, /, */)
        for (i = 1; i <= n; i++) if (form[i] != "") usual[form[i]]
    }
    printf "" >(out "/found")
    printf "" >(out "/words")
    printf "" >(out "/counts")
}

function ends(token, next_token, before, bare, closed) {
    bare = token
    closed = gsub(/["')*\]]+$|\342\200\235$/, "", bare)
    if (bare !~ /[.?!]$/) return 0
    if (next_token == "") return 1
    if (closed && next_token ~ /^[a-z]/) return 0
    if (bare ~ /\.\.\.$|etc\.$/) return next_token ~ /^[("A-Z`]/
    gsub(/^[("*\[]+/, "", bare)
    if (index(abbreviations, " " tolower(bare) " ")) return 0
    if (bare ~ /^([A-Z]\.)+$/) return before != "" && before !~ /^[(]?[A-Z]/ # initials, but not "of list A."
    return !(bare ~ /^[0-9]+\.$/ && before == "")
}
function short(sentence, n, i, part, text) {
    gsub(/\002/, " ", sentence)
    n = split(sentence, part, " ")
    for (i = 1; i <= n && i <= 8; i++) text = text (i > 1 ? " " : "") part[i]
    return "\"" text (n > 8 ? " \342\200\246\"" : "\"")
}
function finding(what) { printf "%s\t%d\t%s\n", page, line, what >(out "/found") }
function allowed(form, n, i, part) {
    n = split(pages[form], part, " ")
    for (i = 1; i <= n; i++) if (index(page, part[i]) == 1) return !only[form]
    return only[form]
}
function say_home(form) {
    home[page]++
    finding("\"" form "\": write " write[form])
}
# Home-made words, and all words for the dictionary.
function look_up(text, n, i, part, form, word) {
    gsub(/`[^`]*`/, "1", text)
    gsub(/[^ ]*[0-9_\/=@+.][^ .]+/, " 1 ", text) # names, numbers and places
    gsub(/\342\200\231/, "'", text)
    gsub(/\342[\200-\211][\200-\277]|\302[\200-\277]|\303\227|[][(){}"*,:;.?!<>&|~^%$#\\]/, " ", text)
    low = " " tolower(text) " "
    gsub(/ +/, " ", low)
    for (form in phrase) if (index(low, " " form " ") && !allowed(form)) say_home(form)
    for (form in usual) gsub(" " form " ", " 1 ", low)
    n = split(low, part, " ")
    for (i = 1; i <= n; i++) if (part[i] in write && !allowed(part[i])) say_home(part[i])
    if (kind == "message" || kind == "comment") return
    gsub(/-th( |$)/, " ", text) # the k-th
    gsub(/'s | '|' |-/, " ", text)
    n = split(text, part, " ")
    for (i = 1; i <= n; i++) {
        word = part[i]
        sub(/'(s|ve|re|ll|d)?$/, "", word)
        if (length(word) > 1 && word ~ /^.[^A-Z0-9]*$/ && word ~ /[a-z]/)
            printf "%s\t%d\t%s\n", page, line, word >(out "/words")
    }
}
# A sentence as style(1) reads it: words alone, since it would end a sentence at a colon, at "e.g." and at ".)".
function put_style(text, n, i, part, line_out, k) {
    n = split(text, part, " ")
    for (i = 1; i <= n; i++) {
        if (part[i] ~ /`|[a-z].*[_\/.].*[a-z]/) part[i] = "code"
        else if (part[i] ~ /[0-9]/) part[i] = k ? "1" : "One"
        else gsub(/[^A-Za-z'-]/, "", part[i])
        if (part[i] !~ /[A-Za-z0-9]/) continue
        line_out = line_out (k++ ? " " : "") part[i]
    }
    if (k) print toupper(substr(line_out, 1, 1)) substr(line_out, 2) "!\n" >(out "/" number[page] ".text")
}
function judge(text, words, whole, last) {
    last = text
    gsub(/["')*\]]+$|\342\200\235$/, "", last)
    whole = last ~ /[.?!:]$|\342\200\246$/
    look_up(text)
    if (kind == "cell" && !whole) return
    if (kind == "heading") whole = 0
    if (words > 30) {
        over30[page]++
        finding("sentence of " words " words: " short(text) " (make two or three of it)")
    }
    bare = text
    gsub(/`[^`]*`|https?:[^ ]*/, "", bare)
    if (bare ~ /;/) {
        semicolons[page]++
        finding("semicolon: " short(text) " (a full stop or a conjunction)")
    }
    if (kind == "message" || kind == "comment") { sentences[page]++; return }
    if (kind != "heading" && last !~ /\?$/ && text ~ /^["'(*]*(What|Whatever|Who|Whoever|Whose|Of which)[^A-Za-z']/) {
        subjects[page]++
        finding("begins with a clause as its subject: " short(text) " (name the subject)")
    } else if (text ~ /^["'(*]*Of [a-z`0-9]/ && text !~ /^Of course/) {
        fronted[page]++
        finding("begins with Of: " short(text) " (subject, verb, object)")
    }
    if (!whole) return
    sentences[page]++
    if (words > 25) over25[page]++
    put_style(text)
}
{
    page = $1
    kind = $3
    if (!(page in number)) {
        close(out "/" n_pages ".text")
        number[page] = ++n_pages
        print page >(out "/pages")
        printf "" >(out "/" n_pages ".text")
    }
    at = $2
    n = split($4, token, " ")
    text = ""
    words = 0
    for (k = 1; k <= n; k++) {
        at += gsub(/\003/, "", token[k])
        if (text == "") line = at
        text = text (text == "" ? "" : " ") token[k]
        if (token[k] ~ /[A-Za-z0-9`]/) words++
        following = token[k + 1]
        gsub(/\003/, "", following)
        if (k == n || ends(token[k], following, text == token[k] ? "" : token[k - 1])) {
            judge(text, words)
            text = ""
            words = 0
        }
    }
}
END {
    for (page in number)
        printf "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", page, sentences[page], over25[page], over30[page], semicolons[page],
            subjects[page], fronted[page], home[page] >(out "/counts")
}
