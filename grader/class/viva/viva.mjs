/**
 * @file
 * @brief `make viva`: a page with a student's code, its trace, and three questions drawn from what it does.
 *
 *     node viva.mjs --lab 03 --submission PATH [--name NAME] [--out DIR]
 *     node viva.mjs --lab 03 --submissions DIR --out DIR [--student ID]      students of a class run into DIR: pages go
 *     to DIR/viva
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { draw } from './draw.mjs';
import { questionsOf } from './ask.mjs';
import { measure, trace } from './measure.mjs';

const stop = (text) => {
  console.error(`viva: ${text}`);
  process.exit(2);
};
const { values: wanted } = parseArgs({
  options: {
    lab: { type: 'string', default: '' },
    submission: { type: 'string', default: '' },
    submissions: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    student: { type: 'string', default: '' },
    out: { type: 'string', default: 'build/viva' },
  },
});

function labOf(number) {
  const labs = readdirSync('labs')
    .filter((f) => /^\d+_/.test(f))
    .sort();
  if (!number) stop('which lab? Type make viva LAB=03 SUBMISSION=dir');
  return (
    labs.find((f) => f === number || (/^\d+$/.test(number) && parseInt(f, 10) === Number(number))) ??
    stop(`there is no lab '${number}'. The labs are ${labs.join(' ')}`)
  );
}

/* In the names of files a letter that is not plain becomes _. */
const plain = (name) => name.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/^[._]+/, '') || 'student';

function fill(data, path) {
  const template = readFileSync('common/web/viva.html', 'utf8');
  writeFileSync(
    path,
    template.replace('/*RUN*/', () => JSON.stringify(data).replace(/</g, '\\u003c')),
  );
}

/* One page; where it is. */
function write(submission, lab, student, file) {
  const place = mkdtempSync(join(tmpdir(), 'viva-'));
  try {
    const w = measure(submission, lab, place),
      name = `${w.number}-${plain(file)}`;
    const title = /^# (.*)/.exec(readFileSync(`labs/${lab}/README.md`, 'utf8'))[1];
    fill(
      {
        student,
        lab: w.number,
        title,
        path: w.path,
        points: w.points,
        most: w.most,
        stages: w.stages.map(({ stage, title: of, verdict }) => ({ stage, title: of, verdict })),
        source: w.lines.join('\n'),
        functions: w.functions.filter((f) => f.steps.length),
        counts: Object.fromEntries(w.counts),
        trace: trace(w, out, `${name}-trace.html`),
        questions: draw(student, lab, questionsOf(w)),
      },
      join(out, `${name}.html`),
    );
    return join(out, `${name}.html`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/* Everyone of whom a class run has a result, by the names that its pages have. */
function students() {
  const folder = join(wanted.out, 'results');
  if (!existsSync(folder))
    stop(
      `${folder} is not there; type make grade-class SUBMISSIONS=${wanted.submissions} OUT=dir first, and then ` +
        `make viva with the same OUT`,
    );
  const all = readdirSync(folder)
    .filter((f) => f.endsWith('.json'))
    .sort()
    .map((f) => ({ file: basename(f, '.json'), ...JSON.parse(readFileSync(join(folder, f), 'utf8')) }))
    .filter((s) => s.entry);
  if (!wanted.student) return all;
  const one = all.filter((s) => [s.file, s.student, s.shown].includes(wanted.student));
  return one.length
    ? one
    : stop(`nobody in ${folder} who handed in is called '${wanted.student}'. Give the name of the feedback page`);
}

const lab = labOf(wanted.lab),
  asked = wanted.submissions
    ? students().map((s) => [join(wanted.submissions, s.entry), s.shown || s.student, s.file])
    : [
        [
          wanted.submission,
          wanted.name || basename(wanted.submission).replace(/(\.tar)?\.\w+$/, ''),
          wanted.name || basename(wanted.submission),
        ],
      ];
const out = wanted.submissions ? join(wanted.out, 'viva') : wanted.out;
let missing = 0;
mkdirSync(out, { recursive: true });
for (const [submission, student, file] of asked)
  try {
    console.log(write(submission, lab, student, file));
  } catch (e) {
    console.error(`viva: ${e.message}`);
    missing++;
  }
process.exitCode = missing === asked.length ? 1 : 0;
