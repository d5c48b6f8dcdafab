/* The source: each line with what it does in this step, and in the whole run. */
import { paint } from '../paint.js';
import { READ } from './decode.js';
import { count, mistakeLines } from './words.js';

function short(n) {
  return n < 10000 ? String(n) : n < 1e6 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`;
}

export class SourceView {
  constructor(host, run) {
    this.host = host;
    this.run = run;
    this.rows = run.lines.map((line, i) => {
      const row = document.createElement('div'),
        number = document.createElement('span'),
        now = document.createElement('span'),
        all = document.createElement('span'),
        code = document.createElement('code');
      row.className = 'row';
      number.className = 'number';
      number.textContent = i + 1;
      now.className = 'hot';
      all.className = 'all';
      const c = run.counts.get(i + 1);
      if (c) all.textContent = short(c[0] + c[1] + c[2]);
      if (c) all.title = `${c[0]} reads, ${c[1]} writes, ${c[2]} atomics in the whole run`;
      paint(line, code);
      row.append(number, now, all, code);
      row.parts = { now };
      return row;
    });
    host.replaceChildren(...this.rows);
    this.lit = [];
  }
  draw(step, mistake, follow) {
    const { run } = this,
      now = new Map();
    for (let i = step.start; i < step.end; i++) {
      const s = run.sites[run.x.site[i]];
      if (!s.own || (follow !== null && run.x.thread[i] !== follow)) continue;
      let l = now.get(s.line);
      if (!l) now.set(s.line, (l = { threads: new Set(), kinds: [0, 0, 0] }));
      l.threads.add(run.x.thread[i]);
      l.kinds[s.kind]++;
    }
    for (const row of this.lit) {
      row.className = 'row';
      row.parts.now.textContent = '';
      row.removeAttribute('aria-current');
    }
    this.lit = [];
    const light = (line, name, words) => {
      const row = this.rows[line - 1];
      if (!row) return;
      row.classList.add(name);
      if (words !== null) row.parts.now.textContent = words;
      this.lit.push(row);
    };
    for (const [line, l] of now) {
      const marks = ['○', '■', '◆'].filter((_, k) => l.kinds[k]).join('');
      light(
        line,
        l.kinds[READ] === l.kinds.reduce((p, q) => p + q) ? 'reads' : 'writes',
        run.isHost ? marks : `${marks} ${l.threads.size}`,
      );
      if (!run.isHost) this.rows[line - 1].parts.now.title = `${count(l.threads.size, 'thread')} in this step`;
    }
    if (step.by === 'barrier' && run.sites[step.site].own) light(run.sites[step.site].line, 'barrier', '▬');
    if (mistake)
      for (const [site, mark] of mistakeLines(run, mistake)) if (site.own) light(site.line, 'wrong', `▲ ${mark}`);
    this.scroll(mistake);
  }
  scroll(mistake) {
    const own = mistake ? this.lit.filter((r) => r.classList.contains('wrong')) : this.lit;
    if (!own.length || this.host.clientHeight === 0) return;
    const tops = own.map((r) => r.offsetTop),
      first = Math.min(...tops),
      last = Math.max(...tops) + 20,
      view = this.host.clientHeight;
    if (first >= this.host.scrollTop && last <= this.host.scrollTop + view) return;
    this.host.scrollTop = Math.max(0, last - first > view ? first - 20 : (first + last - view) / 2);
  }
}
