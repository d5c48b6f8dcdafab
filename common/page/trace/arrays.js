/* The arrays: bars and numbers; above them who writes, below them who reads. */
import { scalePow } from 'd3-scale';
import { glyph, prepare, text, warning } from './canvas.js';
import { theme, threadColour } from './colour.js';
import { READ, ATOMIC } from './decode.js';
import * as words from './words.js';

const BAR = 56, MARKS = 11, NUMBERS = 15, GAP = 10, ARCS = 26;

/* How cells are laid out in so many pixels. */
function layout(a, width) {
  const n = a.shown + (a.beyond ? Math.min(a.beyond, 8) : 0);
  let perRow = n;
  for (const most of [64, 128, 256]) if (perRow > most && n > most * 1) perRow = n <= most * 2 ? Math.ceil(n / 2) : perRow;
  const least = n <= 96 ? 9 : n <= 160 ? 4 : n <= 600 ? 4.8 : 3;
  perRow = Math.min(n, Math.max(8, Math.floor(width / least)));
  let rows = Math.ceil(n / perRow);
  perRow = Math.ceil(n / rows);
  if (perRow > 32 && rows > 1) perRow = Math.min(Math.floor(width / Math.min(least, 3)), Math.ceil(perRow / 32) * 32);
  rows = Math.ceil(n / perRow);
  const cell = Math.min(44, width / perRow);
  const numbers = cell >= 15, bar = rows > 4 ? 26 : rows > 2 ? 34 : BAR;
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
  const cells = new Map(), x = run.x;
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

export class ArrayView {
  constructor(run, array, host, state) {
    this.run = run;
    this.array = array;
    this.state = state;
    const a = run.arrays[array];
    this.box = document.createElement('section');
    this.box.className = a.length === 1 ? 'array tile' : 'array';
    this.box.innerHTML = '<h3><span class="name"></span> <span class="note"></span></h3>';
    this.box.querySelector('.name').textContent = a.name;
    this.box.querySelector('.note').textContent = a.length === 1 ? a.isShared ? 'shared' : 'global' : `${a.isShared ? 'shared' : a.space === 'global' ? 'global' : ''} · ${words.count(a.length, 'place')}`;
    if (a.length === 1) this.makeTile();
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

  draw(step, memory) {
    this.step = step;
    this.memory = memory;
    this.cells = touches(this.run, step, this.array);
    this.box.classList.toggle('idle', this.cells.size === 0 && !!this.canvas);
    if (this.canvas) this.drawBars();
    else this.drawTile();
  }

  drawTile() {
    const { run, array } = this, a = run.arrays[array];
    const now = words.value(run, array, this.memory.get(array, a.origin));
    this.big.textContent = now === '·' ? '–' : now;
    const t = this.cells.get(0);
    this.box.classList.toggle('wrong', !!(t && t.wrong));
    if (!t) {
      this.who.textContent = 'untouched';
      return;
    }
    const parts = [];
    const atomics = t.write.filter((i) => run.sites[run.x.site[i]].kind === ATOMIC);
    const plain = t.write.filter((i) => run.sites[run.x.site[i]].kind !== ATOMIC);
    const threads = (list) => new Set(list.map((i) => run.x.thread[i]));
    const who = (list) => (threads(list).size === 1 ? `thread ${run.x.thread[list[0]]}` : words.count(threads(list).size, 'thread'));
    if (plain.length) parts.push(`■ written by ${who(plain)}`);
    if (atomics.length) {
      const won = atomics.filter((i) => run.x.value[i] !== run.x.before[i]).pop();
      parts.push(`◆ ${who(atomics)} by atomics${won !== undefined && threads(atomics).size > 1 ? `, thread ${run.x.thread[won]} won` : ''}`);
    }
    if (t.read.length) parts.push(`○ read by ${who(t.read)}`);
    if (t.wrong) parts.push(t.wrong === 'race' ? '▲ not ordered' : '▲ a mistake');
    this.who.textContent = parts.join(' · ');
  }

  drawBars() {
    const { run, array } = this, a = run.arrays[array];
    const width = this.canvas.clientWidth || 300, l = (this.l = layout(a, width));
    const c = prepare(this.canvas, width, l.rows * l.height);
    const scale = scalePow().exponent(1).domain([0, run.top[array] || 1]).range([0, l.bar]);
    for (let k = 0; k < l.n; k++) this.drawCell(c, k, scale);
    if (a.paired && l.rows === 1) this.drawArcs(c);
    const cells = [...this.cells];
    const outside = cells.filter(([k]) => k < 0 || k >= l.n);
    this.fold.textContent = this.foldWords(outside);
    this.fold.hidden = !this.fold.textContent;
    this.canvas.setAttribute('aria-label', this.label());
  }
  foldWords(outside) {
    const { run, array } = this, a = run.arrays[array], parts = [];
    if (a.fold) {
      const what = a.constant === null || run.isEmpty(array, a.constant) ? 'never written' : `always ${words.value(run, array, a.constant)}`;
      parts.push(`and ${words.count(a.fold, 'more place')}, ${what}`);
    }
    if (outside.length) parts.push(`${words.count(outside.length, 'place')} of them touched now`);
    return parts.join('; ');
  }
  place(k) {
    const l = this.l, row = Math.floor(k / l.perRow);
    return [(k % l.perRow) * l.cell, row * l.height];
  }

  drawCell(c, k, scale) {
    const { run, array, l } = this, a = run.arrays[array], [x, y] = this.place(k);
    const v = this.memory.get(array, k + a.origin), t = this.cells.get(k);
    const gap = l.cell > 8 ? 2 : l.cell > 4 ? 1 : 0.4, base = y + MARKS + l.bar;
    const h = barHeight(run, array, v, scale, l.bar);
    const dim = this.state.follow !== null && !(t && [...t.read, ...t.write].some((i) => run.x.thread[i] === this.state.follow));
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
      const label = words.value(run, array, v), size = label.length * 6.7 > l.cell - 1 ? ((l.cell - 1) / label.length) * 1.5 : 11;
      if (size >= 8.5) text(c, label, x + l.cell / 2, base + MARKS + NUMBERS / 2 + 1, { size, align: 'center', mono: true, colour: t && t.write.length ? theme.ink : theme.muted, weight: t && t.write.length ? 600 : 400 });
    }
    if (t) this.drawMarks(c, t, x + l.cell / 2, y, base);
    c.globalAlpha = 1;
  }
  /* The places that one thread touches are joined: who is compared with whom. */
  drawArcs(c) {
    const { run, l } = this, by = new Map(), y = l.height - ARCS + 1;
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
      c.bezierCurveTo(p, y + Math.min(ARCS, 10 + (q - p) * 0.09) * 1.2, q, y + Math.min(ARCS, 10 + (q - p) * 0.09) * 1.2, q, y);
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
    const { run, l } = this, r = Math.min(4.2, Math.max(this.cells.size > 48 ? 1.1 : 3, l.cell * 0.34));
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
    const writes = [...this.cells.values()].filter((t) => t.write.length).length, reads = [...this.cells.values()].filter((t) => t.read.length).length;
    const a = this.run.arrays[this.array], first = [];
    for (let k = 0; k < Math.min(a.shown, 16); k++) first.push(words.value(this.run, this.array, this.memory.get(this.array, k + a.origin)));
    return `${a.name}, ${words.count(a.length, 'place')}: ${words.count(reads, 'place')} read, ${words.count(writes, 'place')} written in this step. It begins with ${first.join(', ')}.`;
  }
  cellAt(e) {
    if (!this.l) return -1;
    const box = this.canvas.getBoundingClientRect(), l = this.l;
    const column = Math.floor((e.clientX - box.left) / l.cell), row = Math.floor((e.clientY - box.top) / l.height);
    const k = row * l.perRow + column;
    return column >= 0 && column < l.perRow && k < l.n ? k : -1;
  }
  hover(e) {
    const k = this.cellAt(e);
    if (k < 0) return this.state.tip(null);
    const { run, array } = this, a = run.arrays[array], t = this.cells.get(k);
    const lines = [`${words.cellName(run, array, k + a.origin)} = ${words.value(run, array, this.memory.get(array, k + a.origin))}`];
    for (const i of t ? [...t.write, ...t.read].slice(0, 6) : []) {
      const s = run.sites[run.x.site[i]];
      const change = s.kind === READ ? `reads ${words.value(run, array, run.x.value[i])}` : `${words.value(run, array, run.x.before[i])} → ${words.value(run, array, run.x.value[i])}`;
      lines.push(`thread ${run.x.thread[i]}, line ${s.line}: ${change}`);
    }
    if (t && t.read.length + t.write.length > 6) lines.push(`and ${t.read.length + t.write.length - 6} more`);
    return this.state.tip(lines, e);
  }
  pick(e) {
    const t = this.cells.get(this.cellAt(e));
    if (t) this.state.setFollow(this.run.x.thread[(t.write.length ? t.write : t.read)[0]]);
  }
}
