#!/bin/sh
# Builds a page's template from its sources: common/page/NAME/ to common/page/NAME.html, or to OUT.
#     sh common/page/build.sh NAME [OUT]
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
NODE_PATH=$web/node_modules $web/node_modules/.bin/esbuild $name/main.js --bundle --minify --charset=utf8 \
    --target=es2020 --format=iife --log-level=warning --legal-comments=none >"$script"
cat base.css $name/style.css | $web/node_modules/.bin/esbuild --loader=css --minify --log-level=warning >"$script.css"
node -e '
const fs = require("fs"), [page, style, script, out] = process.argv.slice(1);
const put = (text, mark, file) => text.split(mark).join(fs.readFileSync(file, "utf8").trim().replace(/<\/(script|style)/g, "<\\/$1"));
fs.writeFileSync(out, put(put(fs.readFileSync(page, "utf8"), "/*STYLE*/", style), "/*SCRIPT*/", script));
' $name/page.html "$script.css" "$script" "$out"
