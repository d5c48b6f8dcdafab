/* The page of a profile: the source with what each line costs, totals, kernels. */
import { paint } from '../paint.js';
import { speak } from '../said.js';
import { Profile, waste } from './counts.js';
import { advice, meaning, occupancy, ratio, sentence, short, whole } from './words.js';

const $ = (id) => document.getElementById(id);
const data = JSON.parse($('run').textContent);
const run = new Profile(data.run),
  other = data.other ? new Profile(data.other) : null;
const state = { kernel: '', shown: run, line: 0, rows: new Map(), dear: 0 };

function make(tag, properties = {}, ...children) {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...children);
  return e;
}

/* key: what is counted; good and bad: the parts of its bar; text: the number beside it. */
const COLUMNS = [
  { name: 'Global requests', key: 'requests', good: (c) => c.requests, text: (c) => short(c.requests) },
  {
    name: 'Sectors a request',
    key: 'sectors',
    good: (c) => Math.min(c.ideal, c.sectors),
    bad: (c) => Math.max(0, c.sectors - c.ideal),
    text: (c) => (c.requests ? `${ratio(c.sectors / c.requests)} / ${ratio(c.ideal / c.requests)}` : ''),
  },
  { name: 'Shared requests', key: 'shared', good: (c) => c.shared, text: (c) => short(c.shared) },
  { name: 'Bank conflicts', key: 'conflicts', good: () => 0, bad: (c) => c.conflicts, text: (c) => short(c.conflicts) },
  { name: 'Barriers', key: 'barriers', good: (c) => c.barriers, text: (c) => short(c.barriers) },
  { name: 'Atomics', key: 'atomics', good: (c) => c.atomics, text: (c) => short(c.atomics) },
  { name: 'Lanes part', key: 'diverges', good: (c) => c.diverges, text: (c) => short(c.diverges) },
];
const barOf = (column, c) => column.good(c) + (column.bad ? column.bad(c) : 0);

function bar(column, c, most) {
  const parts = make('span', { className: 'bar' }),
    share = (n) => `${most ? (100 * n) / most : 0}%`;
  const good = make('i'),
    bad = make('i', { className: 'waste' });
  good.style.width = share(column.good(c));
  bad.style.width = share(column.bad ? column.bad(c) : 0);
  parts.append(good, bad);
  return parts;
}

function cell(column, c, most, at) {
  const td = make('td', { className: `count c${at}` });
  if (!c || !c[column.key]) return td;
  td.append(make('span', { className: 'value', textContent: column.text(c) }), bar(column, c, most));
  return td;
}

function row(label, line, c, most) {
  const tr = make('tr'),
    code = make('code');
  paint(line, code);
  tr.append(make('th', { scope: 'row', className: 'number', textContent: label }));
  COLUMNS.forEach((column, at) => tr.append(cell(column, c, most[column.key], at)));
  tr.append(make('td', { className: 'line' }, code));
  if (c) tr.className = 'counted';
  return tr;
}

function drawSource() {
  const of = state.shown,
    { own, others } = of.byLine(state.kernel),
    most = {};
  for (const column of COLUMNS)
    most[column.key] = Math.max(0, ...[...own.values(), ...others.values()].map((c) => barOf(column, c)));
  const rows = of.lines.map((line, i) => row(i + 1, line, own.get(i + 1), most));
  for (const [place, c] of others) rows.push(row('', `// in ${place}`, c, most));
  $('rows').replaceChildren(...rows);
  state.rows = new Map(
    [...own.keys()].sort((a, b) => a - b).map((line) => [line, { tr: rows[line - 1], counts: own.get(line) }]),
  );
  for (const [line, r] of state.rows) r.tr.addEventListener('click', () => choose(line, false));
  $('source-title').textContent = of.path;
  COLUMNS.forEach((column, at) => $('code').classList.toggle(`no${at}`, !most[column.key]));
  $('heads').replaceChildren(
    make('th', { scope: 'col', className: 'number', textContent: 'line' }),
    ...COLUMNS.map((c, at) => make('th', { scope: 'col', className: `count c${at}`, textContent: c.name })),
    make('th', { scope: 'col', className: 'line', textContent: '' }),
  );
}

function scrollTo(tr) {
  const box = $('code'),
    head = $('heads').offsetHeight,
    top = tr.offsetTop - head,
    bottom = tr.offsetTop + tr.offsetHeight;
  if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight)
    box.scrollTop = top - (box.clientHeight - head) / 2;
}

function choose(line, scroll = true) {
  const r = state.rows.get(line);
  for (const tr of $('rows').querySelectorAll('[aria-current]')) tr.removeAttribute('aria-current');
  state.line = r ? line : 0;
  document.documentElement.dataset.line = state.line;
  $('now-title').textContent = r ? `Line ${line}` : 'No line of this file asks anything of memory';
  $('now').textContent = r ? sentence(r.counts) : '';
  $('advice').textContent = r ? advice(r.counts) : '';
  const lines = [...state.rows.keys()];
  $('back').disabled = !r || line === lines[0];
  $('forward').disabled = !r || line === lines[lines.length - 1];
  if (!r) return;
  r.tr.setAttribute('aria-current', 'true');
  if (scroll) scrollTo(r.tr);
}

function walk(by) {
  const lines = [...state.rows.keys()],
    at = lines.indexOf(state.line) + by;
  if (lines[at] !== undefined) choose(lines[at]);
}

const dearest = () =>
  [...state.rows]
    .filter(([, r]) => waste(r.counts) > 0)
    .sort((p, q) => waste(q[1].counts) - waste(p[1].counts))
    .map(([line]) => line);

function chooseDear() {
  const lines = dearest();
  if (!lines.length) return;
  const at = lines.indexOf(state.line);
  choose(lines[(at + 1) % lines.length]);
}

/* ---- totals ---- */

const over = (a, b) => (b ? a / b : 0);
const TOTALS = [
  { name: 'requests to global memory a key', of: (c) => over(c.requests, data.n) },
  { name: 'sectors a request', of: (c) => over(c.sectors, c.requests), ideal: (c) => over(c.ideal, c.requests) },
  { name: 'requests to shared memory a key', of: (c) => over(c.shared, data.n) },
  { name: 'bank conflicts a request', of: (c) => over(c.conflicts, c.shared) },
  { name: 'barriers a key', of: (c) => over(c.barriers, data.n) },
  { name: 'atomics a key', of: (c) => over(c.atomics, data.n) },
  { name: 'branches that part lanes, a key', of: (c) => over(c.diverges, data.n) },
];

/* Beside the reference by more than a tenth: in words, since a colour is not for everybody. */
function verdict(mine, theirs) {
  if (theirs < 0.001 && mine < 0.001) return '';
  if (Math.abs(mine - theirs) < 0.005 * theirs) return 'as the reference';
  const times = theirs >= 0.001 ? mine / theirs : 0;
  if (times && times < 1.1 && times > 0.9) return `reference ${ratio(theirs)}`;
  const beside = times > 1 ? `, ${times.toFixed(1)} times that` : `, ${times.toFixed(2)} of that`;
  return `reference ${ratio(theirs)}${times ? beside : ''}`;
}

function tile(t, mine, theirs) {
  const value = t.of(mine),
    beside = theirs ? t.of(theirs) : null,
    most = Math.max(value, beside || 0, t.ideal ? t.ideal(mine) : 0);
  const box = make(
    'div',
    { className: 'tile' },
    make('p', { className: 'big', textContent: ratio(value) }),
    make('p', { className: 'what', textContent: t.name }),
  );
  const line = make('span', { className: 'bar' }),
    good = make('i'),
    bad = make('i', { className: 'waste' });
  const fine = t.ideal ? Math.min(value, t.ideal(mine)) : t.name.startsWith('bank') ? 0 : value;
  good.style.width = `${most ? (100 * fine) / most : 0}%`;
  bad.style.width = `${most ? (100 * (value - fine)) / most : 0}%`;
  line.append(good, bad);
  if (beside !== null) {
    const tick = make('i', { className: 'tick' });
    tick.style.left = `${most ? (100 * beside) / most : 0}%`;
    if (most) line.append(tick);
  }
  const said = [t.ideal && value ? `${ratio(t.ideal(mine))} would be enough` : '', theirs ? verdict(value, beside) : '']
    .filter(Boolean)
    .join(', ');
  box.append(line, make('p', { className: 'who', textContent: said }));
  if (beside !== null && value > 1.1 * beside && value > 0.001) box.classList.add('over');
  return box;
}

function drawTotals() {
  const mine = state.shown.totals(state.kernel),
    against = state.shown === run ? other : run;
  const theirs = against ? against.totals(state.kernel) : null;
  $('totals').replaceChildren(
    ...TOTALS.filter((t) => t.of(mine) > 0 || (theirs && t.of(theirs) > 0)).map((t) =>
      tile(t, mine, state.shown === run ? theirs : null),
    ),
  );
}

/* ---- kernels ---- */

function metricsTable(kernel, beside) {
  const names = [...new Set([...Object.keys(kernel.metrics), ...Object.keys(beside ? beside.metrics : {})])].filter(
    (name) => kernel.metrics[name] || (beside && beside.metrics[name]),
  );
  const head = make(
    'tr',
    {},
    ...['in words', run.who, ...(beside ? [other.who] : []), 'in ncu'].map((t) =>
      make('th', { scope: 'col', textContent: t }),
    ),
  );
  const body = names.map((name) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row', textContent: meaning(name) }),
      make('td', { textContent: whole(kernel.metrics[name] || 0) }),
      ...(beside ? [make('td', { textContent: whole(beside.metrics[name] || 0) })] : []),
      make('td', { className: 'ncu', textContent: name }),
    ),
  );
  return make('table', {}, make('thead', {}, head), make('tbody', {}, ...body));
}

function kernelBox(kernel) {
  const beside = other && other.kernels.find((k) => k.name === kernel.name),
    o = kernel.occupancy;
  const shape = (xyz) =>
    xyz
      .filter((n, i) => i === 0 || n > 1)
      .map(whole)
      .join(' × ');
  const bytes =
    (kernel.metrics.launch__shared_mem_per_block_static || 0) +
    (kernel.metrics.launch__shared_mem_per_block_dynamic || 0);
  const box = make('section', { className: 'kernel' }, make('h2', { textContent: kernel.name }));
  box.append(
    make('p', {
      className: 'shape',
      textContent:
        `${whole(kernel.launches)} ${kernel.launches === 1 ? 'launch' : 'launches'} · ` +
        `${shape(kernel.grid)} ${kernel.grid.join() === '1,1,1' ? 'block' : 'blocks'} of ` +
        `${shape(kernel.block)} threads · ${whole(bytes)} bytes of shared memory a block`,
    }),
  );
  if (o) {
    const line = make('span', { className: 'bar' }),
      part = make('i');
    part.style.width = `${(100 * o.warps) / o.of}%`;
    line.append(part);
    box.append(
      make('p', {
        className: 'held',
        textContent:
          `${occupancy(o)} ${o.warps} of ${o.of} warps. Registers may allow fewer. Only nvcc knows ` +
          `how many a thread takes.`,
      }),
      line,
    );
  }
  const details = make(
    'details',
    {},
    make('summary', { textContent: 'All counts, and their names in Nsight Compute' }),
    make(
      'div',
      { className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: `Counts of ${kernel.name}` },
      metricsTable(kernel, beside),
    ),
  );
  box.append(details);
  return box;
}

/* ---- the page ---- */

function draw() {
  drawSource();
  drawTotals();
  const lines = dearest();
  $('dear').hidden = !lines.length;
  choose(lines.length ? lines[0] : [...state.rows.keys()][0], true);
}

function chooseKernel(name) {
  state.kernel = name;
  $('kernel').value = name;
  draw();
}

function compare() {
  if ($('compare').hidden) return;
  state.shown = state.shown === run ? other : run;
  $('compare').setAttribute('aria-pressed', state.shown === other);
  draw();
}

function onKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || /^(SELECT|INPUT)$/.test(e.target.tagName)) return;
  const kernels = ['', ...run.kernels.map((k) => k.name)];
  const actions = {
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    m: chooseDear,
    c: compare,
    k: () => $('kernel-label').hidden || chooseKernel(kernels[(kernels.indexOf(state.kernel) + 1) % kernels.length]),
  };
  const action = actions[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!action) return;
  e.preventDefault();
  action();
}

function begin() {
  speak(data);
  document.title = data.lab ? `Profile of lab ${data.lab}, stage ${data.stage}` : `Profile of ${data.title}`;
  $('crumb').textContent = data.lab
    ? `What it costs · lab ${data.lab}, stage ${data.stage}: ${data.promise}`
    : `What it costs · ${data.promise}`;
  $('title').textContent = data.title;
  const gpu = run.kernels.map((k) => k.occupancy).find(Boolean);
  $('case').textContent =
    (data.lab ? `Case ${data.case}: ${whole(data.n)} keys${data.dist ? `, ${data.dist}` : ''} · counted` : 'Counted') +
    ' on the CPU runtime' +
    (gpu ? ` for an ${gpu.gpu}`.replace('an T', 'a T').replace('an V', 'a V') : '') +
    (other || !data.lab ? '' : ' · the reference is not known for this case');
  $('kernel').append(
    ...[['', 'all'], ...run.kernels.map((k) => [k.name, k.name])].map(([value, text]) =>
      make('option', { value, textContent: text }),
    ),
  );
  $('kernel-label').hidden = $('kernel-key').hidden = run.kernels.length < 2;
  $('column').append(...COLUMNS.map((c, at) => make('option', { value: String(at), textContent: c.name })));
  $('compare').hidden = $('compare-key').hidden = !other || !other.lines.length;
  const wasting = run.totals(''),
    first = waste(wasting)
      ? wasting.sectors - wasting.ideal >= wasting.conflicts
        ? 1
        : 3
      : COLUMNS.reduce((best, c, at) => (wasting[c.key] > wasting[COLUMNS[best].key] ? at : best), 0);
  $('column').value = String(first);
  $('code').dataset.column = first;
  $('kernels').append(...run.kernels.map(kernelBox));
  $('back').addEventListener('click', () => walk(-1));
  $('forward').addEventListener('click', () => walk(1));
  $('dear').addEventListener('click', chooseDear);
  $('compare').addEventListener('click', compare);
  $('kernel').addEventListener('change', () => chooseKernel($('kernel').value));
  $('column').addEventListener('change', () => ($('code').dataset.column = $('column').value));
  document.addEventListener('keydown', onKey);
  draw();
}
begin();
