/*
 * Resolves the references of decks and gives each what all share: into OUT/md, and OUT/index.html.
 *     node decks.mjs ROOT OUT STYLE.css students|instructor DECK.md...      STYLE.css: letters, put into each picture
 *
 * What becomes HTML goes to OUT/md, and what becomes PDF to OUT/paper. The instructor's have notes: in md for the view
 * that P opens, on paper as pages.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { faultsOf, forInstructor, forStudents, isSolution, minutesOf, slidesOf } from './marks.mjs';
import { resolve } from './references.mjs';

const [root, out, style, audience, ...decks] = process.argv.slice(2);
const kit = {
  root,
  pictures: join(root, 'docs/pictures'),
  style: existsSync(style) ? readFileSync(style, 'utf8') : '',
};
const HEAD = 'marp: true\ntheme: sortlab\nlang: en\npaginate: true\nmath: mathjax\n';
const ABOUT = {
  students:
    'A deck a lab, one to open the course, and one on what a GPU is. In a deck: arrows turn the slides, F ' +
    'fills the screen.',
  instructor:
    'For the instructor: decks with notes, answers and solutions. In a deck: arrows turn the slides, F fills the ' +
    'screen, P opens the view with the notes. In a PDF, a page of notes follows each slide.',
};

const escape = (s) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const headOf = (text, key) =>
  new RegExp(`^${key}: *"?(.*?)"?$`, 'm').exec(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')?.[1] ?? '';

/* A page that leads to every deck there is, whichever of them are built now. */
function index() {
  const rows = readdirSync(join(root, 'slides'))
    .filter((f) => /^\d\d\w+\.md$/.test(f))
    .sort()
    .map((f) => {
      const text = readFileSync(join(root, 'slides', f), 'utf8'),
        name = f.slice(0, -3);
      const about = `${escape(headOf(text, 'description'))} ${minutesOf(slidesOf(text).slides)}&nbsp;minutes.`;
      return (
        `<li><a href="${name}.html">${escape(headOf(text, 'title'))}</a> ` +
        `<a class="pdf" href="${name}.pdf">PDF</a><p>${about}</p></li>`
      );
    });
  const page = readFileSync(join(root, 'slides/build/index.html'), 'utf8');
  return page.replace('<!-- about -->', ABOUT[audience]).replace('<!-- decks -->', () => rows.join('\n'));
}

/* The deck with its references resolved, slide by slide, and all that is wrong with it. */
function take(deck) {
  const text = readFileSync(join(root, deck), 'utf8'),
    { head, slides } = slidesOf(text);
  const problems = faultsOf(slides, deck);
  for (const key of ['title', 'description'])
    if (!headOf(text, key))
      problems.push(`${deck}:1: it has no ${key}; begin it with ---, title: ..., description: ..., ---`);
  for (const slide of slides) {
    const put = resolve(slide.raw, deck, slide.line, { ...kit, secret: !isSolution(slide) });
    slide.text = put.text;
    problems.push(...put.problems);
  }
  const page = `trace/${basename(deck).split('_')[0]}.html`; // of the solution, where traces.sh has laid it
  return {
    head: head.replace(/^---\n/, () => `---\n${HEAD}`),
    slides,
    problems,
    trace: existsSync(join(out, page)) && page,
  };
}

const write = (folder, deck, text) => {
  mkdirSync(join(out, folder), { recursive: true });
  writeFileSync(join(out, folder, basename(deck)), text);
};
/* A page that lies beside the decks does not lie beside a paper. */
const onPaper = (text) => text.replace(/\[([^\]]*)\]\(trace\/[^)]*\)/g, '$1');
let failed = 0;
for (const deck of decks) {
  const taken = take(deck);
  for (const problem of taken.problems) console.error(problem);
  failed += taken.problems.length;
  write('md', deck, audience === 'instructor' ? forInstructor(taken, false) : forStudents(taken));
  write('paper', deck, onPaper(audience === 'instructor' ? forInstructor(taken, true) : forStudents(taken)));
}
if (!failed) writeFileSync(join(out, 'index.html'), index());
process.exit(failed ? 2 : 0);
