# A Markdown page as Doxygen is to read it: with identifiers of its own for the page and its headings, as a Git
# host makes them (#what-it-says), and links between pages by these.
#     awk -v page=docs/measured.md -v ids=FILE -f docs.awk PAGE     ids: a path and its identifier a line
BEGIN {
    while ((getline line < ids) > 0) {
        split(line, part, "\t")
        id_of[part[1]] = part[2]
    }
    for (i = 128; i < 256; i++) hex[sprintf("%c", i)] = sprintf("x%x", i)
    folder = page
    if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
}

# Letters beyond ASCII, which Doxygen does not take in a name, as the numbers of their bytes.
function plain(s, out, c) {
    for (; s != ""; s = substr(s, 2)) {
        c = substr(s, 1, 1)
        out = out (c in hex ? hex[c] : c)
    }
    return out
}

# What a Git host calls a heading. It writes Russian letters small, too.
function slug(text, s, i, c) {
    s = tolower(text)
    gsub(/`/, "", s)
    gsub(/[^a-z0-9_ \200-\377-]/, "", s)
    gsub(/ /, "-", s)
    for (i = 144; i < 176; i++) { # from U+0410 to U+042F
        c = sprintf("%c", i)
        gsub("\320" c, i < 160 ? "\320" sprintf("%c", i + 32) : "\321" sprintf("%c", i - 32), s)
    }
    s = plain(s)
    return used[s]++ ? s "-" used[s] - 1 : s
}

# The path of `target` as seen from the kit's top folder.
function resolved(target, path, n, parts, i, depth, out) {
    n = split(folder "/" target, parts, "/")
    for (i = 1; i <= n; i++) {
        if (parts[i] == "" || parts[i] == ".") continue
        if (parts[i] == "..") { depth--; continue }
        out[++depth] = parts[i]
    }
    path = ""
    for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") out[i]
    return path
}

function complain(what) {
    print page ":" FNR ": " what >"/dev/stderr"
    failed = 1
}

# [text](target) as a reference of Doxygen's.
function link(text, target, path, anchor) {
    if (target ~ /^[a-z]+:/) return "[" text "](" target ")"
    if (match(target, /#.*/)) {
        anchor = "-" plain(substr(target, RSTART + 1))
        target = substr(target, 1, RSTART - 1)
    }
    path = target == "" ? page : resolved(target)
    if (path in id_of) return "[" text "](@ref " id_of[path] anchor ")"
    if (system("test -e '" path "'")) complain(path " is not there")
    return path ~ /\.h$/ ? "[" text "](@ref " path ")" : "*" text "*"
}

# A header that lies beside the page, as a lab's contract does, is a link to what the handbook has of it.
function contract(code, name) {
    name = substr(code, 2, length(code) - 2)
    return system("test -e '" resolved(name) "'") ? code : "[" name "](@ref " resolved(name) ")"
}

# ![what it shows](picture), a line alone, as a picture that leads to itself, to be enlarged where the page is narrow:
# Doxygen would print the words below it, and show it as a page within the page.
function picture(line, text, path) {
    match(line, /\]\(/)
    text = substr(line, index(line, "![") + 2, RSTART - index(line, "![") - 2)
    path = substr(line, RSTART + 2)
    path = resolved(substr(path, 1, length(path) - 1))
    if (system("test -e '" path "'")) complain(path " is not there")
    gsub(/&/, "\\&amp;", text)
    gsub(/"/, "\\&quot;", text)
    gsub(/</, "\\&lt;", text)
    if (path ~ /^docs\/..\/pictures\//) path = substr(path, 6, 2) "_" path # of a language
    sub(/[^_\/]*\/.*\//, "", path)
    return "@htmlonly<div class=\"picture\"><a href=\"" path "\"><img src=\"" path \
        "\" alt=\"" text "\"/></a></div>@endhtmlonly"
}

# Links outside of code; and code that holds a quote in two pairs of backticks, since Doxygen ends it there.
function converted(line, out, code, text, target) {
    while (match(line, /\*\*`[^`]+`\*\*/)) # Doxygen shows the stars
        line = substr(line, 1, RSTART - 1) "<b>" substr(line, RSTART + 2, RLENGTH - 4) "</b>" \
            substr(line, RSTART + RLENGTH)
    while (match(line, /`[^`]+`|!?\[[^]\[]*\]\([^) ]+\)/)) {
        out = out substr(line, 1, RSTART - 1)
        code = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (code ~ /^`[a-z_]+\.h`$/) code = contract(code)
        else if (code ~ /^`/) code = code ~ /'/ ? "`" code "`" : code
        else if (code !~ /^!/) {
            text = substr(code, 2, index(code, "](") - 2)
            target = substr(code, index(code, "](") + 2)
            code = link(text, substr(target, 1, length(target) - 1))
        }
        out = out code
    }
    return out line
}

code && !/^    / && !/^$/ { print "```\n" held; code = 0 }
/^ *```/ && !code { fenced = !fenced; print fenced ? $0 (/``` *$/ ? "{.unparsed}" : "") : $0; next }
fenced { print; next }
# Four blanks behind an empty line or a heading: code. It is fenced, since Doxygen wants more around it.
code && /^$/ { held = held "\n"; next }
/^    / && (code || blank) {
    if (!code) print "\n```{.unparsed}"
    printf "%s", held
    held = ""
    code = 1
    print substr($0, 5)
    next
}
{ held = ""; blank = /^$/ || /^#/ || /^<!--/ }
/^<!--.*-->$/ { next }
/^ *!\[[^]]+\]\([^) ]+\)$/ { print picture($0); next }
/^#+ / {
    level = $0
    sub(/ .*/, "", level)
    text = substr($0, length(level) + 2)
    name = slug(text)
    if (level == "#") {
        print "# " text " {#" (id_of[page] == "index" ? "mainpage" : id_of[page]) "}\n"
        if (page ~ /^docs\/(zh|ja|ko)\//) # a character is as wide as two letters, so columns stay columns
            print "@htmlonly<style>pre, .fragment, .fragment .line { font-family: \"Noto Sans Mono CJK SC\", NSimSun," \
                " monospace !important; }</style>@endhtmlonly\n"
        if (toc + 0) print "[TOC]\n"
    } else if (id_of[page] == "index") # else the chapters' tree has its headings among the chapters
        print "<h" length(level) " id=\"index-" name "\">" text "</h" length(level) ">\n"
    else print level " " text " {#" id_of[page] "-" name "}"
    next
}
# Doxygen begins no code and no emphasis beside these: a blank parts them, and a tag stands for the stars.
{ gsub(/、`/, "、 `"); gsub(/：`/, "： `"); gsub(/（`/, "（ `"); gsub(/，`/, "， `"); gsub(/。`/, "。 `")
  while (match($0, /\*\*[\200-\377][^*`]*\*\*/) || match($0, /\*\*[^*`]+\*\*[\200-\377]/) && RLENGTH--)
      $0 = substr($0, 1, RSTART - 1) "<b>" substr($0, RSTART + 2, RLENGTH - 4) "</b>" substr($0, RSTART + RLENGTH)
  while (match($0, /\*[\200-\377][^*`]*\*/))
      $0 = substr($0, 1, RSTART - 1) "<em>" substr($0, RSTART + 1, RLENGTH - 2) "</em>" substr($0, RSTART + RLENGTH) }
{ print converted($0) }
# "Next:" in the page's language.
function next_word(word, catalogue) {
    word = "Next:"
    catalogue = substr(page, 1, 8) "messages.po"
    if (page ~ /^docs\/..\//) ("said=" word " awk -f common/build/said.awk " catalogue) | getline word
    return word
}
END {
    if (code) print "```"
    if (following != "") print "\n<div class=\"onwards\">\n\n" next_word() " [" following "](@ref " \
        id_of[next_page] ")\n\n</div>"
    exit failed
}
