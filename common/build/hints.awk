# Reads a lab's hints.md for whoever shows or checks hints: a record a line, fields parted by tabs.
#   STEP 0 title TEXT        ## Step 2: the tie
#   STEP LEVEL text TEXT     2. a paragraph, which goes on in lines that three blanks indent
#   STEP LEVEL gap           an empty line in a hint
#   STEP LEVEL picture TEXT  lines between two of ```, to be shown as they are
#   STEP 0 class NAMES TEXT  **race, missing-barrier:** a paragraph for who has failed in one of these ways
#   STEP LEVEL bad TEXT      a line that is none of these, or a level out of turn
# What stands before the first step is for those who read the file itself.
function record(kind, text) { print step "\t" level "\t" kind "\t" text }
/^## Step [0-9]+: ./ && !picture { step = $3 + 0; level = 0; sub(/^[^:]*: /, ""); record("title", $0); next }
!step { next }
/^\*\*[a-z, -]+:\*\* ./ && !picture { class = $0; gsub(/^\*\*|:\*\*.*/, "", class); sub(/^[^:]*:\*\* /, "") }
/^$/ { gap = 1; class = ""; next }
class != "" { print step "\t0\tclass\t" class "\t" $0; next }
/^[0-9]+\. ./ && !picture && $1 + 0 == level + 1 { level++; gap = 0; sub(/^[^ ]* /, ""); record("text", $0); next }
gap && level { record("gap"); gap = 0 }
/^   ```$/ && level { picture = !picture; next }
/^   ./ && level { record(picture ? "picture" : "text", substr($0, 4)); next }
{ record("bad", $0) }
END { if (picture) record("bad", "a picture without an end") }
