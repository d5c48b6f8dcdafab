/**
 * @file
 * @brief The question bank: what a lab asks in Think, its answers, and closed questions; read, and checked to be whole.
 *
 * Each text has one place. The questions of Think stand in labs/NN_name/README.md, their answers in
 * docs/instructor/answers.md. labs/NN_name/questions.yaml has their points and rubric, and the closed questions.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(`${resolve('build/questions-web')}/`);
const { load } = require('js-yaml');

const ANSWERS = 'docs/instructor/answers.md',
  LEAST_CLOSED = 6;
const KNOWN = ['id', 'text', 'answer', 'wrong', 'order', 'why', 'check', 'unchecked', 'points'];

/* What stands below a heading, up to the next one that is as high. */
function below(text, heading) {
  const lines = text.split('\n'),
    start = lines.findIndex((l) => l.startsWith(heading)),
    level = /^#+ /.exec(heading)[0];
  if (start < 0) return '';
  const end = lines.findIndex((l, i) => i > start && /^#+ /.test(l) && l.indexOf(' ') < level.length);
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/* The items of a numbered list, each as Markdown of its own. */
const items = (text) =>
  text
    .split(/^(?=\d+\. )/m)
    .filter((t) => /^\d/.test(t))
    .map((t) =>
      t
        .replace(/^\d+\. +/, '')
        .replace(/^ {3}/gm, '')
        .trim(),
    );

/** What is asked: number, choice, truth or order. */
export function kindOf(q) {
  if (q.order) return 'order';
  return { number: 'number', boolean: 'truth' }[typeof q.answer] ?? 'choice';
}

/** The labs that are wanted, such as 03,09-11; '' is all of them. */
export function labsOf(wanted) {
  const folders = readdirSync('labs')
    .filter((f) => /^\d+_/.test(f))
    .sort();
  const ranges = wanted
    .split(/[ ,]+/)
    .filter(Boolean)
    .map((part) => part.split('-').map(Number));
  const chosen = folders.filter(
    (f) => !ranges.length || ranges.some(([from, to = from]) => parseInt(f, 10) >= from && parseInt(f, 10) <= to),
  );
  if (!chosen.length || ranges.flat().some(Number.isNaN))
    throw new Error(`there are no labs '${wanted}'. LABS takes numbers, such as 03, 01-04 or 01,03`);
  return chosen;
}

function readYaml(file) {
  if (!existsSync(file))
    throw new Error(`${file} is not there. Write it as labs/01_serial_radix/questions.yaml is written`);
  try {
    return load(readFileSync(file, 'utf8')) ?? {};
  } catch (e) {
    throw new Error(`${file}${e.mark ? `:${e.mark.line + 1}` : ''}: ${e.reason ?? e.message}`);
  }
}

/* A line of a rubric is "2: what earns the 2 points". */
const rubricOf = (lines) =>
  (lines ?? []).map((l) => {
    const [points, what] = Object.entries(l)[0];
    return { points: Number(points), what };
  });

/** One lab's questions: {number, title, think: [...], closed: [...]}. */
export function readLab(folder) {
  const file = `labs/${folder}/questions.yaml`,
    own = readYaml(file),
    number = folder.slice(0, 2),
    page = readFileSync(`labs/${folder}/README.md`, 'utf8');
  const asked = items(below(page, '## Think')),
    answers = items(below(below(readFileSync(ANSWERS, 'utf8'), `## ${number} `), '### Answers'));
  const think = asked.map((text, i) => ({
    id: `${number}-think-${i + 1}`,
    kind: 'think',
    text,
    answer: answers[i],
    rubric: rubricOf(own.think?.[i]),
  }));
  for (const q of think) q.points = q.rubric.reduce((sum, r) => sum + r.points, 0);
  const closed = (own.closed ?? []).map((q) => ({
    points: 1,
    ...q,
    id: `${number}-${q.id}`,
    kind: kindOf(q),
    known: Object.keys(q).filter((k) => !KNOWN.includes(k)),
  }));
  return { folder, file, number, title: /^# (.*)/.exec(page)[1], think, closed, rubrics: own.think?.length ?? 0 };
}

/* What is wrong with one question, a phrase each. */
function* wrongWith(q) {
  for (const key of q.known ?? []) yield `'${key}' is no key. There are ${KNOWN.join(', ')}`;
  if (!q.text?.trim()) yield 'it has no text';
  if (!(q.points > 0)) yield 'it has no points';
  if (q.kind === 'think') {
    if (!q.answer) yield `${ANSWERS} has no answer to it`;
    for (const r of q.rubric)
      if (!(r.points > 0) || !r.what) yield 'a line of its rubric is not "points: what earns them"';
    return;
  }
  if (!q.why?.trim()) yield 'it does not say why';
  if (!q.check === !q.unchecked)
    yield 'it needs either check, a command that prints the answer, or unchecked, the reason why there is none';
  if (q.kind === 'order' && (!Array.isArray(q.order) || q.order.length < 3 || new Set(q.order).size < q.order.length))
    yield 'order takes three or more different items';
  if (q.kind === 'choice' && (typeof q.answer !== 'string' || !Array.isArray(q.wrong) || q.wrong.length < 2))
    yield 'a choice takes a text as its answer, and two or more that are wrong';
  if (q.kind === 'choice' && new Set([q.answer, ...(q.wrong ?? [])]).size <= (q.wrong ?? []).length)
    yield 'two of its choices are the same';
}

/** All that is wrong with a lab's questions, a sentence each. */
export function check(lab, isCore) {
  const all = [...lab.think, ...lab.closed],
    seen = new Set(),
    found = [];
  if (lab.rubrics !== lab.think.length)
    found.push(`${lab.file}: ${lab.rubrics} rubrics for ${lab.think.length} questions in labs/${lab.folder}/README.md`);
  if (isCore && lab.closed.length < LEAST_CLOSED)
    found.push(`${lab.file}: ${lab.closed.length} closed questions; a core lab has ${LEAST_CLOSED} or more`);
  for (const q of all) {
    if (seen.has(q.id)) found.push(`${lab.file}: ${q.id} is there twice`);
    seen.add(q.id);
    for (const what of wrongWith(q)) found.push(`${lab.file}: ${q.id}: ${what}`);
  }
  return found;
}

/** Choices, or the items of an order, in an order that says nothing about the answer and is the same each time. */
export function mixed(q) {
  const list = (q.order ?? [q.answer, ...q.wrong]).map((text, i) => ({ text, right: q.order ? i + 1 : i === 0 }));
  const rank = (text) =>
    [...`${q.id} ${text}`].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return list.sort((a, b) => rank(a.text) - rank(b.text));
}
