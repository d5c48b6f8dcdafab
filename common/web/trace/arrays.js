/* The arrays: bars and numbers; above them who writes, below them who reads. */
import { scalePow } from 'd3-scale';
import { counterpart } from './align.js';
import { glyph, prepare, text, warning } from './canvas.js';
import { theme, threadColour } from './colour.js';
import { READ, ATOMIC } from './decode.js';
import * as words from './words.js';

const BAR = 56,
  MARKS = 11,
  NUMBERS = 15,
  GAP = 10,
  ARCS = 26;
const LABEL = 5.7 /* px of a small digit */,
  MOST_NUMBERED_ROWS = 4;

/* How cells are laid out in so many pixels: a row, or several; with numbers, if the greatest fits and rows stay few. */
function layout(a, width, digits) {
  const n = a.shown + (a.beyond ? Math.min(a.beyond, 8) : 0),
    least = n <= 256 ? 9 : n <= 600 ? 4.8 : 3;
  const wide = Math.max(15, LABEL * digits + 1.5),
    numbered = Math.ceil(n / Math.max(1, Math.floor(width / wide))) <= MOST_NUMBERED_ROWS;
  const most = Math.max(8, Math.floor(width / (numbered ? wide : least)));
  const even = (k) => Math.ceil(n / Math.ceil(n / k)),
    warps = most - (most % 32); /* a row of several is one of whole warps, if they fit */
  const perRow = n <= most ? n : warps ? Math.min(warps, Math.ceil(even(warps) / 32) * 32) : even(most);
  const rows = Math.ceil(n / perRow),
    cell = Math.min(Math.max(44, wide), width / perRow),
    numbers = cell >= wide;
  const bar = rows > 4 ? 26 : rows > 2 ? 34 : BAR;
  const height = 2 * MARKS + bar + (numbers ? NUMBERS : 0) + (a.paired && rows === 1 ? ARCS : GAP);
  return { n, perRow, rows, cell, numbers, bar, height };
}

function barHeight(run, array, v, scale, most) {
  if (run.isEmpty(array, v)) return 0;
  if (run.isMax(array, v)) return most;
  return Math.max(1.5, scale(Math.min(Number(v), scale.domain()[1])));
}

/* Who touches what in this step: by cell. */
function touches(run, step, array) {
  const cells = new Map(),
    x = run.x;
  for (let i = step.start; i < step.end; i++) {
    if (x.array[i] !== array) continue;
    const k = x.index[i] - run.arrays[array].origin;
    let t = cells.get(k);
    if (!t) cells.set(k, (t = { read: [], write: [], wrong: false }));
    (run.sites[x.site[i]].kind === READ ? t.read : t.write).push(i);
    if (run.isMistake.has(i)) t.wrong = run.isMistake.get(i).kind;
  }
  return cells;
}

/* Words of the host have no space to name. */
const spaceOf = (a) => (a.isShared ? 'shared' : a.space === 'global' || a.space === 'program' ? 'global' : '');

export class ArrayView {
  /* other: the run that this one is compared with, and theirs: its array of this name, or -1 */
  constructor(run, array, host, state, other = null) {
    this.run = run;
    this.array = array;
    this.state = state;
    const a = run.arrays[array];
    this.box = document.createElement('section');
    this.other = other;
    this.theirs = other ? counterpart(run, array, other) : -1;
    this.box.className = a.length <= 1 ? 'array tile' : 'array';
    this.box.innerHTML = '<h3><span class="name"></span> <span class="note"></span></h3>';
    this.box.querySelector('.name').textContent = a.name;
    this.box.querySelector('.note').textContent = [spaceOf(a), a.length > 1 && words.count(a.length, 'place')]
      .filter(Boolean)
      .join(' · ');
    if (a.length <= 1) this.makeTile();
    else this.makeCanvas();
    host.append(this.box);
  }
  makeTile() {
    this.big = Object.assign(document.createElement('p'), { className: 'big' });
    this.who = Object.assign(document.createElement('p'), { className: 'who' });
    this.box.append(this.big, this.who);
  }
  makeCanvas() {
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('role', 'img');
    this.fold = Object.assign(document.createElement('p'), { className: 'fold' });
    this.box.append(this.canvas, this.fold);
    this.canvas.addEventListener('mousemove', (e) => this.hover(e));
    this.canvas.addEventListener('mouseleave', () => this.state.tip(null));
    this.canvas.addEventListener('click', (e) => this.pick(e));
  }

  /* Also: what the other run's memory holds at the step that belongs to this one. */
  draw(step, memory, compared = null) {
    this.step = step;
    this.memory = memory;
    this.compared = this.theirs >= 0 ? compared : null;
    this.cells = touches(this.run, step, this.array);
    this.box.classList.toggle('idle', this.cells.size === 0 && !!this.canvas);
    if (this.canvas) this.drawBars();
    else this.drawTile();
  }

  differs(k) {
    const theirs = this.other && this.other.arrays[this.theirs];
    return (
      !!this.compared &&
      k < theirs.length &&
      this.memory.get(this.array, k + this.run.arrays[this.array].origin) !==
        this.compared.get(this.theirs, k + theirs.origin)
    );
  }
  countDiffering() {
    let n = 0;
    for (let k = 0; this.compared && k < this.run.arrays[this.array].length; k++) n += this.differs(k);
    return n;
  }

  drawTile() {
    const { run, array } = this,
      a = run.arrays[array];
    const now = words.value(run, array, this.memory.get(array, a.origin)),
      differs = this.differs(0);
    this.big.textContent = now === '·' ? '–' : now;
    this.big.classList.toggle('long', this.big.textContent.length > 7);
    this.big.classList.toggle('longer', this.big.textContent.length > 12);
    const t = this.cells.get(0);
    this.box.classList.toggle('wrong', !!(t && t.wrong));
    this.box.classList.toggle('differs', differs);
    this.who.textContent =
      (differs ? '≠ not what the other run holds here · ' : '') + (t ? this.doings(t) : 'untouched');
  }
  doings(t) {
    const { run } = this;
    const parts = [];
    const atomics = t.write.filter((i) => run.sites[run.x.site[i]].kind === ATOMIC);
    const plain = t.write.filter((i) => run.sites[run.x.site[i]].kind !== ATOMIC);
    const threads = (list) => new Set(list.map((i) => run.x.thread[i]));
    const who = (list) => {
      const n = threads(list).size;
      return run.isHost ? '' : ` by ${n === 1 ? `thread ${run.x.thread[list[0]]}` : words.count(n, 'thread')}`;
    };
    if (plain.length) parts.push(`■ written${who(plain)}`);
    if (atomics.length) {
      const won = atomics.filter((i) => run.x.value[i] !== run.x.before[i]).pop(),
        chain = words.chainOf(run, atomics);
      parts.push(
        `◆ atomics${who(atomics)}` +
          (won !== undefined && threads(atomics).size > 1 ? `, thread ${run.x.thread[won]} won` : '') +
          (chain ? `: ${chain}` : ''),
      );
    }
    if (t.read.length) parts.push(`○ read${who(t.read)}`);
    if (t.wrong) parts.push(t.wrong === 'race' ? '▲ not ordered' : '▲ a mistake');
    return parts.join(' · ');
  }

  drawBars() {
    const { run, array } = this,
      a = run.arrays[array];
    const width = this.canvas.clientWidth || 300,
      l = (this.l = layout(a, width, this.digits()));
    const c = prepare(this.canvas, width, l.rows * l.height);
    this.canvas.dataset.cell = l.cell;
    const scale = scalePow()
      .exponent(1)
      .domain([0, run.top[array] || 1])
      .range([0, l.bar]);
    for (let k = 0; k < l.n; k++) this.drawCell(c, k, scale);
    if (a.paired && l.rows === 1) this.drawArcs(c);
    const cells = [...this.cells];
    const outside = cells.filter(([k]) => k < 0 || k >= l.n);
    this.fold.textContent = this.foldWords(outside);
    this.fold.hidden = !this.fold.textContent;
    this.canvas.setAttribute('aria-label', this.label());
  }
  /* Of the longest number in the run. */
  digits() {
    return words.value(this.run, this.array, this.run.top[this.array]).length;
  }
  foldWords(outside) {
    const { run, array } = this,
      a = run.arrays[array],
      parts = [];
    if (a.fold) {
      const what =
        a.constant === null || run.isEmpty(array, a.constant)
          ? 'never written'
          : `always ${words.value(run, array, a.constant)}`;
      parts.push(`and ${words.count(a.fold, 'more word')}, ${what}`);
    }
    if (outside.length) parts.push(`${words.count(outside.length, 'word')} of them touched now`);
    if (!this.l.numbers && a.shown <= 256) parts.push('the numbers are too long for the bars: point at one to read it');
    const differing = this.countDiffering();
    if (differing) parts.push(`≠ ${words.count(differing, 'word')} not as in the other run`);
    return parts.length ? `${parts.map((part) => part[0].toUpperCase() + part.slice(1)).join('. ')}.` : '';
  }
  place(k) {
    const l = this.l,
      row = Math.floor(k / l.perRow);
    return [(k % l.perRow) * l.cell, row * l.height];
  }

  drawCell(c, k, scale) {
    const { run, array, l } = this,
      a = run.arrays[array],
      [x, y] = this.place(k);
    const v = this.memory.get(array, k + a.origin),
      t = this.cells.get(k);
    const gap = l.cell > 8 ? 2 : l.cell > 4 ? 1 : 0.4,
      base = y + MARKS + l.bar;
    const h = barHeight(run, array, v, scale, l.bar);
    const dim =
      this.state.follow !== null && !(t && [...t.read, ...t.write].some((i) => run.x.thread[i] === this.state.follow));
    c.globalAlpha = dim && t ? 0.3 : 1;
    if (k >= a.length) {
      c.fillStyle = theme.soft;
      c.fillRect(x + gap / 2, base - l.bar, l.cell - gap, l.bar);
    }
    c.fillStyle = t && t.wrong ? theme.bad : t && t.write.length ? theme['bar-strong'] : theme.bar;
    c.fillRect(x + gap / 2, base - h, l.cell - gap, h);
    if (run.isMax(array, v) && !run.isEmpty(array, v)) this.hatch(c, x + gap / 2, base - h, l.cell - gap, h);
    c.fillStyle = theme.line;
    c.fillRect(x, base, l.cell, 1);
    if (l.numbers) {
      const label = words.value(run, array, v),
        size = label.length * 6.7 > l.cell - 1 ? ((l.cell - 1) / label.length) * 1.5 : 11;
      if (size >= 8.5)
        text(c, label, x + l.cell / 2, base + MARKS + NUMBERS / 2 + 1, {
          size,
          align: 'center',
          mono: true,
          colour: t && t.write.length ? theme.ink : theme.muted,
          weight: t && t.write.length ? 600 : 400,
        });
    }
    if (this.differs(k)) this.drawDifference(c, x, base, gap);
    if (t) this.drawMarks(c, t, x + l.cell / 2, y, base);
    c.globalAlpha = 1;
  }
  /* A frame around the bar: the other run holds another value here. */
  drawDifference(c, x, base, gap) {
    c.strokeStyle = theme.accent;
    c.lineWidth = this.l.cell > 8 ? 1.6 : 1;
    c.setLineDash(this.l.cell > 8 ? [3, 2] : []);
    c.strokeRect(x + gap / 2, base - this.l.bar + 1, Math.max(1, this.l.cell - gap), this.l.bar + 1);
    c.setLineDash([]);
  }
  /* The places that one thread touches are joined: who is compared with whom. */
  drawArcs(c) {
    const { run, l } = this,
      by = new Map(),
      y = l.height - ARCS + 1;
    for (const [k, t] of this.cells) {
      if (k < 0 || k >= l.n) continue;
      for (const i of [...t.read, ...t.write]) {
        if (!by.has(run.x.thread[i])) by.set(run.x.thread[i], new Set());
        by.get(run.x.thread[i]).add(k);
      }
    }
    for (const [thread, places] of by) {
      if (places.size !== 2) continue;
      const [p, q] = [...places].sort((a, b) => a - b).map((k) => (k + 0.5) * l.cell);
      c.globalAlpha = this.state.follow === null || this.state.follow === thread ? 1 : 0.2;
      c.strokeStyle = threadColour(this.state.by, thread, run.threadsOf(this.step));
      c.lineWidth = 1.4;
      c.beginPath();
      c.moveTo(p, y);
      c.bezierCurveTo(
        p,
        y + Math.min(ARCS, 10 + (q - p) * 0.09) * 1.2,
        q,
        y + Math.min(ARCS, 10 + (q - p) * 0.09) * 1.2,
        q,
        y,
      );
      c.stroke();
      c.globalAlpha = 1;
    }
  }
  hatch(c, x, y, w, h) {
    c.save();
    c.beginPath();
    c.rect(x, y, w, h);
    c.clip();
    c.strokeStyle = theme.card;
    c.lineWidth = 1.2;
    c.beginPath();
    for (let d = -h; d < w; d += 5) {
      c.moveTo(x + d, y + h);
      c.lineTo(x + d + h, y);
    }
    c.stroke();
    c.restore();
  }
  drawMarks(c, t, x, y, base) {
    const { run, l } = this,
      r = Math.min(4.2, Math.max(this.cells.size > 48 ? 1.1 : 3, l.cell * 0.34));
    const colour = (i) => threadColour(this.state.by, run.x.thread[i], run.threadsOf(this.step));
    const wrong = t.wrong && l.cell >= 3;
    if (t.write.length) {
      const i = t.write[t.write.length - 1];
      glyph(c, run.sites[run.x.site[i]].kind, x, y + MARKS - 5, r, colour(i));
    }
    if (t.read.length) glyph(c, READ, x, base + 6, r, colour(t.read[t.read.length - 1]));
    if (wrong) warning(c, x, y + MARKS + 7, Math.max(5, r * 1.5));
  }

  label() {
    const writes = [...this.cells.values()].filter((t) => t.write.length).length,
      reads = [...this.cells.values()].filter((t) => t.read.length).length;
    const a = this.run.arrays[this.array],
      first = [];
    for (let k = 0; k < Math.min(a.shown, 16); k++)
      first.push(words.value(this.run, this.array, this.memory.get(this.array, k + a.origin)));
    return (
      `${a.name}, ${words.count(a.length, 'place')}: ${words.count(reads, 'place')} read, ` +
      `${words.count(writes, 'place')} written in this step. It begins with ${first.join(', ')}.`
    );
  }
  cellAt(e) {
    if (!this.l) return -1;
    const box = this.canvas.getBoundingClientRect(),
      l = this.l;
    const column = Math.floor((e.clientX - box.left) / l.cell),
      row = Math.floor((e.clientY - box.top) / l.height);
    const k = row * l.perRow + column;
    return column >= 0 && column < l.perRow && k < l.n ? k : -1;
  }
  hover(e) {
    const k = this.cellAt(e);
    if (k < 0) return this.state.tip(null);
    const { run, array } = this,
      a = run.arrays[array],
      t = this.cells.get(k);
    const lines = [
      `${words.cellName(run, array, k + a.origin)} = ${words.value(run, array, this.memory.get(array, k + a.origin))}`,
    ];
    for (const i of t ? [...t.write, ...t.read].slice(0, 6) : []) {
      const s = run.sites[run.x.site[i]];
      const change =
        s.kind === READ
          ? `reads ${words.value(run, array, run.x.value[i])}`
          : `${words.value(run, array, run.x.before[i])} → ${words.value(run, array, run.x.value[i])}`;
      lines.push(`${run.isHost ? '' : `thread ${run.x.thread[i]}, `}line ${s.line}: ${change}`);
    }
    if (this.differs(k)) {
      const theirs = this.compared.get(this.theirs, k + this.other.arrays[this.theirs].origin);
      lines.push(`≠ the other run holds ${words.value(this.other, this.theirs, theirs)}`);
    }
    if (t && t.read.length + t.write.length > 6) lines.push(`and ${t.read.length + t.write.length - 6} more`);
    return this.state.tip(lines, e);
  }
  pick(e) {
    const t = this.cells.get(this.cellAt(e));
    if (t && !this.run.isHost) this.state.setFollow(this.run.x.thread[(t.write.length ? t.write : t.read)[0]]);
  }
}
