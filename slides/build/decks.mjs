/*
 * Resolves the references of decks and gives each what all share: into OUT/md, and OUT/index.html.
 *     node decks.mjs ROOT OUT STYLE.css DECK.md...      STYLE.css: letters, put into each picture
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { resolve } from './references.mjs';

const [root, out, style, ...decks] = process.argv.slice(2);
const kit = { root, pictures: join(root, 'docs/pictures'), style: existsSync(style) ? readFileSync(style, 'utf8') : '' };
const HEAD = 'marp: true\ntheme: sortlab\nlang: en\npaginate: true\nmath: mathjax\n';

const escape = (s) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const headOf = (text, key) => new RegExp(`^${key}: *"?(.*?)"?$`, 'm').exec(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')?.[1] ?? '';

/* A page that leads to every deck there is, whichever of them are built now. */
function index() {
  const rows = readdirSync(join(root, 'slides')).filter((f) => /^\d\d\w+\.md$/.test(f)).sort().map((f) => {
    const text = readFileSync(join(root, 'slides', f), 'utf8'), name = f.slice(0, -3);
    return `<li><a href="${name}.html">${escape(headOf(text, 'title'))}</a> <a class="pdf" href="${name}.pdf">PDF</a><p>${escape(headOf(text, 'description'))}</p></li>`;
  });
  return readFileSync(join(root, 'slides/build/index.html'), 'utf8').replace('<!-- decks -->', () => rows.join('\n'));
}

mkdirSync(join(out, 'md'), { recursive: true });
let failed = 0;
for (const deck of decks) {
  const { text, problems } = resolve(readFileSync(join(root, deck), 'utf8'), deck, kit);
  for (const key of ['title', 'description']) if (!headOf(text, key)) problems.push(`${deck}:1: it has no ${key}; begin it with ---, title: ..., description: ..., ---`);
  for (const p of problems) console.error(p);
  failed += problems.length;
  writeFileSync(join(out, 'md', basename(deck)), text.replace(/^---\n/, () => `---\n${HEAD}`));
}
if (!failed) writeFileSync(join(out, 'index.html'), index());
process.exit(failed ? 2 : 0);
