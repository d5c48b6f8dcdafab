/* Which step of another run belongs to a step: by what the two do, since barriers may be more in one than in the
   other. */
import { READ } from './decode.js';

const MOST_PAIRS = 2e6,
  MOST_SIGNS = 64;
/* Where in the run a step stands, and what memory holds, decide among steps that do alike. A wrong run holds other
 * values in a round, and not in another one the same: so what is done counts most. */
const FAR = 0.1,
  FARTHEST = 5,
  HOLDS = 0.2;

/* What an array holds, as a number. */
function contents(memory, array, a) {
  let sum = 0;
  for (let k = 0; k < a.length; k++)
    sum = Math.imul(sum ^ (Number(memory.get(array, k + a.origin)) % 4294967296), 0x9e3779b1) + k;
  return sum;
}

/* Signs of a step: what it does, and to which places; and what arrays hold at its end. */
function signsOf(run, s) {
  const does = new Set(),
    holds = new Set(),
    step = run.steps[s],
    memory = run.seek(s);
  for (let i = step.start; i < step.end && does.size < MOST_SIGNS; i++) {
    const a = run.arrays[run.x.array[i]],
      kind = run.sites[run.x.site[i]].kind;
    does.add(`${kind} ${a.isShared ? 'shared' : 'global'}`);
    does.add(`${kind} ${a.name}`);
    if (kind !== READ) does.add(`${a.name} ${run.x.index[i] - a.origin}`);
  }
  does.add(step.by);
  run.arrays.forEach((a, i) => a.length && holds.add(`${a.name} is ${contents(memory, i, a)}`));
  return { does, holds };
}

function alike(a, b) {
  let both = 0;
  for (const sign of a) both += b.has(sign);
  return (2 * both) / (a.size + b.size || 1);
}

/* Steps of one block of a launch, or of a host's run. */
function blocksOf(run) {
  const blocks = new Map(),
    kernels = new Map(),
    nth = run.launches.map((l) => kernels.set(l.kernel, (kernels.get(l.kernel) || 0) + 1).get(l.kernel));
  run.steps.forEach((step, s) => {
    const key = `${run.launchOf(step).kernel} ${nth[step.launch]} ${step.block}`;
    if (!blocks.has(key)) blocks.set(key, []);
    blocks.get(key).push(s);
  });
  return blocks;
}

/* Between two barriers without an access: it may stand anywhere. */
const isIdle = (step) => step.start === step.end;

/* To each of mine one of theirs, never back, so that what belongs together is most alike in sum. */
function pair(run, mine, other, theirs, partner) {
  const n = mine.length,
    m = theirs.length,
    even = (p) => Math.min(m - 1, Math.ceil(((p + 1) / n) * m) - 1);
  if (n * m > MOST_PAIRS) {
    mine.forEach((s, p) => (partner[s] = theirs[even(p)]));
    return;
  }
  const signs = theirs.map((s) => signsOf(other, s)),
    took = new Uint8Array(n * m);
  let best = new Float64Array(m);
  mine.forEach((s, p) => {
    const own = signsOf(run, s),
      next = new Float64Array(m);
    for (let q = 0; q < m; q++) {
      const place = alike(own.does, signs[q].does) - FAR * Math.min(FARTHEST, Math.abs(q - even(p)));
      const here = best[q] + HOLDS * alike(own.holds, signs[q].holds) + (isIdle(run.steps[s]) ? 0 : place);
      took[p * m + q] = q === 0 || here > next[q - 1] ? 1 : 0;
      next[q] = took[p * m + q] ? here : next[q - 1];
    }
    best = next;
  });
  for (let p = n - 1, q = m - 1; p >= 0; p--) {
    while (!took[p * m + q]) q--;
    partner[mine[p]] = theirs[q];
  }
}

/* For each step of a run, the other's. Where the other has no such block, it stays where it was. */
export function align(run, other) {
  const partner = new Array(run.steps.length).fill(-1),
    theirs = blocksOf(other);
  for (const [key, mine] of blocksOf(run)) if (theirs.has(key)) pair(run, mine, other, theirs.get(key), partner);
  partner.forEach((s, i) => (partner[i] = s < 0 ? (i ? partner[i - 1] : 0) : s));
  return partner;
}

/* The other's array that goes by the same name; -1: none. */
export function counterpart(run, array, other) {
  const a = run.arrays[array];
  return other.arrays.findIndex((b) => b.isShared === a.isShared && b.name === a.name && b.length === a.length);
}
