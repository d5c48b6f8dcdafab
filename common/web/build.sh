#!/bin/sh
# Builds a page's template from its sources: common/web/NAME/ to common/web/NAME.html, or to OUT.
#     sh common/web/build.sh NAME [OUT]
# A style that begins with @import "FILE" has FILE of this folder before it. A page whose policy names
# STYLE-HASH and SCRIPT-HASH gets the hashes of what stands in it, so that a browser takes that alone.
# Node and npm are needed for this alone; the templates are committed.
set -eu
cd "$(dirname "$0")"
name=$1 out=${2:-$1.html}
case $out in /*) ;; *) out=$PWD/$out ;; esac
web=../../build/web
mkdir -p $web
if ! cmp -s trace/package-lock.json $web/package-lock.json || [ ! -e $web/installed ]; then
    rm -f $web/installed
    cp trace/package.json trace/package-lock.json $web
    (cd $web && npm ci --no-audit --no-fund --loglevel=error) >&2
    touch $web/installed
fi
web=$(cd $web && pwd)
script=$(mktemp) && trap 'rm -f "$script" "$script.css"' EXIT
[ ! -e $name/main.js ] || NODE_PATH="$web/node_modules" "$web/node_modules/.bin/esbuild" $name/main.js \
    --bundle --minify --charset=utf8 --target=es2020 --format=iife --log-level=warning --legal-comments=none >"$script"
cat base.css $(sed -n 's/^@import "\(.*\)";$/\1/p' $name/style.css) $name/style.css | sed '/^@import/d' |
    "$web/node_modules/.bin/esbuild" --loader=css --minify --log-level=warning >"$script.css"
node -e '
const fs = require("fs"), crypto = require("crypto"), [page, style, script, out] = process.argv.slice(1);
const put = (text, mark, file) =>
  text.split(mark).join(fs.readFileSync(file, "utf8").trim().replace(/<\/(script|style)/g, "<\\/$1"));
let text = put(put(fs.readFileSync(page, "utf8"), "/*STYLE*/", style), "/*SCRIPT*/", script);
for (const tag of ["style", "script"]) {
  const inside = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text);
  const hash = inside && crypto.createHash("sha256").update(inside[1]).digest("base64");
  if (hash) text = text.split(`${tag.toUpperCase()}-HASH`).join(`sha256-${hash}`);
}
fs.writeFileSync(out, text);
' $name/page.html "$script.css" "$script" "$out"
