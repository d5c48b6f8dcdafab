/* The whole run on one line: a column a step, as high as it is busy; barriers are gaps, blocks are bands. */
import { prepare, text, warning } from './canvas.js';
import { theme } from './colour.js';

const HEIGHT = 58,
  TOP = 16;

export class Timeline {
  constructor(canvas) {
    this.canvas = canvas;
  }
  draw(run, current) {
    const width = this.canvas.clientWidth || 300,
      c = prepare(this.canvas, width, HEIGHT),
      n = run.steps.length,
      w = width / n;
    const most = Math.max(1, ...run.steps.map((s) => s.end - s.start));
    let band = -1,
      last = '';
    run.steps.forEach((s, i) => {
      const key = `${s.launch}/${s.block}`,
        x = i * w;
      if (key !== last) {
        band++;
        last = key;
        this.label(c, run, s, x, i, w);
      }
      if (band % 2) {
        c.fillStyle = theme.soft;
        c.fillRect(x, TOP, w + 0.5, HEIGHT - TOP);
      }
      const h = 3 + (HEIGHT - TOP - 9) * Math.sqrt((s.end - s.start) / most),
        gap = w > 4 ? 1.2 : w > 2 ? 0.6 : 0;
      c.fillStyle = i === current ? theme.accent : theme.bar;
      c.fillRect(x + gap / 2, HEIGHT - 4 - h, Math.max(0.8, w - gap), h);
      if (s.by === 'barrier' && w > 5) {
        c.fillStyle = theme.barrier;
        c.fillRect(x + w - 0.6, TOP + 4, 1.2, HEIGHT - TOP - 8);
      }
    });
    const x = (current + 0.5) * w;
    c.fillStyle = theme.accent;
    c.fillRect(x - 1, TOP - 2, 2, HEIGHT - TOP + 2);
    const marked = new Set(run.mistakes.map((m) => m.step));
    let before = -100;
    for (const s of [...marked].sort((a, b) => a - b)) {
      if ((s + 0.5) * w - before < 9) continue;
      before = (s + 0.5) * w;
      warning(c, before, TOP - 7, 5.5);
    }
  }
  label(c, run, s, x, i, w) {
    if (i && run.mistakes.length) return;
    const launch = run.launchOf(s),
      blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
    const words = blocks > 1 ? `block ${s.block}` : launch.kernel,
      room = x - (this.used || 0);
    if (i === 0) this.used = 0;
    if (i && room < 4) return;
    if (run.mistakes.length) return;
    c.font = `11px ${theme.font}`;
    const end = x + c.measureText(words).width + 12;
    if (end > run.steps.length * w && i) return;
    text(c, words, x + 1, 7, { size: 11, colour: theme.muted });
    this.used = end;
  }
}
