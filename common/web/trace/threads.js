/* The threads of the block: a row a warp, a place a lane. */
import { glyph, prepare, text } from './canvas.js';
import { theme, threadColour } from './colour.js';
import { count } from './words.js';

export class ThreadView {
  constructor(canvas, state) {
    this.canvas = canvas;
    this.state = state;
    canvas.addEventListener('click', (e) => this.pick(e));
    canvas.addEventListener('mousemove', (e) => this.hover(e));
    canvas.addEventListener('mouseleave', () => state.tip(null));
  }
  draw(run, step, mistake) {
    this.run = run;
    this.step = step;
    const threads = run.threadsOf(step),
      warps = Math.ceil(threads / 32),
      width = this.canvas.clientWidth || 300;
    this.label = width < 420 ? 22 : 52;
    this.cell = Math.min(22, (width - this.label) / 32);
    this.height = warps > 12 ? 11 : Math.max(12, Math.min(22, this.cell));
    const c = prepare(this.canvas, width, warps * this.height + 2);
    this.did = new Map();
    for (let i = step.start; i < step.end; i++) {
      const t = run.x.thread[i],
        s = run.sites[run.x.site[i]];
      let d = this.did.get(t);
      if (!d) this.did.set(t, (d = { kinds: [0, 0, 0], lines: new Set(), wrong: false }));
      d.kinds[s.kind]++;
      d.lines.add(s.line);
      if (mistake && (i === mistake.access || i === mistake.partner)) d.wrong = true;
    }
    for (let t = 0; t < threads; t++) this.drawThread(c, t, threads);
    for (let w = 0; w < warps; w++)
      text(c, this.label > 30 ? `warp ${w}` : `${w}`, 0, w * this.height + this.height / 2 + 1, {
        size: Math.min(11, this.height),
        colour: theme.muted,
      });
    this.describe(threads, warps);
  }
  drawThread(c, t, threads) {
    const x = this.label + (t & 31) * this.cell,
      y = (t >> 5) * this.height + 1,
      d = this.did.get(t);
    const w = this.cell - (this.cell > 10 ? 3 : 1),
      h = this.height - (this.height > 11 ? 3 : 1),
      colour = threadColour(this.state.by, t, threads);
    c.globalAlpha = this.state.follow === null || this.state.follow === t ? 1 : 0.28;
    if (!d) {
      c.fillStyle = theme.soft;
      c.fillRect(x, y, w, h);
    } else {
      c.globalAlpha *= 0.22;
      c.fillStyle = colour;
      c.fillRect(x, y, w, h);
      c.globalAlpha /= 0.22;
      const kinds = [0, 1, 2].filter((k) => d.kinds[k]),
        r = Math.min(3.6, Math.max(1.4, this.cell / (2.4 + kinds.length)));
      kinds.forEach((kind, i) =>
        glyph(c, kind, x + (w * (i + 0.5)) / kinds.length, y + h / 2, Math.min(r, h / 2.6), colour),
      );
    }
    if ((d && d.wrong) || this.state.follow === t) {
      c.lineWidth = 2;
      c.strokeStyle = d && d.wrong ? theme.bad : theme.accent;
      c.strokeRect(x, y, w, h);
    }
    c.globalAlpha = 1;
  }

  /* Lanes of a warp that are not all at the same lines. */
  describe(threads, warps) {
    let divergent = 0;
    for (let w = 0; w < warps; w++) {
      const ways = new Set();
      for (let t = 32 * w; t < Math.min(threads, 32 * w + 32); t++)
        ways.add(this.did.has(t) ? [...this.did.get(t).lines].sort().join() : '');
      if (ways.size > 1) divergent++;
    }
    this.divergent = divergent;
    this.words = `${count(this.did.size, 'thread')} of ${threads.toLocaleString('en')} touch memory.`;
    if (divergent) this.words += ` In ${count(divergent, 'warp')} of ${warps} the lanes go different ways.`;
    this.canvas.setAttribute('aria-label', this.words);
  }
  threadAt(e) {
    const box = this.canvas.getBoundingClientRect();
    const lane = Math.floor((e.clientX - box.left - this.label) / this.cell),
      warp = Math.floor((e.clientY - box.top) / this.height);
    const t = 32 * warp + lane;
    return lane >= 0 && lane < 32 && warp >= 0 && t < this.run.threadsOf(this.step) ? t : -1;
  }
  pick(e) {
    const t = this.threadAt(e);
    if (t >= 0) this.state.setFollow(this.state.follow === t ? null : t);
  }
  hover(e) {
    const t = this.threadAt(e);
    if (t < 0) return this.state.tip(null);
    const d = this.did.get(t);
    return this.state.tip(
      [
        `thread ${t}: warp ${t >> 5}, lane ${t & 31}`,
        d ? `lines ${[...d.lines].sort((a, b) => a - b).join(', ')}` : 'touches no memory here',
      ],
      e,
    );
  }
}
