/* Numbers and sentences. */
import { halves, READ, WRITE, ATOMIC } from './decode.js';
import { MAX_KEY } from './model.js';

export const count = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/* A value in a cell: "·" is nothing yet, "max" the greatest key there is. */
export function value(run, array, v) {
  if (run.isEmpty(array, v)) return '·';
  if (run.isMax(array, v)) return 'max';
  if (v <= MAX_KEY || run.isHost) return String(v);
  const [low, high] = halves(v);
  return `${high === MAX_KEY ? 'max' : high}|${low}`;
}

export function cellName(run, array, index) {
  const a = run.arrays[array];
  if (a.space === 'elsewhere') return a.name;
  return a.length === 1 && index === a.origin ? a.name : `${a.name}[${index - a.origin}]`;
}

export function threadName(run, step, thread) {
  if (run.isHost) return 'the code';
  return `thread ${thread}${run.launchOf(step).grid.some((g) => g > 1) ? ` of block ${step.block}` : ''}`;
}

export const verbs = ['reads', 'writes', 'changes'];

/* "merge_rounds_kernel, block 2 of 5 · interval 17 of 100" */
export function whereIs(run, step) {
  const launch = run.launchOf(step),
    blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const parts = [`${launch.kernel}`];
  if (blocks > 1) parts.push(`block ${step.block} of ${blocks}`);
  return parts.join(', ');
}

/* What is done in a step: by what is done to which array. */
export function doings(run, step) {
  const found = new Map();
  for (let i = step.start; i < step.end; i++) {
    const s = run.sites[run.x.site[i]],
      key = `${s.kind}:${run.x.array[i]}`;
    let d = found.get(key);
    if (!d)
      found.set(key, (d = { kind: s.kind, array: run.x.array[i], threads: new Set(), lines: new Set(), changed: -1 }));
    d.threads.add(run.x.thread[i]);
    if (s.own) d.lines.add(s.line);
    if (s.kind === ATOMIC && run.x.value[i] !== run.x.before[i]) d.changed = i;
  }
  return [...found.values()].sort((a, b) => Math.min(...a.lines) - Math.min(...b.lines) || a.kind - b.kind);
}

function lineWords(lines) {
  const all = [...lines].sort((a, b) => a - b);
  if (!all.length) return '';
  if (all.length === 1) return ` (line ${all[0]})`;
  return ` (lines ${all.slice(0, -1).join(', ')} and ${all[all.length - 1]})`;
}

/* The values that atomics gave a word, one after the other: "9 → 4 → 2". */
export function chainOf(run, accesses) {
  const x = run.x,
    changes = accesses.filter((i) => x.value[i] !== x.before[i]),
    most = 5;
  if (!changes.length) return '';
  const values = [x.before[changes[0]], ...changes.map((i) => x.value[i])].map((v) =>
    value(run, x.array[changes[0]], v),
  );
  return (values.length > most + 1 ? [...values.slice(0, 2), '…', ...values.slice(3 - most)] : values).join(' → ');
}

function phrase(run, d) {
  const a = run.arrays[d.array],
    many = d.threads.size > 1;
  const who = run.isHost ? 'the code' : many ? count(d.threads.size, 'thread') : `thread ${[...d.threads][0]}`;
  if (d.kind !== ATOMIC)
    return `${who} ${d.kind === READ ? 'read' : 'write'}${many ? '' : 's'} ${a.name}${lineWords(d.lines)}`;
  if (a.length > 1) return `${who} change${many ? '' : 's'} ${a.name} by atomics${lineWords(d.lines)}`;
  const won =
    d.changed >= 0 && many
      ? `, and thread ${run.x.thread[d.changed]} wins with ${value(run, d.array, run.x.value[d.changed])}`
      : '';
  return `${who} bid${many ? '' : 's'} for ${a.name}${lineWords(d.lines)}${won}`;
}

export function sentence(run, step) {
  const all = doings(run, step);
  if (run.isIdle) return run.isHost ? 'The code has touched none of its arrays.' : 'No kernel has touched any memory.';
  if (!all.length) return 'No thread touches shared or global memory here.';
  const shown = all.slice(0, 4).map((d) => phrase(run, d));
  if (run.isHost)
    return `The code ${shown.map((s) => s.slice('the code '.length)).join(', ')}${all.length > 4 ? ', and more' : ''}.`;
  if (all.length > 4) shown.push('and more, in the table below');
  return `${shown.map(capital).join('. ')}.`;
}

export function ending(run, step) {
  const met = step.warps.length,
    lines = new Set(step.warps.map((m) => run.sites[m.site].line));
  const warps = `Warps exchange values or wait for their lanes ${count(met, 'time')}${lineWords(lines)}. `;
  return (met ? warps : '') + endWords(run, step);
}

function endWords(run, step) {
  if (run.mistakes.some((m) => m.kind === 'barrier' && m.step === run.steps.indexOf(step)))
    return 'Not all threads come to the same barrier.';
  if (step.by === 'barrier') return `All wait at the barrier in line ${run.sites[step.site].line}.`;
  if (step.by === 'part') return run.isHost ? 'It goes on.' : 'The threads go on without waiting.';
  if (run.isCut && step === run.steps[run.steps.length - 1]) return 'The page ends here, but the run goes on.';
  if (run.stops && step === run.steps[run.steps.length - 1]) return 'The run stops here.';
  if (step.by === 'cut') return run.isHost ? 'The run is done.' : 'The run stops here.';
  return run.isHost ? 'The run is done.' : 'The block is done.';
}

function barrierWords(f) {
  const other =
    f.b && f.b.line
      ? /another barrier/.test(f.where)
        ? `, and thread ${f.b.thread[0]} at another, in line ${f.b.line}`
        : `, and thread ${f.b.thread[0]} goes past it, to line ${f.b.line}`
      : '';
  const places = `Thread ${f.a.thread[0]} waits in line ${f.a.line}${other}.`;
  const title = /Shuffle/.test(f.message)
    ? 'Shuffle from nobody'
    : /arguments/.test(f.message)
      ? 'A barrier with wrong arguments'
      : 'A barrier that not all reach';
  return { title, text: places, more: `${f.message}${f.where ? `. ${f.where}` : ''}.` };
}

const isHostPointer = (m) => !!m.finding && m.finding.where === 'Address is memory of the host';

/* What host code does, or what happens behind the end of the page. */
function unplacedWords(run, f) {
  const line = f.a.line ? `line ${f.a.line}${f.a.file === run.file ? '' : ` of ${f.a.file}`}` : '';
  if (/of the host$/.test(f.kind))
    return {
      title: 'Host code touches memory of the device',
      text:
        `${line ? `${capital(line)} reads or writes` : 'Host code reads or writes'} what cudaMalloc gave. ` +
        `Only kernels reach it, so copy it with cudaMemcpy.`,
    };
  if (f.tool === 'racecheck')
    return {
      title: 'Race',
      text:
        `Lines ${f.a.line} and ${f.b.line} touch one word, and no barrier stands between the two. ` +
        `${run.isCut ? 'It comes after what this page shows.' : ''}`,
    };
  return {
    title: f.message || f.kind,
    text: `${line ? `${capital(line)}. ` : ''}${run.isCut ? 'It comes after what this page shows.' : ''}`,
    more: f.where ? `${f.where}.` : '',
  };
}

/* What is wrong, why it matters, in two sentences. */
export function mistakeWords(run, m) {
  if (m.kind === 'barrier') {
    const said = barrierWords(m.finding);
    return m.hides
      ? {
          ...said,
          more:
            `${said.more} From here on the threads of the block are apart. Races that follow from it are ` +
            `not shown.`,
        }
      : said;
  }
  if (m.kind === 'unplaced') return unplacedWords(run, m.finding);
  const x = run.x,
    i = m.access,
    step = run.steps[m.step];
  const here = run.sites[x.site[i]],
    name = cellName(run, x.array[i], x.index[i]);
  if (m.kind === 'wrong')
    return {
      title: 'Not what the solution leaves',
      text:
        `${capital(threadName(run, step, x.thread[i]))} leaves ${value(run, x.array[i], x.value[i])} in ` +
        `${name}, by line ${here.line}. The solution leaves ${m.want} there.`,
    };
  if (m.kind === 'race' && m.partner >= 0) {
    const then = run.sites[x.site[m.partner]],
      other = run.steps[run.stepAt(m.partner)];
    return {
      title: 'Race',
      text:
        `${capital(threadName(run, other, x.thread[m.partner]))} ${verbs[then.kind]} ${name} in line ` +
        `${then.line}, and ${threadName(run, step, x.thread[i])} ${verbs[here.kind]} it in line ${here.line}. ` +
        `No barrier stands between the two, so either may come first.`,
    };
  }
  if (m.kind === 'race') {
    const f = m.finding;
    return {
      title: 'Race',
      text: `${name}: the accesses in lines ${f.a.line} and ${f.b.line} are not ordered by any barrier.`,
    };
  }
  const a = run.arrays[x.array[i]],
    who = `${capital(threadName(run, step, x.thread[i]))} ${verbs[here.kind]} ${name} in line ${here.line}`;
  if (isHostPointer(m))
    return {
      title: 'A kernel touches memory of the host',
      text:
        `${who}. A kernel reaches what cudaMalloc gave, and no array of the host. Which pointer does the ` +
        `launch pass?`,
      more: `${m.finding.message}.`,
    };
  if (/^invalid/.test(m.kind) && a.space === 'elsewhere')
    return { title: 'Outside of every array', text: `${who}.`, more: `${m.finding.message}. ${m.finding.where}.` };
  if (/^invalid/.test(m.kind))
    return {
      title: 'Outside of an array',
      text: `${who}, and ${a.name} has ${count(a.length, 'place')}.`,
      more: `${m.finding.message}. ${m.finding.where}.`,
    };
  if (/^uninit/.test(m.kind))
    return {
      title: 'Read before it is written',
      text: `${who}, and nobody has written anything there before.`,
      more: `${m.finding.message}.`,
    };
  return { title: m.finding.message || m.finding.kind, text: `${who}. ${m.finding.where}.` };
}

const capital = (s) => `${s[0].toUpperCase()}${s.slice(1)}`;

/* By the lines, whatever the threads and the place. */
function mistakeKey(run, m) {
  const lines = mistakeLines(run, m)
    .map(([s]) => `${s.file}:${s.line}`)
    .sort();
  return `${isHostPointer(m) ? 'host' : m.kind} ${lines.join()}`;
}
export const sameMistake = (run, a, b) => mistakeKey(run, a) === mistakeKey(run, b);
/* The first of each kind. */
export function differentMistakes(run) {
  const seen = new Set();
  return run.mistakes.filter((m) => !seen.has(mistakeKey(run, m)) && seen.add(mistakeKey(run, m)));
}

export function mistakeLines(run, m) {
  if (m.access < 0)
    return [m.finding.a, m.finding.b]
      .filter((p) => p && p.line)
      .map((p, i) => [{ ...p, own: p.file === run.file }, m.finding.b ? String(i + 1) : '!']);
  const lines = [];
  if (m.partner >= 0) lines.push([run.sites[run.x.site[m.partner]], '1']);
  lines.push([run.sites[run.x.site[m.access]], m.partner >= 0 ? '2' : '!']);
  return lines;
}

export { READ, WRITE, ATOMIC };
