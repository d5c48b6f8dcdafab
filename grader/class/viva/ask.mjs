/**
 * @file
 * @brief All questions that a student's code gives rise to, from what it was measured to do:
 * {kind, lines, text, listen}.
 */
import { sentence, whole } from '../../../common/web/profile/words.js';
import { comparesIn, loopsIn } from './source.mjs';

const WASTE = 1.25,
  LEAST_PART = 0.1; // times the fewest sectors; of what the busiest line does
/* What the compiler counts at another line than the condition's makes no question. */
const BRANCH = /\b(if|for|while|switch|return)\b|\?|&&|\|\|/;
const times = (n) => (n === 1 ? 'once' : `${whole(n)} times`);
const numbers = (list) => `line${list.length === 1 ? '' : 's'} ${list.join(', ')}`;

/* Writes that come before a line of its function, and reads behind it; in a loop those of the round before, too. */
function around(w, line, f) {
  const own = [...w.counts].filter(([l]) => l >= f.from && l <= f.to && l !== line).sort(([a], [b]) => a - b);
  return {
    writes: own.filter(([, c]) => c.writes).map(([l]) => l),
    reads: own.filter(([, c]) => c.reads).map(([l]) => l),
  };
}

function* barrier(w, line, c, f) {
  if (!c.barriers || !f) return;
  const { writes, reads } = around(w, line, f);
  yield {
    kind: 'barrier',
    weight: c.barriers,
    lines: [line],
    text:
      `Line ${line} waits at a barrier ${times(c.barriers)}. Which write of which line must be complete ` +
      `before which read?`,
    listen: [
      'Names a write before the barrier, a read behind it, and that different threads do them.',
      'Says what the reader could see without this barrier, and in which order of threads.',
      `Measured in ${f.name}: ${writes.length ? `${numbers(writes)} write` : 'no line of it writes'}. ` +
        `${reads.length ? `${numbers(reads)} read` : 'no line of it reads'}. In a loop the writes of the ` +
        `round before count too.`,
    ],
  };
  yield {
    kind: 'barrier',
    weight: c.barriers,
    lines: [line],
    text:
      `Delete line ${line} in your thoughts. Which two lines may now overlap, and does every order of ` +
      `threads show the mistake?`,
    listen: [
      'Names one access before the line and one behind it, to the same word, of which one is a write.',
      'Knows that one order of threads can hide a missing barrier.',
      `To try it: delete the line, then type make check LAB=${w.number} ORDER=forward, and with ORDER=reverse.`,
    ],
  };
}

function* atomic(w, line, c) {
  if (!c.atomics) return;
  yield {
    kind: 'atomic',
    weight: c.atomics,
    lines: [line],
    text:
      `Line ${line} executes ${whole(c.atomics)} atomics of a warp. What goes wrong if it first compares ` +
      `and then writes, without an atomic?`,
    listen: [
      'Two threads can read the same old value, and one of the two changes is lost.',
      'An atomic makes the change whole. It does not say when all threads have made theirs: that takes a barrier.',
      ...(c.lanes ? [`Measured: ${whole(c.lanes)} threads take part in these ${whole(c.atomics)} atomics.`] : []),
    ],
  };
}

function* diverge(w, line, c) {
  if (!c.diverges || !BRANCH.test(w.lines[line - 1] ?? '')) return;
  yield {
    kind: 'divergence',
    weight: c.diverges,
    lines: [line],
    text:
      `At line ${line} the lanes of a warp part ${times(c.diverges)}. Which lanes go which way, and what do ` +
      `the others do meanwhile?`,
    listen: [
      'Says for which threads the condition holds, by their numbers or by their keys.',
      'The warp goes both ways one after the other. Lanes that are not on the way wait.',
      'Says whether a choice of values (?:, min, max) could replace the branch.',
    ],
  };
}

function* sectors(w, line, c) {
  if (!c.requests) return;
  const each = (n) => (n / c.requests).toFixed(1),
    wasteful = c.sectors > WASTE * c.ideal;
  yield {
    kind: 'sectors',
    weight: c.requests,
    lines: [line],
    text: wasteful
      ? `A request of line ${line} takes ${each(c.sectors)} sectors of 32 bytes, and ${each(c.ideal)} would ` +
        `hold the same words. Which addresses do neighbouring lanes touch?`
      : `A request of line ${line} takes ${each(c.sectors)} sectors of 32 bytes, the fewest that hold its ` +
        `words. Which addresses do neighbouring lanes touch, and which change would make it worse?`,
    listen: [
      'Writes down the address for thread t and for thread t + 1.',
      'Neighbouring lanes on neighbouring words need 4 sectors for 32 lanes. A stride of 8 words or more needs ' +
        'one each.',
      `Measured: ${sentence(c)}`,
    ],
  };
}

function* banks(w, line, c) {
  if (!c.conflicts) return;
  yield {
    kind: 'banks',
    weight: c.conflicts,
    lines: [line],
    text:
      `Line ${line} loses ${whole(c.conflicts)} rounds to bank conflicts in ${whole(c.shared)} requests. ` +
      `Which lanes meet in one bank?`,
    listen: [
      'A bank is the place of a 4-byte word, modulo 32.',
      'Names two lanes of one warp whose words differ by a multiple of 32 words.',
      'Padding, or another stride, spreads the words.',
    ],
  };
}

/* Of host code only accesses are known, by the trace. */
function* host(w, line, c) {
  if (!w.isHost || !(c.reads + c.writes)) return;
  yield {
    kind: 'accesses',
    weight: c.reads + c.writes,
    lines: [line],
    text:
      `In one run of stage ${c.stage}, “${c.promise}”, line ${line} reads ${times(c.reads)} from arrays and ` +
      `writes ${times(c.writes)}. How do these numbers follow from the input, and what are they for twice as ` +
      `many keys?`,
    listen: [
      'Counts the rounds of the loops around the line, and the accesses of one round.',
      'Says whether the numbers depend on the keys, or on their number alone.',
      ...(c.n ? [`The run had ${whole(c.n)} keys.`] : []),
    ],
  };
}

function* loops(w, f) {
  for (const line of loopsIn(w.lines, f))
    yield {
      kind: 'loop',
      lines: [line],
      text: `What holds before each round of the loop in line ${line}, and how often does it run for n keys?`,
      listen: [
        'A statement about the data, such as “the keys before place i are in order”, and not a description of ' +
          'the code.',
        'Shows that a round keeps it, and what it says when the loop ends.',
        'The number of rounds, also for n = 0 and n = 1.',
      ],
    };
}

function* compares(w, f) {
  for (const line of comparesIn(w.lines, f))
    yield {
      kind: 'comparison',
      lines: [line],
      text:
        `Line ${line} compares. What happens there when the two sides are equal, and would the other choice ` +
        `(< or <=) still be right?`,
      listen: [
        'Says which way equal values go.',
        'Gives a smallest input that shows the difference, or says why there is none.',
      ],
    };
}

function* tasks(w, f) {
  for (const step of f.steps.filter((own) => w.tasks.has(own)))
    yield {
      kind: 'step',
      lines: [f.from, f.to],
      text:
        `Your step ${step} stands in ${f.name}, lines ${f.from} to ${f.to}. What goes in, what comes out, ` +
        `and which line would go wrong first for n = 0, or for one key?`,
      listen: [
        `The task was: ${w.tasks.get(step)}`,
        'Walks through the lines with n = 0 and n = 1, and says which condition covers them.',
      ],
    };
}

/* Functions of the solution that the file does not have. */
function* missing(w) {
  const there = w.functions.map((f) => f.name);
  for (const [name, steps] of w.steps)
    if (steps.length && !there.includes(name))
      yield {
        kind: `missing ${name}`,
        lines: [],
        text:
          `Step ${steps.join(' and ')} belongs into a function ${name}, and your file has none of that ` +
          `name. What was the task, and how would you begin?`,
        listen: steps.map((step) => `The task was: ${w.tasks.get(step)}`),
      };
}

/* Lines that do next to nothing, next to others of their kind, are not worth a question. */
function weighty(questions) {
  const most = new Map();
  for (const q of questions) most.set(q.kind, Math.max(most.get(q.kind) ?? 0, q.weight));
  return questions.filter((q) => q.weight >= most.get(q.kind) * LEAST_PART).map(({ weight, ...q }) => q);
}

/** What does not build, or is wrong: of the first failure, which the others mostly come from. */
export function ofFailure(w) {
  const failed = w.stages.find((s) => s.verdict !== 'OK'),
    lines = [...(failed?.message ?? '').matchAll(new RegExp(`${w.file.replace(/[^\w]/g, '\\$&')}:(\\d+)`, 'g'))].map(
      (m) => Number(m[1]),
    );
  if (!failed) return [];
  if (['CE', 'LE'].includes(failed.verdict))
    return [
      {
        kind: 'build',
        lines,
        text: `Your file does not build: ${failed.message} What does the message mean, and what did you want to write?`,
        listen: ['Reads the message: file, line, and what was expected.', 'Says in words what the line was to do.'],
      },
    ];
  const shown = failed.smallest
    ? `The smallest input, threads in ${failed.smallest.order} order:\n${failed.smallest.shown}`
    : '';
  const more =
    ['RACE', 'OOB', 'INIT', 'SYNC', 'LEAK', 'UB'].includes(failed.verdict) && lines.length
      ? ` The checks name ${numbers([...new Set(lines)])}.`
      : '';
  return [
    {
      kind: 'failure',
      lines: [...new Set(lines)],
      text:
        `Stage ${failed.stage}, “${failed.title}”, has the verdict ${failed.verdict}.${more} Which input ` +
        `shows it, and at which line does the first wrong value appear?`,
      listen: [
        failed.message,
        ...(failed.advice ? [failed.advice] : []),
        ...(shown ? [shown] : []),
        `To see it again: ${failed.repeat}`,
      ],
    },
  ];
}

/** Everything that can be asked; the measured kinds first. */
export function questionsOf(w) {
  const measured = [],
    read = [],
    at = (line) => w.functions.find((f) => line >= f.from && line <= f.to);
  for (const [line, c] of w.counts)
    for (const ask of at(line)?.isGiven ? [] : [barrier, atomic, diverge, sectors, banks, host])
      measured.push(...ask(w, line, c, at(line)));
  for (const f of w.functions.filter((own) => own.steps.length))
    for (const ask of [loops, compares, tasks]) read.push(...ask(w, f));
  read.push(...missing(w));
  return { failure: ofFailure(w), measured: weighty(measured), read };
}
