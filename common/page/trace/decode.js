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
    for (let unit = 1; ; unit *= 128) {
      const b = this.byte();
      value += (b & 127) * unit;
      if (b < 128) return value;
    }
  }
  signed() {
    const n = this.number();
    return n % 2 ? -(n + 1) / 2 : n / 2;
  }
}

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

export const HOW_WRITE = 1, HOW_ATOMIC = 4;
export const READ = 0, WRITE = 1, ATOMIC = 2;

export function kindOf(site) {
  return site.how & HOW_ATOMIC ? ATOMIC : site.how & HOW_WRITE ? WRITE : READ;
}

export function poison(cell) {
  return cell === 1 ? 0xcd : cell === 2 ? 0xcdcd : cell === 8 ? 0xcdcdcdcd * 4294967297 : 0xcdcdcdcd;
}

const ACCESS = 0, LAUNCH = 1, BLOCK = 2, BARRIER = 3, WARP = 4, BLOCK_END = 5, SET = 6, SNAPSHOT = 7;
const LAST_VALUES = 8;

/* Contents of all arrays while events go by. */
export class Memory {
  constructor(arrays) {
    this.arrays = arrays;
    this.cells = arrays.map((a) => new Float64Array(a.cells).fill(poison(a.cell)));
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
    value: new Float64Array(n),
    before: new Float64Array(n),
  };
  const memory = new Memory(arrays);
  const marks = [];
  const lastArray = new Uint8Array(trace.sites.length), lastIndex = new Int32Array(trace.sites.length);
  const seen = Array.from({ length: 1024 }, () => new Float64Array(LAST_VALUES));
  const next = new Uint32Array(1024);
  let thread = 0, written = 0, i = 0;

  const readValue = (site) => {
    const own = seen[thread];
    x.before[i] = x.value[i] = memory.get(x.array[i], x.index[i]);
    if (trace.sites[site].how & HOW_WRITE) {
      const back = values.byte();
      if (back < LAST_VALUES) x.value[i] = own[(next[thread] + 2 * LAST_VALUES - 1 - back) % LAST_VALUES];
      else if (arrays[x.array[i]].cell === 8) x.value[i] = values.signed();
      else x.value[i] = written = written + values.signed();
      memory.set(x.array[i], x.index[i], x.value[i]);
    }
    own[next[thread]++ % LAST_VALUES] = Number.isNaN(x.value[i]) ? 0 : x.value[i];
  };
  const readAccess = () => {
    const site = sites.number(), step = places.signed();
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
    mark.cells = new Float64Array(arrays[mark.array].cells);
    for (let k = 0; k < mark.cells.length; k++) mark.cells[k] = value = (wide ? 0 : value) + snapshots.signed();
    memory.cells[mark.array].set(mark.cells);
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
