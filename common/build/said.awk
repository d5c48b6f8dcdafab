# The translation of a message in a catalogue: of the text in the variable of the environment that is called said.
# Without one it is the text itself. What stands behind a \ stays as it is, for printf.
function text(line) { sub(/^[a-z]* *"/, "", line); sub(/"$/, "", line); gsub(/\\"/, "\"", line); return line }
function keep() { if (id != "" && id == ENVIRON["said"] && translation != "" && !fuzzy && !other) found = translation }
/^#, .*fuzzy/ { next_fuzzy = 1 }
/^msgctxt / { next_other = 1 } # a picture's
/^msgid / {
    keep(); id = text($0); translation = ""
    fuzzy = next_fuzzy; other = next_other; next_fuzzy = next_other = behind = 0
}
/^msgstr / { translation = text($0); behind = 1 }
/^"/ { if (behind) translation = translation text($0); else id = id text($0) }
END { keep(); print found != "" ? found : ENVIRON["said"] }
