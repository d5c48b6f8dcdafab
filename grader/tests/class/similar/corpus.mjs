/*
 * Writes 40 disguised copies and 40 pairs of honest programs, on which whoever compares files can be tried.
 *     node corpus.mjs OUT      in the kit's top folder
 * OUT/copies/NN/a/LAB.cu is a program, OUT/copies/NN/b/LAB.cu its copy; OUT/honest/NN has two programs that were
 * written apart, the last four of them half done; of OUT/halves/NN/b every second function is a's by other names.
 * Sources of copies are solutions, mutants of the bank and unusual right programs; copies 1 to 13 have one disguise
 * each, 14 to 26 two, 27 to 34 five, and the last all of them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parse } from '../../../../build/similar-web/tokens.mjs';
import { DISGUISES } from './disguise.mjs';
import { unmarked } from './unmarked.mjs';

const out = process.argv[2],
  COPIES = 40,
  HONEST = 40;
const read = (file) => fs.readFileSync(file, 'utf8');
const files = fs
  .readdirSync('solutions')
  .filter((f) => /^\d\d_.*\.cu?$/.test(f))
  .sort();
const here = 'grader/tests/class/similar';

/* Entries of a bank (grader/selftest/mutants/README.md) that are given as hunks. */
function entriesOf(file) {
  return read(file)
    .split(/^== /m)
    .slice(1)
    .map((entry) => entry.split('\n'))
    .filter((lines) => !lines.some((l) => l.startsWith('file:')));
}

const bare = (line) => line.replace(/\/\/.*/, '').trim();

/* The text with the hunks of an entry done to it; null where one does not fit. */
function changed(text, entry) {
  let lines = text.split('\n');
  for (const hunk of entry
    .slice(1)
    .filter((l) => /^[-+ ]|^@@/.test(l))
    .join('\n')
    .split(/^@@$/m)) {
    const there = hunk
      .split('\n')
      .filter((l) => /^[- ]/.test(l) && bare(l.slice(1)))
      .map((l) => bare(l.slice(1)));
    const full = lines.map((l, i) => [bare(l), i]).filter(([l]) => l);
    const at = full.findIndex((_, i) => there.every((l, k) => full[i + k]?.[0] === l));
    if (there.length === 0 || at < 0) return null;
    const put = hunk
      .split('\n')
      .filter((l) => /^[+ ]/.test(l))
      .map((l) => l.slice(1));
    lines = [...lines.slice(0, full[at][1]), ...put, ...lines.slice(full[at + there.length - 1][1] + 1)];
  }
  return lines.join('\n');
}

/* In turn a solution, a mutant and an unusual right program of one lab after another. */
function source(i) {
  const file = files[i % files.length],
    lab = path.parse(file).name,
    text = unmarked(read(`solutions/${file}`));
  const bank = [null, `labs/${lab}/mutants`, `labs/${lab}/right`][i % 3];
  const known = bank
    ? entriesOf(bank)
        .map((e) => changed(text, e))
        .filter((t) => t && !/uint32_t \w+ = 0\)/.test(t))
    : [text];
  return { file, text: known[i % known.length] ?? text };
}

function disguises(i) {
  const all = Object.keys(DISGUISES),
    n = all.length,
    from = i < n ? 1 : i < 2 * n ? 2 : i < 2 * n + 8 ? 5 : n;
  return all.filter(
    (_, k) => Array.from({ length: from }, (_, j) => (i + j * 4 + (i >= n)) % n).includes(k) || from === n,
  );
}

function write(folder, file, texts) {
  texts.forEach((text, k) => {
    fs.mkdirSync(`${folder}/${'ab'[k]}`, { recursive: true });
    fs.writeFileSync(`${folder}/${'ab'[k]}/${file}`, text);
  });
}

const number = (i) => String(i + 1).padStart(2, '0');
for (let i = 0; i < COPIES; i++) {
  const { file, text } = source(i),
    names = disguises(i);
  const copy = names.reduce((t, name) => DISGUISES[name](t), text);
  write(`${out}/copies/${number(i)}`, file, [text, copy]);
  fs.writeFileSync(`${out}/copies/${number(i)}/disguises`, `${names.join(' ')}\n`);
}

const functionsOf = (text) =>
  parse(text)
    .descendantsOfType('function_definition')
    .map((f) => f.text);
const head = (f) => f.slice(0, f.indexOf('('));

/* The functions that CHOOSES takes of those that are somebody's own become those of OTHER. */
function mixed(text, other, skeleton, chooses) {
  const bare = functionsOf(skeleton),
    theirs = functionsOf(other);
  const own = functionsOf(text).filter((f) => !bare.includes(f));
  return own
    .filter((_, i) => chooses(i, own.length))
    .reduce((t, f) => t.replace(f, () => theirs.find((b) => head(b) === head(f)) ?? f), text);
}

const whole = [],
  part = [],
  halves = [];
for (const file of files) {
  const { name, ext } = path.parse(file),
    marked = read(`solutions/${file}`),
    solution = unmarked(marked),
    skeleton = unmarked(marked, true);
  const apart = fs
    .readdirSync(here)
    .filter((f) => f.startsWith(`${name}.`))
    .sort()
    .map((f) => read(`${here}/${f}`));
  if (apart.length === 0) continue;
  const all = [solution, ...apart];
  all.forEach((a, i) => all.slice(i + 1).forEach((b) => whole.push([name + ext, [a, b]])));
  part.push([name + ext, all.slice(-2).map((t) => mixed(t, skeleton, skeleton, (i, n) => i >= Math.ceil(n / 2)))]);
  halves.push(
    ...apart.map((t) => [
      name + ext,
      [solution, DISGUISES.layout(DISGUISES.names(mixed(t, solution, skeleton, (i) => i % 2 === 0)))],
    ]),
  );
}
[...whole, ...part.slice(-(HONEST - whole.length))].forEach(([file, texts], i) =>
  write(`${out}/honest/${number(i)}`, file, texts),
);
halves.forEach(([file, texts], i) => write(`${out}/halves/${number(i)}`, file, texts));
