/**
 * @file
 * @brief `make questions`: checks the bank, and writes it in each form.
 *
 *     node main.mjs [--labs 03-04] [--kind think|closed] [--out DIR] [--try]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check, labsOf, readLab } from './bank.mjs';
import { gift } from './gift.mjs';
import { qti } from './qti.mjs';
import { sheet } from './sheet.mjs';
import { tryAll } from './try.mjs';

const CORE = 8,
  LONG_AGO = new Date('2026-01-01T00:00:00Z'); // the same questions are the same bytes
const stop = (text) => {
  console.error(`questions: ${text}`);
  process.exit(2);
};

const { values: wanted } = parseArgs({
  options: {
    labs: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    out: { type: 'string', default: 'build/questions' },
    try: { type: 'boolean' },
  },
});
if (!['', 'think', 'closed'].includes(wanted.kind)) stop(`KIND is '${wanted.kind}'. It can be think or closed`);

function read() {
  try {
    return labsOf(wanted.labs).map(readLab);
  } catch (e) {
    return stop(e.message);
  }
}

function zip(name, files) {
  const folder = `${name}.files`,
    names = files.map(([file]) => file);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [file, text] of files) {
    writeFileSync(join(folder, file), text);
    utimesSync(join(folder, file), LONG_AGO, LONG_AGO);
  }
  rmSync(name, { force: true });
  execFileSync('zip', ['-qX', resolve(name), ...names], { cwd: folder, env: { ...process.env, TZ: 'UTC' } });
  rmSync(folder, { recursive: true });
}

function write(labs, out) {
  mkdirSync(out, { recursive: true });
  const texts = {
    'questions.gift': gift(labs),
    'sheet.html': sheet(labs, false),
    'sheet-answers.html': sheet(labs, true),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(out, name), text);
  zip(join(out, 'questions-qti.zip'), qti(labs));
  return [...Object.keys(texts), 'questions-qti.zip'];
}

const labs = read(),
  wrong = labs.flatMap((lab) => check(lab, Number(lab.number) <= CORE));
for (const what of wrong) console.error(what);
if (wrong.length) process.exit(1);
for (const lab of labs)
  lab.questions = [...(wanted.kind === 'closed' ? [] : lab.think), ...(wanted.kind === 'think' ? [] : lab.closed)];
if (wanted.try) process.exit(tryAll(labs.flatMap((lab) => lab.questions)) ? 0 : 1);

const count = (kind) => labs.reduce((n, lab) => n + lab[kind].length, 0);
console.log(
  `${count('think')} questions of Think and ${count('closed')} closed questions of ${labs.length} ` +
    `lab${labs.length === 1 ? '' : 's'}. All are whole.`,
);
for (const name of write(labs, wanted.out)) console.log(join(wanted.out, name));
