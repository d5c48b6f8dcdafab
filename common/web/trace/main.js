/* The page of a trace: reads the run, and shows one step of it at a time. */
import { align } from './align.js';
import { ArrayView } from './arrays.js';
import { MemoryView } from './memory.js';
import { costsOf, Run } from './model.js';
import { readTheme } from './colour.js';
import { SourceView } from './source.js';
import { ThreadView } from './threads.js';
import { Timeline } from './timeline.js';
import * as words from './words.js';
import { speak } from '../said.js';

const $ = (id) => document.getElementById(id);
const data = JSON.parse($('run').textContent);
const run = new Run(data.run, data);
const untrue = run.check();
const other = data.other ? new Run(data.other, data, run.each) : null;
if (other) run.compareWith(other);

const MOST_ROWS = 200;
const state = { step: 0, playing: 0, split: false, follow: null, by: 'warp', mistake: null, tip: showTip, setFollow };
let mine = [],
  theirs = [],
  partner = null;
const different = words.differentMistakes(run);

function showTip(lines, e) {
  const tip = $('tip');
  tip.hidden = !lines;
  if (!lines) return;
  tip.textContent = lines.join('\n');
  const x = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8),
    y = e.clientY + 18 + tip.offsetHeight > innerHeight ? e.clientY - tip.offsetHeight - 12 : e.clientY + 18;
  tip.style.left = `${Math.max(4, x)}px`;
  tip.style.top = `${y}px`;
}

function setFollow(thread) {
  state.follow = thread;
  $('follow').value = thread === null ? '' : thread;
  draw();
}

/* Shared ones first, then global ones, the busiest first; what nobody touches is left out. Of the solution, those that
 * the learner has as well come first, in the same order. */
function makeArrays(of, side, against) {
  const order = of.arrays.map((a, i) => [a, i]).filter(([a]) => a.last >= a.first);
  const known = mine.map((view) => view.theirs),
    place = (i) => (known.includes(i) ? known.indexOf(i) : known.length);
  const rank = ([a, i]) => (of === other ? place(i) : a.isShared ? 0 : 1);
  order.sort((p, q) => rank(p) - rank(q) || q[0].busy - p[0].busy || p[0].shown - q[0].shown || p[1] - q[1]);
  return order.map(
    ([a, i]) => new ArrayView(of, i, side.querySelector(a.length <= 1 ? '.tiles' : '.wide'), state, against),
  );
}

const threads = new ThreadView($('threads'), state);
const memory = new MemoryView($('requests'), $('memory'), $('memory-note'), state);
const source = new SourceView($('code'), run);
const timeline = new Timeline($('timeline'));

function drawPosition(step) {
  const b = document.createElement('b'),
    rest = document.createElement('span');
  b.textContent = `Step ${state.step + 1} of ${run.steps.length}`;
  rest.textContent =
    ` · ${words.whereIs(run, step)}` + (step.parts > 1 ? `, part ${step.part + 1} of ${step.parts}` : '');
  $('position').replaceChildren(b, rest);
  $('slider').value = state.step;
  $('slider').setAttribute(
    'aria-valuetext',
    `step ${state.step + 1} of ${run.steps.length}, ${words.whereIs(run, step)}`,
  );
  $('back').disabled = $('first').disabled = state.step === 0;
  $('forward').disabled = state.step === run.steps.length - 1;
}

const toldMistake = () =>
  state.mistake && state.mistake.step === state.step ? state.mistake : run.mistakes.find((k) => k.step === state.step);

function drawAlarm() {
  const m = toldMistake();
  $('alarm').hidden = !m;
  if (!m) return null;
  const said = words.mistakeWords(run, m),
    which = different.findIndex((k) => words.sameMistake(run, k, m));
  $('alarm-title').textContent = said.title;
  $('alarm-text').textContent = said.text;
  const alike = new Set(run.mistakes.filter((k) => words.sameMistake(run, k, m)).map((k) => k.step)),
    kinds = different.length;
  const also = alike.size > 1 ? `It happens in ${words.count(alike.size, 'step')} of this run.` : '';
  $('alarm-count').textContent =
    `${said.more ? `${said.more} ` : ''}${also}${kinds > 1 ? ` Mistake ${which + 1} of ${kinds}.` : ''}`.trim();
  $('next-mistake').hidden = kinds < 2;
  return m;
}

function drawTable(step) {
  if (!$('table').open) return;
  const rows = [];
  for (let i = step.start; i < Math.min(step.end, step.start + MOST_ROWS); i++) {
    const s = run.sites[run.x.site[i]],
      row = document.createElement('tr');
    const change =
      s.kind === 0
        ? words.value(run, run.x.array[i], run.x.value[i])
        : `${words.value(run, run.x.array[i], run.x.before[i])} → ${words.value(run, run.x.array[i], run.x.value[i])}`;
    for (const cell of [
      ...(run.isHost ? [] : [run.x.thread[i]]),
      ['reads', 'writes', 'atomic'][s.kind],
      words.cellName(run, run.x.array[i], run.x.index[i]),
      change,
      s.line,
    ])
      row.append(Object.assign(document.createElement('td'), { textContent: cell }));
    rows.push(row);
  }
  $('table')
    .querySelector('tbody')
    .replaceChildren(...rows);
  $('table-note').textContent =
    step.end - step.start > MOST_ROWS
      ? `The first ${MOST_ROWS} of ${(step.end - step.start).toLocaleString('en')}.`
      : '';
}

function drawOther(contents) {
  if (!state.split) return;
  const at = partner[state.step];
  for (const view of theirs) view.draw(other.steps[at], other.seek(at), contents);
  $('theirs-who').textContent = `The solution, step ${at + 1} of ${other.steps.length}`;
  $('mine-who').textContent =
    `${run.who === 'yours' ? 'Yours' : 'The solution'}, step ${state.step + 1} of ${run.steps.length}`;
}

/* Host code is one thread: there are no warps, and no requests of theirs. */
const HOST_WORDS = {
  write: ' the code writes there in this step.',
  read: ' the code reads there.',
  bar: ' is as high as its value. A dot for a number: nothing was written there yet.',
  wrong: ' a stray access, or a value that should not be there.',
};
function hideForHost() {
  document.querySelector('.threads').hidden = document.querySelector('.memory').hidden = true;
  for (const name of ['step', 'sector', 'atomic'])
    document.querySelector(`.legend .${name}`).closest('div').hidden = true;
  document.querySelector('.table th').hidden = $('keys-follow').hidden = true;
  document.querySelector('.columns .hot').textContent = 'now';
  for (const [name, text] of Object.entries(HOST_WORDS))
    document.querySelector(`.legend .${name}`).closest('div').querySelector('dd').lastChild.textContent = text;
}

function draw() {
  const step = run.steps[state.step],
    contents = run.seek(state.step);
  const m = drawAlarm();
  $('now-title').textContent =
    step.parts > 1
      ? 'What happens in this step'
      : run.isHost || run.isIdle
        ? 'What happens here'
        : step.by === 'barrier'
          ? 'What happens up to the next barrier'
          : 'What happens up to the end of the block';
  $('now').textContent = words.sentence(run, step);
  $('ending').textContent = words.ending(run, step);
  for (const view of mine) view.draw(step, contents, state.split ? other.seek(partner[state.step]) : null);
  threads.draw(run, step, m);
  $('threads-note').textContent = threads.words;
  $('follow').max = run.threadsOf(step) - 1;
  memory.draw(run, step);
  source.draw(step, m, state.follow);
  timeline.draw(run, state.step);
  drawPosition(step);
  drawTable(step);
  drawOther(contents);
  document.documentElement.dataset.step = state.step;
}

function go(step) {
  state.step = Math.max(0, Math.min(run.steps.length - 1, step));
  if (state.mistake && state.mistake.step !== state.step) state.mistake = null;
  draw();
}

function pause() {
  clearInterval(state.playing);
  state.playing = 0;
  $('play').setAttribute('aria-label', 'Play');
  $('play-icon').setAttribute('d', 'M6 3.5 16 10 6 16.5z');
  $('now').setAttribute('aria-live', 'polite');
}
function play() {
  if (state.step === run.steps.length - 1) state.step = -1;
  $('play').setAttribute('aria-label', 'Pause');
  $('play-icon').setAttribute('d', 'M6 4h2.5v12H6zM11.5 4H14v12h-2.5z');
  $('now').setAttribute('aria-live', 'off');
  state.playing = setInterval(
    () => {
      go(state.step + 1);
      if (state.step === run.steps.length - 1) pause();
    },
    Number($('pace').value),
  );
}
function toggle() {
  if (state.playing) pause();
  else play();
}

/* The next of the different mistakes after the one that is told, round and round; or the first. */
function jump(first) {
  if (!different.length) return;
  pause();
  const told = first ? null : toldMistake(),
    at = told ? different.findIndex((m) => words.sameMistake(run, m, told)) : -1;
  const next = told
    ? (at + 1) % different.length
    : first
      ? 0
      : Math.max(
          0,
          different.findIndex((m) => m.step > state.step),
        );
  state.mistake = different[next];
  go(state.mistake.step);
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

const canCompare = () => other && !other.isIdle && !run.isIdle && run.who === 'yours';

function compare() {
  if (!canCompare()) return;
  partner = partner || align(run, other);
  state.split = !state.split;
  $('stage').classList.toggle('split', state.split);
  $('theirs').hidden = $('mine-who').hidden = $('costs').hidden = !state.split;
  $('compare').setAttribute('aria-pressed', String(state.split));
  if (!theirs.length) fillCosts();
  if (!theirs.length) theirs = makeArrays(other, $('theirs'), run);
  $('differs').hidden = !state.split;
  draw();
}

function fillCosts() {
  const of = (r) => [r.barriers, r.totals[0], r.totals[1], r.totals[2], ...costsOf(r)],
    a = of(run),
    b = of(other);
  $('costs-mine').textContent = 'yours';
  $('costs-theirs').textContent = 'the solution';
  const rows = [
    'barriers',
    'reads',
    'writes',
    'atomics',
    'sectors of global memory',
    'bytes fetched for nothing',
    'turns lost to bank conflicts',
  ].map((name, i) => {
    const row = document.createElement('tr');
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }));
    for (const v of [a[i], b[i]])
      row.append(Object.assign(document.createElement('td'), { textContent: v.toLocaleString('en') }));
    return row;
  });
  $('costs')
    .querySelector('tbody')
    .replaceChildren(...rows);
}

function fillHead() {
  const [number, ...rest] = data.title.split('·').map((s) => s.trim());
  const title = rest.length ? rest.join(' · ') : data.title;
  document.title = `${title} · trace`;
  $('title').textContent = title;
  $('crumb').textContent = data.lab ? `Lab ${number.slice(0, 2)} · stage ${data.stage}: ${data.promise}` : data.promise;
  const keys = data.dist
    ? `${data.dist} keys, seed ${data.seed}${data.ranks ? ', ranked to be small numbers' : ''}`
    : 'the keys of a worked example';
  $('case').textContent = data.lab ? `${words.count(data.n, 'key')} · ${keys} · ${run.path}` : run.path;
  const wrong = !run.right || run.mistakes.length;
  $('verdict').textContent = run.stops
    ? 'stopped'
    : !run.right
      ? 'wrong answer'
      : run.mistakes.length
        ? data.lab
          ? 'right answer, by luck'
          : 'mistakes found'
        : 'right answer';
  $('verdict').hidden = data.judged === false && !wrong && !run.stops;
  $('verdict').classList.toggle('wrong', !!wrong);
  $('source-title').textContent = run.file;
  if (untrue.length)
    $('case').append(
      document.createElement('br'),
      Object.assign(document.createElement('strong'), {
        textContent: `This page is wrong: ${untrue[0]}. It is a fault of the kit.`,
      }),
    );
  if (run.isCut)
    $('case').append(
      document.createElement('br'),
      `The run has ${run.seen.toLocaleString('en')} reads and writes. This page shows the first ` +
        `${run.x.n.toLocaleString('en')}.`,
    );
  if (!run.right && run.message && !(run.stops && run.mistakes.length))
    $('case').append(
      document.createElement('br'),
      Object.assign(document.createElement('strong'), { textContent: run.message }),
    );
}

const keys = {
  ArrowLeft: () => go(state.step - 1),
  ArrowRight: () => go(state.step + 1),
  ' ': toggle,
  Home: () => go(0),
  End: () => go(run.steps.length - 1),
  m: () => jump(false),
  c: compare,
  Escape: () => setFollow(null),
};
function onKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const own =
    e.target.matches('input[type=number], select, .code, summary') || (e.target.matches('button') && e.key === ' ');
  const action = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!action || own || (e.target.matches('input[type=range]') && e.key.startsWith('Arrow'))) return;
  e.preventDefault();
  if (e.key.startsWith('Arrow')) pause();
  action();
}

function listen() {
  const still = (action) => () => {
    pause();
    action();
  };
  $('first').addEventListener(
    'click',
    still(() => go(0)),
  );
  $('back').addEventListener(
    'click',
    still(() => go(state.step - 1)),
  );
  $('forward').addEventListener(
    'click',
    still(() => go(state.step + 1)),
  );
  $('play').addEventListener('click', toggle);
  $('slider').addEventListener(
    'input',
    still(() => go(Number($('slider').value))),
  );
  $('mistake').addEventListener('click', () => jump(true));
  $('next-mistake').addEventListener('click', () => jump(false));
  $('compare').addEventListener('click', compare);
  $('pace').addEventListener('change', () => {
    if (!state.playing) return;
    pause();
    play();
  });
  $('follow').addEventListener('change', () => setFollow($('follow').value === '' ? null : Number($('follow').value)));
  $('by').addEventListener('change', () => {
    state.by = $('by').value;
    draw();
  });
  $('table').addEventListener('toggle', () => drawTable(run.steps[state.step]));
  document.addEventListener('keydown', onKey);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    readTheme();
    draw();
  });
  let waiting = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  });
}

function begin() {
  speak(data);
  readTheme();
  if (run.isIdle)
    for (const box of [
      document.querySelector('.left'),
      document.querySelector('.threads'),
      $('table'),
      document.querySelector('.dock'),
      document.querySelector('.legend'),
    ])
      box.hidden = true;
  if (run.warpsShown() <= 2) state.by = $('by').value = 'lane';
  if (run.isHost) hideForHost();
  fillHead();
  mine = makeArrays(run, $('mine'), other);
  $('slider').max = run.steps.length - 1;
  $('mistake').hidden = !run.mistakes.length;
  $('compare').hidden = !canCompare();
  listen();
  if (run.mistakes.length) jump(true);
  else draw();
}
begin();
