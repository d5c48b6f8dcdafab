/* What the memory makes of it: the requests of a step, the dearest first, and one of them drawn. */
import { prepare, text } from './canvas.js';
import { theme, threadColour } from './colour.js';
import { requestsOf, ATOMIC } from './model.js';
import { count } from './words.js';

const MOST = 6;

function costWords(run, r) {
  if (r.shared && run.sites[r.site].kind === ATOMIC && r.serial > 1)
    return `${r.serial} lanes on one word, one after the other`;
  if (r.shared) return r.cost > 1 ? `${r.cost} words of one bank: ${r.cost} turns` : 'no bank conflict';
  return r.wasted > 0
    ? `${count(r.cost, 'sector')}, ${r.wasted} of ${r.cost * 32} bytes wasted`
    : `${count(r.cost, 'sector')}, every byte used`;
}

export class MemoryView {
  constructor(list, canvas, note, state) {
    this.list = list;
    this.canvas = canvas;
    this.note = note;
    this.state = state;
    this.chosen = 0;
  }
  draw(run, step) {
    this.run = run;
    this.step = step;
    const all = requestsOf(run, step);
    all.sort((a, b) => b.excess - a.excess || a.warp - b.warp || run.sites[a.site].line - run.sites[b.site].line);
    /* of warps that do alike, one is enough */
    const groups = new Map();
    for (const r of all) {
      const key = `${r.site}/${r.nth > 0}/${r.cost}/${r.wasted}`;
      if (!groups.has(key)) groups.set(key, { r, n: 0 });
      if (r.accesses.length > groups.get(key).r.accesses.length) groups.get(key).r = r;
      groups.get(key).n++;
    }
    this.groups = [...groups.values()].slice(0, MOST);
    this.chosen = Math.min(this.chosen, Math.max(0, this.groups.length - 1));
    this.showList();
    this.show();
    const bad = all.filter((r) => r.shared && r.cost > 1).length,
      wasted = all.reduce((sum, r) => sum + (r.shared ? 0 : r.wasted), 0);
    const parts = [count(all.length, 'request') + ' of warps'];
    if (bad) parts.push(`${bad} with bank conflicts`);
    if (wasted) parts.push(`${wasted.toLocaleString('en')} bytes fetched for nothing`);
    this.note.textContent = all.length ? `${parts.join(', ')}.` : 'No request begins here.';
  }
  showList() {
    const rows = this.groups.map(({ r, n }, i) => {
      const b = document.createElement('button'),
        s = this.run.sites[r.site];
      b.type = 'button';
      b.className = 'request';
      b.setAttribute('aria-pressed', String(i === this.chosen));
      const dear = r.excess > 0 || r.serial > 1;
      b.innerHTML = '<span class="what"></span><span class="cost"></span>';
      b.querySelector('.what').textContent =
        `${['○', '■', '◆'][s.kind]} ${this.run.arrays[r.array].name}, line ${s.line}`;
      b.querySelector('.cost').textContent = `${n > 1 ? `in ${n} warps: ` : ''}${costWords(this.run, r)}`;
      b.classList.toggle('dear', dear);
      b.addEventListener('click', () => {
        this.chosen = i;
        this.showList();
        this.show();
      });
      return b;
    });
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...rows);
    if (focused && rows[this.chosen]) rows[this.chosen].focus();
  }
  show() {
    const width = this.canvas.clientWidth || 300,
      g = this.groups[this.chosen];
    if (!g) {
      prepare(this.canvas, width, 1);
      this.canvas.setAttribute('aria-label', 'No request.');
      return;
    }
    if (g.r.shared) this.drawBanks(g.r, width);
    else this.drawSectors(g.r, width);
    this.canvas.setAttribute(
      'aria-label',
      `Warp ${g.r.warp}, line ${this.run.sites[g.r.site].line}, ${count(g.r.accesses.length, 'lane')}: ` +
        `${costWords(this.run, g.r)}.`,
    );
  }
  laneColour(i) {
    return threadColour('lane', this.run.x.thread[i], 32);
  }

  /* A column a bank; the words of one bank stand above each other, since they take turns. */
  drawBanks(r, width) {
    const { run } = this,
      a = run.arrays[r.array],
      cell = Math.min(22, width / 32),
      rows = Math.min(8, Math.max(...r.banks));
    const h = 18,
      c = prepare(this.canvas, width, rows * h + 40);
    const stack = Array.from({ length: 32 }, () => new Map());
    for (const i of r.accesses)
      for (let b = 0; b < Math.max(4, a.cell); b += 4) {
        const word = Math.floor((run.x.index[i] * a.cell + b) / 4),
          bank = ((word % 32) + 32) % 32;
        if (!stack[bank].has(word)) stack[bank].set(word, i);
      }
    const base = rows * h + 4;
    stack.forEach((words, bank) => {
      [...words.values()].slice(0, rows).forEach((i, k) => {
        const x = bank * cell + 1,
          y = base - (k + 1) * h + 1;
        c.fillStyle = this.laneColour(i);
        c.fillRect(x, y, cell - 2, h - 2);
        if (words.size > 1) {
          c.strokeStyle = theme.bad;
          c.lineWidth = 2;
          c.strokeRect(x + 1, y + 1, cell - 4, h - 4);
        }
      });
      c.fillStyle = words.size > 1 && a.cell < 8 ? theme.bad : theme.line;
      c.fillRect(bank * cell + 1, base + 2, cell - 2, 3);
      if (bank % 4 === 0)
        text(c, String(bank), bank * cell + cell / 2, base + 14, {
          size: 10,
          colour: theme.muted,
          align: 'center',
          mono: true,
        });
    });
    text(c, `32 banks · warp ${r.warp}, ${count(r.accesses.length, 'lane')}`, 0, base + 29, {
      size: 11,
      colour: theme.muted,
    });
  }

  /* A box a sector of 32 bytes; what no lane has asked for is hatched. */
  drawSectors(r, width) {
    const { run } = this,
      a = run.arrays[r.array],
      shown = r.units.slice(0, 32),
      perRow = Math.max(4, Math.min(8, Math.floor(width / 84)));
    const w = width / perRow,
      rows = Math.ceil(shown.length / perRow),
      h = 26,
      c = prepare(this.canvas, width, rows * h + 24),
      cells = 32 / a.cell;
    const by = new Map();
    for (const i of r.accesses) by.set(a.start + run.x.index[i] * a.cell, i);
    shown.forEach((sector, k) => {
      const x = (k % perRow) * w,
        y = Math.floor(k / perRow) * h + 2,
        unit = (w - 8) / cells;
      for (let b = 0; b < cells; b++) {
        const i = by.get(sector * 32 + b * a.cell);
        if (i !== undefined) {
          c.fillStyle = this.laneColour(i);
          c.fillRect(x + b * unit, y, unit - 1, h - 8);
        } else this.waste(c, x + b * unit, y, unit - 1, h - 8);
      }
      c.strokeStyle = theme.muted;
      c.lineWidth = 1;
      c.strokeRect(x - 0.5, y - 1.5, w - 8, h - 5);
    });
    text(
      c,
      `sectors of 32 bytes · warp ${r.warp}, ` +
        `${count(r.accesses.length, 'lane')}${r.units.length > 32 ? ` · ${r.units.length - 32} more sectors` : ''}`,
      0,
      rows * h + 12,
      { size: 11, colour: theme.muted },
    );
  }
  waste(c, x, y, w, h) {
    c.save();
    c.beginPath();
    c.rect(x, y, w, h);
    c.clip();
    c.strokeStyle = theme.bad;
    c.globalAlpha = 0.55;
    c.lineWidth = 1;
    c.beginPath();
    for (let d = -h; d < w; d += 4) {
      c.moveTo(x + d, y + h);
      c.lineTo(x + d + h, y);
    }
    c.stroke();
    c.restore();
  }
}
