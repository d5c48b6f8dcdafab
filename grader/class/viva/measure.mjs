/**
 * @file
 * @brief What is known of a student's file: verdicts, and counts of each line, from the kit's own programs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dataOf } from '../../../common/web/data.mjs';
import { countsOf } from '../../../common/web/profile/counts.js';
import { Run } from '../../../common/web/trace/model.js';
import { functionsOf, stepsOf, tasksOf } from './source.mjs';

const BUILD = 'build/cpu';
const run = (program, args, more = {}) =>
  spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...more } });
const grade = (w, ...args) =>
  run(`${BUILD}/grade`, ['--folder', BUILD, '--lab', w.number, '--submission', w.folder, ...args]);

/** A submission of any form as a folder with the files of its labs; its lab's file, and where it was. */
export function unpack(submission, lab, place) {
  const folder = join(place, 'files');
  let from = submission;
  if (!existsSync(submission))
    throw new Error(`${submission} is not there. SUBMISSION is a folder, a file, an archive or a repository`);
  if (statSync(submission).isFile() && /\.cu?$/.test(submission)) {
    from = join(place, 'alone');
    mkdirSync(from);
    copyFileSync(submission, join(from, basename(submission)));
  }
  execFileSync(`${BUILD}/unpack`, [from, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const taken = JSON.parse(readFileSync(join(folder, 'taken.json'), 'utf8')),
    own = taken.labs[lab];
  if (taken.refused || own?.refused) throw new Error(`${submission}: ${taken.refused || own.refused}`);
  if (!own?.file) throw new Error(`${submission} has no file of lab ${lab}`);
  return { folder, path: own.from, source: join(folder, own.file) };
}

/* Verdicts, and of the first failure the smallest input. */
function stagesOf(w, place) {
  const result = join(place, 'result.json'),
    said = grade(w, '--explain=first', '--result', result);
  if (!existsSync(result)) throw new Error(`the grader has no result: ${said.stderr.trim()}`);
  return JSON.parse(readFileSync(result, 'utf8'));
}

const busy = (c) => c.requests + c.shared + c.barriers + c.atomics + c.diverges + c.reads + c.writes;

/* Each line counts in the stage in which it does most. */
function keep(w, line, c) {
  if (
    busy(c) > 0 &&
    busy(c) >
      busy(w.counts.get(line) ?? { requests: 0, shared: 0, barriers: 0, atomics: 0, diverges: 0, reads: 0, writes: 0 })
  )
    w.counts.set(line, c);
}

const lanesOf = (m, kinds) => kinds.reduce((n, kind) => n + (m[`lanes_${kind}`] ?? 0), 0);
function profileStage(w, stage, place) {
  grade(w, '--stage', String(stage.stage), '--profile', place);
  const page = join(place, `${w.number}.html`);
  if (!existsSync(page)) return;
  const data = dataOf(page),
    of = { n: data.n, stage: stage.stage, promise: stage.title };
  renameSync(page, join(place, `stage${stage.stage}.html`));
  for (const kernel of data.run.kernels)
    for (const l of kernel.lines.filter((own) => own.file === w.file)) {
      const m = l.metrics;
      keep(w, l.line, {
        ...countsOf(m),
        ...of,
        reads: lanesOf(m, ['shared_ld', 'global_ld']),
        writes: lanesOf(m, ['shared_st', 'global_st', 'shared_atom', 'global_atom', 'global_red']),
        lanes: lanesOf(m, ['shared_atom', 'global_atom', 'global_red']),
      });
    }
}

/* Of host code the trace knows what each line reads and writes. */
function traceStage(w, stage, place) {
  const page = join(place, `trace${stage.stage}.html`);
  grade(w, '--stage', String(stage.stage), '--ranks', '--trace', page);
  if (!existsSync(page)) return;
  const data = dataOf(page);
  for (const [line, [reads, writes]] of new Run(data.run, data).counts)
    keep(w, line, { ...countsOf({}), n: data.n, stage: stage.stage, promise: stage.title, reads, writes, lanes: 0 });
}

/** The page of `make trace`: of the failing input, or as a lab shows itself. '' where there is none. */
export function trace(w, out, name) {
  const failed = w.stages.find((s) => s.verdict !== 'OK'),
    knobs = { STAGE: '', CASE: '', N: '', SEED: '', KEYS: '', ORDER: '' };
  for (const [, knob, quoted, plain] of (failed?.repeat ?? '').matchAll(
    /\b(STAGE|CASE|N|SEED|KEYS|ORDER)=(?:"([^"]*)"|(\S+))/g,
  ))
    knobs[knob] = quoted ?? plain;
  if (failed && !knobs.STAGE) return ''; // it does not build
  run('sh', ['common/build/trace.sh', w.number, out], { ...knobs, WHO: 'labs', SUBMISSION: w.folder });
  if (!existsSync(join(out, `${w.number}.html`))) return '';
  renameSync(join(out, `${w.number}.html`), join(out, name));
  return name;
}

/** Everything that the questions are made of. */
export function measure(submission, lab, place) {
  const w = { lab, number: lab.slice(0, 2), counts: new Map(), ...unpack(submission, lab, place) };
  w.file = basename(w.source);
  w.isHost = w.file.endsWith('.c');
  w.lines = readFileSync(w.source, 'utf8').replace(/\n$/, '').split(/\r?\n/);
  w.steps = stepsOf(lab);
  const result = stagesOf(w, place);
  w.functions = functionsOf(w.lines).map((f) => ({
    ...f,
    steps: w.steps.get(f.name) ?? [],
    isGiven: w.steps.get(f.name)?.length === 0,
  }));
  w.tasks = tasksOf(lab);
  Object.assign(w, { stages: result.stages, points: result.points, most: result.max_points });
  for (const stage of w.stages.filter((s) => ['OK', 'COUNT'].includes(s.verdict)))
    (w.isHost ? traceStage : profileStage)(w, stage, place);
  return w;
}
