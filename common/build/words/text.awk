# What cmark makes of pages (XML with positions) as units of text for judge.awk, a line each:
#     PAGE <tab> LINE <tab> prose, heading or cell <tab> TEXT
# A unit is a paragraph, an item of a list, a heading, a cell or the words of a picture. In TEXT \003 begins a line, and
# code keeps its backticks, with \002 in place of blanks.
#     awk -v map=FILE -f text.awk     map: as markdown.awk writes it
BEGIN {
    while ((getline line < map) > 0) {
        split(line, part, "\t")
        page[++lines] = part[1]
        line_of[lines] = part[2]
        kind_of[lines] = part[3]
    }
}

function plain(text) {
    gsub(/&quot;/, "\"", text)
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&amp;/, "\\&", text)
    gsub(/\t/, " ", text)
    return text
}
# The line where a tag's text begins; 0 if this cmark does not say.
function place(tag) {
    if (!match(tag, /sourcepos="[0-9]+/)) return 0
    return substr(tag, RSTART + 11, RLENGTH - 11) + 0
}
function begin(name, at) {
    text = ""
    start = line = at
    kind = name
}
function finish() {
    gsub(/\342\200\213|^ +/, "", text)
    if (kind_of[start] == "cell") kind = "cell"
    if (text ~ /[A-Za-z]/) printf "%s\t%d\t%s\t%s\n", page[start], line_of[start], kind, text
    text = ""
}
function add(more, at) {
    for (; line < at; line++) text = text "\003"
    text = text more
}
# The text of a tag that begins and ends in this line.
function inside() {
    match($0, /<[^>]*>/)
    tag = substr($0, RSTART, RLENGTH)
    value = substr($0, RSTART + RLENGTH)
    sub(/<\/[a-z_]*>$/, "", value)
    return plain(value)
}

/^ *<(code_block|html_block)/ { skipping = 1 }
skipping { if (/<\/(code_block|html_block)>$/) skipping = 0; next }
/^ *<paragraph/ { begin("prose", place($0)) }
/^ *<heading/ { begin("heading", place($0)) }
/^ *<\/(paragraph|heading)>/ { finish() }
# The words of a picture stand by themselves.
/^ *<image/ {
    outer = text
    outer_start = start
    outer_line = line
    outer_kind = kind
    begin("prose", place($0) ? place($0) : start)
}
/^ *<\/image>/ {
    finish()
    text = outer
    start = outer_start
    line = outer_line
    kind = outer_kind
}
/^ *<(softbreak|linebreak)/ { text = text " " }
/^ *<text/ { value = inside(); add(value, place(tag)) }
/^ *<code / {
    value = inside()
    gsub(/`/, "'", value)
    gsub(/ /, "\002", value)
    add("`" value "`", place(tag))
}
