/* A trace as a check build writes it (common/simt/check/trace_write.c), back into columns of numbers. */

function bytesOf(base64) {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/* Reads numbers of 7 bits a byte, the low ones first. */
class Reader {
  constructor(bytes, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }
  byte() {
    if (this.at >= this.end) throw new Error('the trace is cut off');
    return this.bytes[this.at++];
  }
  number() {
    let value = 0;
    for (let unit = 1; unit < 2 ** 49; unit *= 128) {
      const b = this.byte();
      value += (b & 127) * unit;
      if (b < 128) return value;
    }
    return this.large(BigInt(value), 49n);
  }
  /* What a double does not hold exactly. */
  large(value, bits) {
    const b = this.byte();
    value += BigInt(b & 127) << bits;
    return b < 128 ? small(value) : this.large(value, bits + 7n);
  }
  signed() {
    const n = this.number();
    if (typeof n === 'bigint') return small(n & 1n ? -(n + 1n) / 2n : n / 2n);
    return n % 2 ? -(n + 1) / 2 : n / 2;
  }
  /* A word of 8 bytes, which was told as signed. */
  word() {
    const n = this.signed();
    return n < 0 ? small(BigInt.asUintN(64, BigInt(n))) : n;
  }
}

/* One kind of number for each value, so that === compares. */
const small = (n) => (n >= -9007199254740991n && n <= 9007199254740991n ? Number(n) : n);

function unpack(packed, length) {
  const from = new Reader(packed);
  const to = new Uint8Array(length);
  let n = 0;
  for (;;) {
    for (let literals = from.number(); literals > 0; literals--) to[n++] = from.byte();
    const more = from.number();
    if (more === 0) return to;
    const back = from.number();
    for (let i = 0; i < more + 3; i++, n++) to[n] = to[n - back];
  }
}

function columnsOf(bytes) {
  const columns = [];
  const lengths = new Reader(bytes);
  for (let i = 0; i < 5; i++) {
    const length = lengths.number();
    columns.push(new Reader(bytes, lengths.at, lengths.at + length));
    lengths.at += length;
  }
  return columns;
}

export const HOW_WRITE = 1,
  HOW_ATOMIC = 4;
export const READ = 0,
  WRITE = 1,
  ATOMIC = 2;

export function kindOf(site) {
  return site.how & HOW_ATOMIC ? ATOMIC : site.how & HOW_WRITE ? WRITE : READ;
}

export function poison(cell) {
  return cell === 1 ? 0xcd : cell === 2 ? 0xcdcd : cell === 8 ? twice(0xcdcdcdcd) : 0xcdcdcdcd;
}

/* Both halves of a word of 8 bytes hold this. */
export const twice = (half) => small(BigInt(half) * 4294967297n);

/* The halves of a value, the low one first. */
export function halves(value) {
  if (typeof value === 'bigint') return [Number(BigInt.asUintN(32, value)), Number(value >> 32n)];
  return [value % 4294967296, Math.floor(value / 4294967296)];
}

const ACCESS = 0,
  LAUNCH = 1,
  BLOCK = 2,
  BARRIER = 3,
  WARP = 4,
  BLOCK_END = 5,
  SET = 6,
  SNAPSHOT = 7;
const LAST_VALUES = 8;

/* A word of 8 bytes may be more than a double holds. */
const cellsOf = (array) => (array.cell === 8 ? new Array(array.cells) : new Float64Array(array.cells));

/* Contents of all arrays while events go by. */
export class Memory {
  constructor(arrays) {
    this.arrays = arrays;
    this.cells = arrays.map((a) => cellsOf(a).fill(poison(a.cell)));
  }
  clearShared() {
    this.arrays.forEach((a, i) => {
      if (a.space === 'shared' || a.space === 'dynamic') this.cells[i].fill(poison(a.cell));
    });
  }
  get(array, index) {
    const cells = this.cells[array];
    return index >= 0 && index < cells.length ? cells[index] : NaN;
  }
  set(array, index, value) {
    const cells = this.cells[array];
    if (index >= 0 && index < cells.length) cells[index] = value;
  }
  fill(array, values) {
    for (let k = 0; k < values.length; k++) this.cells[array][k] = values[k];
  }
}

/*
 * Gives {accesses: {thread, site, array, index, value, before}, marks}: marks are what happens between
 * accesses, each with the number of accesses before it.
 */
export function decode(trace) {
  const arrays = trace.arrays;
  for (const a of arrays) a.cells = Math.floor(a.bytes / a.cell);
  const [happens, sites, places, values, snapshots] = columnsOf(unpack(bytesOf(trace.data), trace.bytes));
  const n = trace.accesses;
  const x = {
    n,
    thread: new Uint16Array(n),
    site: new Uint16Array(n),
    array: new Uint8Array(n),
    index: new Int32Array(n),
    value: new Array(n),
    before: new Array(n),
  };
  const memory = new Memory(arrays);
  const marks = [];
  const lastArray = new Uint8Array(trace.sites.length),
    lastIndex = new Int32Array(trace.sites.length);
  const seen = Array.from({ length: 1024 }, () => new Array(LAST_VALUES).fill(0));
  const next = new Uint32Array(1024);
  let thread = 0,
    written = 0,
    i = 0;

  const readValue = (site) => {
    const own = seen[thread];
    x.before[i] = x.value[i] = memory.get(x.array[i], x.index[i]);
    if (trace.sites[site].how & HOW_WRITE) {
      const back = values.byte();
      if (back < LAST_VALUES) x.value[i] = own[(next[thread] + 2 * LAST_VALUES - 1 - back) % LAST_VALUES];
      else if (arrays[x.array[i]].cell === 8) x.value[i] = values.word();
      else x.value[i] = written = written + values.signed();
      memory.set(x.array[i], x.index[i], x.value[i]);
    }
    own[next[thread]++ % LAST_VALUES] = Number.isNaN(x.value[i]) ? 0 : x.value[i];
  };
  const readAccess = () => {
    const site = sites.number(),
      step = places.signed();
    if (step & 1) lastArray[site] = places.number();
    lastIndex[site] += step >> 1;
    x.thread[i] = thread;
    x.site[i] = site;
    x.array[i] = lastArray[site];
    x.index[i] = lastIndex[site];
    readValue(site);
    i++;
  };
  const readSnapshot = (mark) => {
    let value = 0;
    const wide = arrays[mark.array].cell === 8;
    mark.cells = cellsOf(arrays[mark.array]);
    for (let k = 0; k < mark.cells.length; k++)
      mark.cells[k] = value = wide ? snapshots.word() : value + snapshots.signed();
    memory.fill(mark.array, mark.cells);
  };
  while (happens.at < happens.end) {
    const what = happens.byte();
    if (what === ACCESS) {
      thread += happens.signed();
      for (let count = happens.number(); count > 0; count--) readAccess();
      continue;
    }
    const mark = { what, at: i };
    if (what === LAUNCH) mark.launch = happens.number();
    if (what === BLOCK) mark.block = happens.number();
    if (what === BARRIER || what === WARP) mark.site = happens.number();
    if (what === BARRIER || what === BLOCK_END) mark.held = happens.byte() + 256 * happens.byte();
    if (what === WARP) mark.warp = happens.number();
    if (what === WARP) mark.lanes = happens.number();
    if (what === SET || what === SNAPSHOT) mark.array = happens.number();
    if (what === SET) mark.index = happens.number();
    if (what === SET) mark.value = happens.number();
    if (what === SET) memory.set(mark.array, mark.index, mark.value);
    if (what === SNAPSHOT) readSnapshot(mark);
    if (what === BLOCK) memory.clearShared();
    marks.push(mark);
  }
  return { accesses: x, marks };
}

export const MARK = { LAUNCH, BLOCK, BARRIER, WARP, BLOCK_END, SET, SNAPSHOT };
