# The translation of a message in a catalogue: of the text in the variable of the environment that is called said.
# Without one it is the text itself. What stands behind a \ stays as it is, for printf.
function text(line) { sub(/^[a-z]* *"/, "", line); sub(/"$/, "", line); gsub(/\\"/, "\"", line); return line }
function keep() { if (id != "" && id == ENVIRON["said"] && translation != "" && !fuzzy) found = translation }
/^#, .*fuzzy/ { next_fuzzy = 1 }
/^msgid / { keep(); id = text($0); translation = ""; fuzzy = next_fuzzy; next_fuzzy = behind = 0 }
/^msgstr / { translation = text($0); behind = 1 }
/^"/ { if (behind) translation = translation text($0); else id = id text($0) }
END { keep(); print found != "" ? found : ENVIRON["said"] }
