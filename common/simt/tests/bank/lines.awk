# Reads a source of the bank, then a report of its program, and prints what was found, one finding a line:
# tool, severity, kind, and the lines by their letters. A line without a letter is shown by its number.
#     awk -v name=NAME -f lines.awk SOURCE REPORT
function letter(line) { return line in tag ? tag[line] : "line " line }
# Where a thread went past a barrier the compiler decides at which line the code behind it begins.
function other_line() { return /went past this barrier/ ? "" : value("other_line") }
function value(key) {
    if (!match($0, "\"" key "\": (\"[^\"]*\"|[0-9]+)")) return ""
    text = substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
    gsub(/"/, "", text)
    return text
}
FNR == NR {
    if (match($0, "// " name ":[a-z]$")) tag[FNR] = substr($0, length($0))
    next
}
/"severity"/ {
    other = other_line()
    print value("tool") "\t" value("severity") "\t" value("kind") "\t" \
        letter(value("line")) (other == "" ? "" : "," letter(other))
}
