/* What a run is, in time: steps (barrier intervals, or parts of long ones), memory at each, mistakes. */
import { decode, halves, kindOf, Memory, MARK, READ, WRITE, ATOMIC, poison, twice } from './decode.js';

const FEW_INTERVALS = 40,
  MOST_STEPS = 160;
export const MAX_KEY = 4294967295;

/* "const uint32_t *d_lists, size_t n" -> [{name, pointer, size}] */
function parametersOf(source, kernel) {
  const name = kernel
    .replace(/<.*$/s, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter(Boolean)
    .pop();
  const found = new RegExp(`__global__[^;{}]*?\\b${name}\\s*\\(([^)]*)\\)`, 's').exec(source);
  if (!found || !found[1].trim()) return [];
  return found[1].split(',').map((text) => {
    const pointer = text.includes('*');
    const size =
      pointer || /size_t|64|long|double/.test(text) ? 8 : /16|short/.test(text) ? 2 : /char|bool|8/.test(text) ? 1 : 4;
    return {
      name: text
        .replace(/[^A-Za-z0-9_]+$/, '')
        .split(/[^A-Za-z0-9_]+/)
        .pop(),
      pointer,
      size,
    };
  });
}

/* The arguments lie behind the kernel's address, the last one first. */
function nameByArguments(arrays, launches, source) {
  for (const launch of launches) {
    let at = 8;
    for (const p of parametersOf(source, launch.kernel).reverse()) {
      at = Math.ceil(at / p.size) * p.size;
      const address = launch.words[at / 8];
      at += p.size;
      const a =
        p.pointer && arrays.find((b) => b.space === 'global' && address >= b.start && address < b.start + b.bytes);
      if (!a) continue;
      if (!a.name) a.name = p.name;
    }
  }
}

/* `size_t *head = calloc(...` makes an array that is called head. */
function nameByMaking(arrays, file, lines) {
  for (const a of arrays) {
    const found =
      a.made && a.made_in === file && /(\w+)\s*=\s*(\([^()]*\)\s*)?[a-z]*alloc/.exec(lines[a.made - 1] || '');
    if (found && !a.name) a.name = found[1];
  }
}

/* Words that guard an array, before and behind it, are none of its places. */
function finishArrays(arrays, accesses) {
  let unknown = 0;
  for (const a of arrays) {
    a.origin = a.skip;
    a.length = a.places;
    if (a.space === 'dynamic') a.name = 'dynamic shared memory';
    if (!a.name) a.name = `array ${String.fromCharCode(65 + (unknown++ % 26))}`;
    a.isShared = a.space === 'shared' || a.space === 'dynamic';
    a.first = Infinity;
    a.last = -Infinity;
  }
  for (let i = 0; i < accesses.n; i++) {
    const a = arrays[accesses.array[i]],
      k = accesses.index[i] - a.origin;
    if (k < a.first) a.first = k;
    if (k > a.last) a.last = k;
  }
  const names = new Map();
  for (const a of arrays) {
    const n = (names.get(a.name) || 0) + 1;
    names.set(a.name, n);
    if (n > 1) a.name += ` (${n})`;
  }
}

/* Intervals: what one block does between two barriers. */
function intervalsOf(marks, accesses) {
  const intervals = [];
  let launch = 0,
    block = 0,
    before = [],
    sets = [],
    warps = [],
    start = 0,
    running = false,
    number = 0;
  const close = (end, by, { site, held } = {}) => {
    intervals.push({ start, end, launch, block, number: number++, before, sets, warps, by, site, held });
    before = [];
    sets = [];
    warps = [];
    start = end;
  };
  intervals.closed = []; /* which interval ended with the nth barrier or end of a block */
  for (const m of marks) {
    if (m.what === MARK.LAUNCH) launch = m.launch;
    if (m.what === MARK.BLOCK) {
      block = m.block;
      number = 0;
      running = true;
      start = m.at;
    }
    if (m.what === MARK.WARP) warps.push(m);
    if (m.what === MARK.BARRIER) close(m.at, 'barrier', m);
    if (m.what === MARK.BLOCK_END) {
      if (m.at > start || before.length || sets.length) close(m.at, 'end', m);
      running = false;
    }
    if (m.what === MARK.BARRIER || m.what === MARK.BLOCK_END) intervals.closed.push(intervals.length - 1);
    if (m.what === MARK.SET) (running ? sets : before).push(m);
    if (m.what === MARK.SNAPSHOT || m.what === MARK.BLOCK) before.push(m);
  }
  if (running && accesses.n > start) close(accesses.n, 'cut');
  return intervals;
}

/*
 * Threads of a warp go side by side on a GPU, while the runtime runs one after the other. So within an
 * interval each access gets a turn: the next one of its thread. But none comes before what the run had
 * done to its word: a read stays behind the write that it has seen, a write behind all that went there
 * before. Accesses of one turn stay in the run's order. So a word takes the values that it took in memory,
 * one after the other, and no others.
 */
function turnsOf(interval, accesses, sites, turn) {
  const next = new Map(),
    written = new Map(),
    read = new Map();
  const set = new Set(interval.sets.map((m) => m.at)); /* what no hook sees has written there just before */
  let most = 0;
  for (let i = interval.start; i < interval.end; i++) {
    const word = accesses.array[i] * 4294967296 + accesses.index[i],
      writes = kindOf(sites[accesses.site[i]]) !== READ;
    let t = Math.max(next.get(accesses.thread[i]) || 0, written.get(word) || 0);
    if (writes || set.has(i)) t = Math.max(t, read.get(word) || 0);
    if (writes || set.has(i)) written.set(word, t);
    if (!writes) read.set(word, Math.max(t, read.get(word) || 0));
    next.set(accesses.thread[i], t + 1);
    turn[i] = t;
    if (t >= most) most = t + 1;
  }
  return most;
}

/* A long interval is cut into steps of so many turns each. */
function cut(intervals, accesses, sites, asked) {
  const turn = new Uint32Array(accesses.n),
    lengths = intervals.map((v) => turnsOf(v, accesses, sites, turn));
  const steps = (k) => lengths.reduce((sum, most) => sum + Math.max(1, Math.ceil(most / k)), 0);
  let k = 1;
  while (k < 65536 && steps(k) > MOST_STEPS) k *= 2;
  if (intervals.length >= FEW_INTERVALS) k = Infinity;
  if (asked) k = asked;
  const order = new Uint32Array(accesses.n).map((_, i) => i);
  const out = [];
  intervals.forEach((v, vi) => {
    const parts = k === Infinity ? 1 : Math.max(1, Math.ceil(lengths[vi] / k));
    if (parts === 1) {
      out.push({ ...v, interval: vi, part: 0, parts: 1 });
      return;
    }
    const buckets = Array.from({ length: parts }, () => []);
    for (let i = v.start; i < v.end; i++) buckets[Math.floor(turn[i] / k)].push(i);
    let at = v.start;
    buckets.forEach((bucket, part) => {
      const start = at;
      for (const i of bucket) order[at++] = i;
      const last = part === parts - 1;
      out.push({
        ...v,
        start,
        end: at,
        interval: vi,
        part,
        parts,
        before: part ? [] : v.before,
        warps: last ? v.warps : [],
        by: last ? v.by : 'part',
        site: last ? v.site : undefined,
      });
    });
  });
  return { steps: out, order, k };
}

function permute(accesses, order) {
  const out = { n: accesses.n };
  for (const name of ['thread', 'site', 'array', 'index', 'value', 'before'])
    out[name] = accesses[name].map((_, i) => accesses[name][order[i]]);
  return out;
}

/* As trace.c does it: a sum of what the words hold that these accesses went to. */
function heldBy(x, start, end, memory) {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const value = memory.get(x.array[i], x.index[i]);
    if (Number.isNaN(value)) continue;
    const [low, high] = halves(value);
    const h =
      Math.imul(x.array[i], 0x9e3779b1) ^
      Math.imul(x.index[i], 0x85ebca6b) ^
      Math.imul(low, 0xc2b2ae35) ^
      Math.imul(high, 0x27d4eb2f);
    sum = (sum + (h ^ (h >>> 15))) | 0;
  }
  return (sum ^ (sum >>> 16)) & 0xffff;
}

export class Run {
  constructor(run, { unwritten }, k = 0) {
    this.who = run.who;
    this.file = run.file;
    this.path = run.path;
    this.message = run.message;
    this.right = run.right;
    this.source = run.source;
    this.lines = run.source.replace(/\n$/, '').split('\n');
    this.unwritten = unwritten;
    const t = run.trace;
    this.launches = t.launches;
    this.arrays = t.arrays;
    this.isCut = t.seen > t.accesses;
    this.seen = t.seen;
    this.stops = !run.right && run.message.startsWith('It stops');
    this.sites = t.sites.map((s) => ({ ...s, kind: kindOf(s), own: s.file === run.file }));
    /* a compiler may make several places of one line */
    this.sites.forEach(
      (s) =>
        (s.group = this.sites.findIndex(
          (o) => o.file === s.file && o.line === s.line && o.kind === s.kind && o.bytes === s.bytes,
        )),
    );
    const { accesses, marks } = decode(t);
    nameByArguments(t.arrays, t.launches, run.source);
    this.isHost = t.launches.length > 0 && t.launches[0].kernel === 'host code';
    nameByMaking(t.arrays, run.file, this.lines);
    finishArrays(t.arrays, accesses);
    this.intervals = intervalsOf(marks, accesses);
    const { steps, order, k: each } = cut(this.intervals, accesses, t.sites, k);
    this.each = each; /* accesses of a thread in a step */
    this.steps = steps;
    this.isIdle = steps.length === 0; /* nothing touched any array: one step, in which nothing happens */
    if (this.isIdle) this.launches = [{ kernel: 'host code', grid: [1, 1, 1], block: [1, 1, 1] }];
    if (this.isIdle)
      this.intervals.push({
        start: 0,
        end: 0,
        launch: 0,
        block: 0,
        number: 0,
        before: [],
        sets: [],
        warps: [],
        by: 'end',
      });
    if (this.isIdle) this.steps.push({ ...this.intervals[0], interval: 0, part: 0, parts: 1 });
    this.x = permute(accesses, order);
    this.position = new Uint32Array(accesses.n);
    order.forEach((from, to) => (this.position[from] = to));
    this.sets = new Map(); /* by what no hook sees, just before an access */
    this.lastStep = [];
    this.steps.forEach((step, s) => (this.lastStep[step.interval] = s));
    for (const v of this.intervals)
      for (const m of v.sets)
        if (m.at < v.end) this.sets.set(this.position[m.at], (this.sets.get(this.position[m.at]) || []).concat(m));
    this.memory = new Memory(this.arrays);
    this.done =
      this.chain = 0; /* steps that memory has seen; accesses in them that found another value than in the run */
    this.countLines();
    this.findRanges();
    this.findPairs();
    this.findMistakes(t);
  }

  launchOf(step) {
    return this.launches[step.launch];
  }
  threadsOf(step) {
    const b = this.launchOf(step).block;
    return b[0] * b[1] * b[2];
  }

  /* Memory after a step; -1: before all. */
  seek(step) {
    if (step + 1 < this.done) {
      this.memory = new Memory(this.arrays);
      this.done = 0;
    }
    for (; this.done <= step; this.done++) this.apply(this.steps[this.done]);
    return this.memory;
  }
  apply(step) {
    const x = this.x;
    for (const m of step.before) {
      if (m.what === MARK.BLOCK) this.memory.clearShared();
      if (m.what === MARK.SET) this.memory.set(m.array, m.index, m.value);
      if (m.what === MARK.SNAPSHOT) this.memory.fill(m.array, m.cells);
    }
    for (let i = step.start; i < step.end; i++) {
      for (const m of this.sets.get(i) || []) this.memory.set(m.array, m.index, m.value);
      this.chain += this.memory.get(x.array[i], x.index[i]) !== x.before[i] && !Number.isNaN(x.before[i]);
      if (this.sites[x.site[i]].kind !== READ) this.memory.set(x.array[i], x.index[i], x.value[i]);
    }
    if (step.part === step.parts - 1)
      for (const m of step.sets) if (m.at >= step.end) this.memory.set(m.array, m.index, m.value);
  }

  /*
   * Whether the page shows what happened: each access finds the value that it found in the run, and at each
   * barrier words hold what memory held. Gives what is not so, in words.
   */
  check() {
    const wrong = [];
    let start = 0;
    this.memory = new Memory(this.arrays);
    this.done = this.chain = 0;
    this.steps.forEach((step, s) => {
      const memory = this.seek(s);
      if (this.chain) wrong.push(`step ${s + 1}: ${this.chain} accesses find another value than in the run`);
      this.chain = 0;
      if (step.part < step.parts - 1) return;
      const shown = heldBy(this.x, start, step.end, memory);
      if (step.held !== undefined && shown !== step.held)
        wrong.push(`step ${s + 1}: memory held other values at its end`);
      start = step.end;
    });
    return wrong;
  }

  countLines() {
    this.counts = new Map();
    for (let i = 0; i < this.x.n; i++) {
      const s = this.sites[this.x.site[i]];
      if (!s.own) continue;
      const c = this.counts.get(s.line) || [0, 0, 0];
      c[s.kind]++;
      this.counts.set(s.line, c);
    }
    this.totals = [0, 0, 0];
    for (let i = 0; i < this.x.n; i++) this.totals[this.sites[this.x.site[i]].kind]++;
    this.barriers = this.intervals.filter((v) => v.by === 'barrier').length;
  }

  isEmpty(array, value) {
    const { cell } = this.arrays[array];
    return (
      Number.isNaN(value) || value === poison(cell) || value === (cell === 8 ? twice(this.unwritten) : this.unwritten)
    );
  }

  /* The greatest key, or word, that there is: it stands for none. Host code has other uses for it. */
  isMax(array, value) {
    return (
      !this.isHost &&
      (value === MAX_KEY || (this.arrays[array].cell === 8 && halves(value).every((half) => half === MAX_KEY)))
    );
  }

  /* Arrays of which a thread often touches two places in a step; and how many steps touch an array. */
  findPairs() {
    const pairs = this.arrays.map(() => 0);
    for (const a of this.arrays) a.busy = 0;
    for (const step of this.steps) {
      const first = new Map(),
        found = new Set(),
        touched = new Set();
      for (let i = step.start; i < step.end; i++) {
        const key = this.x.thread[i] * 64 + this.x.array[i];
        touched.add(this.x.array[i]);
        if (!first.has(key)) first.set(key, this.x.index[i]);
        else if (first.get(key) !== this.x.index[i]) found.add(this.x.array[i]);
      }
      for (const a of found) pairs[a]++;
      for (const a of touched) this.arrays[a].busy++;
    }
    this.arrays.forEach((a, i) => (a.paired = a.length > 2 && pairs[i] * 4 > this.steps.length));
  }

  /* How many warps touch what is shown. */
  warpsShown() {
    const warps = new Set();
    for (let i = 0; i < this.x.n; i++) {
      const a = this.arrays[this.x.array[i]];
      if (a.length > 1 && this.x.index[i] - a.origin < a.shown) warps.add(this.x.thread[i] >> 5);
    }
    return warps.size;
  }

  /* Which cells to show: what holds one and the same value to the end of the array is folded. */
  findRanges() {
    this.top = this.arrays.map(() => 0);
    const differs = this.arrays.map(() => -1);
    const constant = this.arrays.map(() => null);
    const look = (array, index, value) => {
      const a = this.arrays[array],
        k = index - a.origin;
      if (k < 0 || k >= a.length) return;
      if (!this.isEmpty(array, value) && !this.isMax(array, value) && value > this.top[array])
        this.top[array] = Number(value);
      if (this.isEmpty(array, value)) return;
      if (value !== constant[array] && k > differs[array]) differs[array] = k;
    };
    const ends = this.seek(this.steps.length - 1);
    this.arrays.forEach((a, i) => {
      const v = ends.get(i, a.length - 1 + a.origin);
      if (!this.isEmpty(i, v)) constant[i] = v;
    });
    for (const step of this.steps)
      for (const m of step.before) {
        if (m.what === MARK.SNAPSHOT) m.cells.forEach((v, k) => look(m.array, k, v));
        if (m.what === MARK.SET) look(m.array, m.index, m.value);
      }
    for (let i = 0; i < this.x.n; i++) look(this.x.array[i], this.x.index[i], this.x.value[i]);
    this.arrays.forEach((a, i) => {
      const untouched = Math.max(a.last, differs[i]) + 1;
      const tail = Math.min(untouched, a.length) === untouched && a.length - untouched > 32 ? untouched : a.length;
      a.shown = a.length - (differs[i] + 1) > 32 && a.length > 64 ? Math.max(differs[i] + 1, 1) : tail;
      a.fold = a.length - a.shown;
      a.constant = constant[i];
      if (a.last >= a.length) a.beyond = a.last - a.length + 1;
    });
  }

  /*
   * Mistakes.
   */
  stepAt(access) {
    let low = 0,
      high = this.steps.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle].end <= access) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  linear(party, launch) {
    const b = this.launches[launch].block;
    return party.thread[0] + b[0] * (party.thread[1] + b[1] * party.thread[2]);
  }

  /* The other access of a race: the last one that was made before, to the same word from the other line. */
  partner(number, finding) {
    const x = this.x,
      access = this.position[number],
      own = this.sites[x.site[access]];
    const isA = finding.a.line === own.line && finding.a.file === own.file;
    const wanted = isA ? finding.b : finding.a;
    for (let j = number - 1; wanted && j >= 0 && j > number - 400000; j--) {
      const i = this.position[j],
        s = this.sites[x.site[i]];
      if (
        x.array[i] === x.array[access] &&
        x.index[i] === x.index[access] &&
        s.line === wanted.line &&
        (x.thread[i] !== x.thread[access] || this.steps[this.stepAt(i)].block !== this.steps[this.stepAt(access)].block)
      )
        return i;
    }
    return -1;
  }

  findMistakes(t) {
    this.mistakes = [];
    this.isMistake = new Map();
    const placed = new Set();
    for (const [number, which, interval] of t.flags) {
      const finding = t.findings[which];
      placed.add(finding);
      if (!finding || finding.severity === 'info') continue;
      if (finding.tool === 'synccheck') {
        const step = this.lastStep[this.intervals.closed[interval]];
        this.mistakes.push({
          access: -1,
          partner: -1,
          finding,
          kind: 'barrier',
          step: step === undefined ? this.steps.length - 1 : step,
        });
        continue;
      }
      const access = this.position[number];
      const partner = finding.b ? this.partner(number, finding) : -1;
      this.addMistake({ access, partner, finding, kind: finding.b ? 'race' : finding.kind.toLowerCase() });
    }
    this.addUnplaced(t.findings.filter((f) => f.severity !== 'info' && !placed.has(f)));
    this.hideWhatFollows();
    this.sortMistakes();
  }
  addMistake(m) {
    m.step = this.stepAt(m.access);
    this.mistakes.push(m);
    this.isMistake.set(m.access, m);
    if (m.partner >= 0) this.isMistake.set(m.partner, m);
  }
  /* No access is shown that these belong to: host code's, and what comes behind the end of a page. A call that gives
   * an error says no more than what caused it. */
  addUnplaced(findings) {
    const causes = this.mistakes.length || findings.some((f) => f.kind !== 'API error');
    for (const finding of findings)
      if (!causes || finding.kind !== 'API error')
        this.mistakes.push({ access: -1, partner: -1, finding, kind: 'unplaced', step: this.steps.length - 1 });
  }
  /* Threads that wait at different barriers are apart from there on: races, and barriers that do not fit, follow from
     it. */
  hideWhatFollows() {
    const key = (m) => `${this.steps[m.step].launch}/${this.steps[m.step].block}`,
      interval = (m) => this.steps[m.step].interval,
      first = new Map();
    for (const m of this.mistakes) {
      const before = first.get(key(m));
      if (m.kind === 'barrier' && /Divergent/.test(m.finding.message) && (!before || interval(m) < interval(before)))
        first.set(key(m), m);
    }
    const follows = (m) => {
      const cause = first.get(key(m));
      return (
        cause &&
        m !== cause &&
        (m.kind === 'race' || m.kind === 'barrier' || /^uninit/.test(m.kind)) &&
        interval(m) >= interval(cause)
      );
    };
    for (const m of this.mistakes.filter(follows)) {
      first.get(key(m)).hides = true;
      this.isMistake.delete(m.access);
      this.isMistake.delete(m.partner);
    }
    this.mistakes = this.mistakes.filter((m) => !follows(m));
  }
  /* What a race lets a thread read too early follows from the race; so in an interval races come first. */
  sortMistakes() {
    const later = (m) => (m.kind === 'race' || m.kind === 'barrier' ? 0 : 1),
      interval = (m) => this.steps[m.step].interval;
    this.mistakes.sort(
      (a, b) => interval(a) - interval(b) || later(a) - later(b) || a.step - b.step || a.access - b.access,
    );
    this.firstMistake = this.mistakes[0];
  }

  /* What this run leaves behind and the other one does not: the writes that did it. */
  compareWith(other) {
    if (this.right || this.isCut) return;
    const mine = this.seek(this.steps.length - 1),
      theirs = other.seek(other.steps.length - 1);
    const lastWrite = new Map();
    for (let i = 0; i < this.x.n; i++)
      if (this.sites[this.x.site[i]].kind !== READ) lastWrite.set(this.x.array[i] * 4294967296 + this.x.index[i], i);
    this.arrays.forEach((a, ai) => {
      const bi = other.arrays.findIndex((b) => b.space === a.space && b.name === a.name && b.length === a.length);
      if ((a.space !== 'global' && a.space !== 'host') || bi < 0) return;
      for (let k = 0; k < a.length && this.mistakes.length < 2000; k++) {
        const got = mine.get(ai, k + a.origin),
          want = theirs.get(bi, k + other.arrays[bi].origin);
        if (got === want) continue;
        const access = lastWrite.get(ai * 4294967296 + k + a.origin);
        if (access !== undefined && !this.isMistake.has(access))
          this.addMistake({ access, partner: -1, kind: 'wrong', want });
      }
    });
    this.sortMistakes();
  }
}

/*
 * Requests: what the lanes of one warp do at once, at one place in the code. Lanes may be in several steps, where one
 * word orders them. The request is told in the first of these, whole, since memory gets it whole.
 */
function allRequests(run) {
  const x = run.x,
    byStep = run.steps.map(() => []);
  let turn = new Map(),
    found = new Map();
  run.steps.forEach((step, s) => {
    if (step.part === 0) turn = new Map();
    if (step.part === 0) found = new Map();
    for (let i = step.start; i < step.end; i++) {
      if (run.arrays[x.array[i]].space === 'elsewhere') continue; /* it has no address to tell sectors from */
      const site = run.sites[x.site[i]].group,
        own = x.thread[i] * 4096 + site;
      const nth = turn.get(own) || 0;
      turn.set(own, nth + 1);
      const warp = x.thread[i] >> 5,
        key = `${warp}/${site}/${nth}`;
      if (!found.has(key)) byStep[s].push({ warp, site, nth, accesses: [] });
      if (!found.has(key)) found.set(key, byStep[s][byStep[s].length - 1]);
      found.get(key).accesses.push(i);
    }
  });
  for (const requests of byStep) for (const r of requests) measure(run, r);
  return byStep;
}

export function requestsOf(run, step) {
  run.requests = run.requests || allRequests(run);
  return run.requests[run.steps.indexOf(step)];
}

/* Banks of 4 bytes, 32 of them; sectors of 32 bytes. */
function measure(run, r) {
  const x = run.x,
    a = run.arrays[x.array[r.accesses[0]]];
  r.array = x.array[r.accesses[0]];
  r.shared = a.isShared;
  const units = new Set(),
    bytes = new Set();
  for (const i of r.accesses) {
    const at = (r.shared ? 0 : a.start) + x.index[i] * a.cell;
    for (let b = 0; b < a.cell; b += 4) units.add(Math.floor((at + b) / (r.shared ? 4 : 32)));
    bytes.add(at);
  }
  r.units = [...units].sort((p, q) => p - q);
  r.used = bytes.size * a.cell;
  if (r.shared) {
    const perBank = new Array(32).fill(0);
    for (const u of units) perBank[((u % 32) + 32) % 32]++;
    r.banks = perBank;
    r.cost = Math.max(...perBank);
    if (a.cell === 8) r.cost = Math.ceil(r.cost / 2);
    const words = new Map();
    if (run.sites[r.site].kind === ATOMIC)
      for (const i of r.accesses) words.set(x.index[i], (words.get(x.index[i]) || 0) + 1);
    r.serial = words.size ? Math.max(...words.values()) : 1;
    r.excess = r.cost - 1;
  } else {
    r.cost = r.units.length;
    r.wasted = r.cost * 32 - r.used;
    r.excess = r.cost - Math.ceil(r.used / 32);
  }
}

/* Of the whole run: sectors of global memory, bytes in them that nobody asked for, turns lost to banks. */
export function costsOf(run) {
  let sectors = 0,
    wasted = 0,
    turns = 0;
  for (const v of run.steps)
    for (const r of requestsOf(run, v)) {
      if (r.shared) turns += r.excess;
      else {
        sectors += r.cost;
        wasted += r.wasted;
      }
    }
  return [sectors, wasted, turns];
}

export { READ, WRITE, ATOMIC };
