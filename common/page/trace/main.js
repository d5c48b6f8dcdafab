/* The page of a trace: reads the run, and shows one step of it at a time. */
import { ArrayView } from './arrays.js';
import { MemoryView } from './memory.js';
import { costsOf, Run } from './model.js';
import { readTheme } from './colour.js';
import { SourceView } from './source.js';
import { ThreadView } from './threads.js';
import { Timeline } from './timeline.js';
import * as words from './words.js';

const $ = (id) => document.getElementById(id);
const data = JSON.parse($('run').textContent);
const run = new Run(data.run, data);
const other = data.other ? new Run(data.other, data, run.each) : null;
if (other) run.compareWith(other);

const MOST_ROWS = 200;
const state = { step: 0, playing: 0, split: false, follow: null, by: 'warp', mistake: null, tip: showTip, setFollow };
let mine = [], theirs = [];

function showTip(lines, e) {
  const tip = $('tip');
  tip.hidden = !lines;
  if (!lines) return;
  tip.textContent = lines.join('\n');
  const x = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8), y = e.clientY + 18 + tip.offsetHeight > innerHeight ? e.clientY - tip.offsetHeight - 12 : e.clientY + 18;
  tip.style.left = `${Math.max(4, x)}px`;
  tip.style.top = `${y}px`;
}

function setFollow(thread) {
  state.follow = thread;
  $('follow').value = thread === null ? '' : thread;
  draw();
}

/* Shared ones first, then global ones, the busiest first; what nobody touches is left out. */
function makeArrays(of, side) {
  const order = of.arrays.map((a, i) => [a, i]).filter(([a]) => a.last >= a.first);
  const rank = ([a]) => (a.isShared ? 0 : 1);
  order.sort((p, q) => rank(p) - rank(q) || q[0].busy - p[0].busy || p[1] - q[1]);
  return order.map(([a, i]) => new ArrayView(of, i, side.querySelector(a.length === 1 ? '.tiles' : '.wide'), state));
}

const threads = new ThreadView($('threads'), state);
const memory = new MemoryView($('requests'), $('memory'), $('memory-note'), state);
const source = new SourceView($('code'), run);
const timeline = new Timeline($('timeline'));

function drawPosition(step) {
  const b = document.createElement('b'), rest = document.createElement('span');
  b.textContent = `Step ${state.step + 1} of ${run.steps.length}`;
  rest.textContent = ` · ${words.whereIs(run, step)}${step.parts > 1 ? `, part ${step.part + 1} of ${step.parts}` : ''}`;
  $('position').replaceChildren(b, rest);
  $('slider').value = state.step;
  $('slider').setAttribute('aria-valuetext', `step ${state.step + 1} of ${run.steps.length}, ${words.whereIs(run, step)}`);
  $('back').disabled = $('first').disabled = state.step === 0;
  $('forward').disabled = state.step === run.steps.length - 1;
}

function drawAlarm() {
  const m = state.mistake && state.mistake.step === state.step ? state.mistake : run.mistakes.find((k) => k.step === state.step);
  $('alarm').hidden = !m;
  if (!m) return null;
  const said = words.mistakeWords(run, m), steps = [...new Set(run.mistakes.map((k) => k.step))];
  $('alarm-title').textContent = said.title;
  $('alarm-text').textContent = said.text;
  const alike = new Set(run.mistakes.filter((k) => words.sameMistake(run, k, m)).map((k) => k.step)), kinds = words.kindsOfMistakes(run);
  const also = alike.size > 1 ? `It happens in ${words.count(alike.size, 'step')} of this run.` : '';
  $('alarm-count').textContent = `${said.more ? `${said.more} ` : ''}${also}${kinds > 1 ? ` There are ${kinds} different mistakes.` : ''}`.trim();
  $('next-mistake').hidden = !steps.some((s) => s > state.step);
  return m;
}

function drawTable(step) {
  if (!$('table').open) return;
  const rows = [];
  for (let i = step.start; i < Math.min(step.end, step.start + MOST_ROWS); i++) {
    const s = run.sites[run.x.site[i]], row = document.createElement('tr');
    const change = s.kind === 0 ? words.value(run, run.x.array[i], run.x.value[i]) : `${words.value(run, run.x.array[i], run.x.before[i])} → ${words.value(run, run.x.array[i], run.x.value[i])}`;
    for (const cell of [run.x.thread[i], ['reads', 'writes', 'atomic'][s.kind], words.cellName(run, run.x.array[i], run.x.index[i]), change, s.line]) row.append(Object.assign(document.createElement('td'), { textContent: cell }));
    rows.push(row);
  }
  $('table').querySelector('tbody').replaceChildren(...rows);
  $('table-note').textContent = step.end - step.start > MOST_ROWS ? `The first ${MOST_ROWS} of ${(step.end - step.start).toLocaleString('en')}.` : '';
}

/* The solution's step that belongs to this one: of the same interval, and as far in it. */
function stepOfOther() {
  const step = run.steps[state.step], wanted = Math.min(step.interval, other.intervals.length - 1);
  const first = other.steps.findIndex((s) => s.interval === wanted), parts = other.steps[first].parts;
  return first + Math.ceil(((step.part + 1) / step.parts) * parts) - 1;
}

function drawOther() {
  if (!state.split) return;
  const at = stepOfOther(), contents = other.seek(at);
  for (const view of theirs) view.draw(other.steps[at], contents);
  $('theirs-who').textContent = `The solution, step ${at + 1} of ${other.steps.length}`;
  $('mine-who').textContent = `${run.who === 'yours' ? 'Yours' : 'The solution'}, step ${state.step + 1} of ${run.steps.length}`;
}

/* Host code is one thread: there are no warps, and no requests of theirs. */
function hideForHost() {
  document.querySelector('.threads').hidden = document.querySelector('.memory').hidden = true;
  for (const name of ['step', 'sector', 'atomic']) document.querySelector(`.legend .${name}`).closest('div').hidden = true;
}

function draw() {
  const step = run.steps[state.step], contents = run.seek(state.step);
  const m = drawAlarm();
  $('now-title').textContent = step.parts > 1 ? 'What happens in this step' : run.isHost ? 'What happens here' : step.by === 'barrier' ? 'What happens up to the next barrier' : 'What happens up to the end of the block';
  $('now').textContent = words.sentence(run, step);
  $('ending').textContent = words.ending(run, step);
  for (const view of mine) view.draw(step, contents);
  threads.draw(run, step, m);
  $('threads-note').textContent = threads.words;
  $('follow').max = run.threadsOf(step) - 1;
  memory.draw(run, step);
  source.draw(step, m, state.follow);
  timeline.draw(run, state.step);
  drawPosition(step);
  drawTable(step);
  drawOther();
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
  state.playing = setInterval(() => {
    go(state.step + 1);
    if (state.step === run.steps.length - 1) pause();
  }, Number($('pace').value));
}
function toggle() {
  if (state.playing) pause();
  else play();
}

/* The next mistake after this step, or the first of all. */
function jump(first) {
  if (!run.mistakes.length) return;
  pause();
  state.mistake = (!first && run.mistakes.find((m) => m.step > state.step)) || run.firstMistake;
  go(state.mistake.step);
  scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

function compare() {
  if (!other || !other.steps.length || run.who !== 'yours') return;
  state.split = !state.split;
  $('stage').classList.toggle('split', state.split);
  $('theirs').hidden = $('mine-who').hidden = $('costs').hidden = !state.split;
  $('compare').setAttribute('aria-pressed', String(state.split));
  if (!theirs.length) fillCosts();
  if (!theirs.length) theirs = makeArrays(other, $('theirs'));
  draw();
}

function fillCosts() {
  const of = (r) => [r.barriers, r.totals[0], r.totals[1], r.totals[2], ...costsOf(r)], a = of(run), b = of(other);
  $('costs-mine').textContent = 'yours';
  $('costs-theirs').textContent = 'the solution';
  const rows = ['barriers', 'reads', 'writes', 'atomics', 'sectors of global memory', 'bytes fetched for nothing', 'turns lost to bank conflicts'].map((name, i) => {
    const row = document.createElement('tr');
    row.append(Object.assign(document.createElement('th'), { scope: 'row', textContent: name }));
    for (const v of [a[i], b[i]]) row.append(Object.assign(document.createElement('td'), { textContent: v.toLocaleString('en') }));
    return row;
  });
  $('costs').querySelector('tbody').replaceChildren(...rows);
}

function fillHead() {
  const [number, ...rest] = data.title.split('·').map((s) => s.trim());
  const title = rest.length ? rest.join(' · ') : data.title;
  document.title = `${title} · trace`;
  $('title').textContent = title;
  $('crumb').textContent = `Lab ${number.slice(0, 2)} · stage ${data.stage}: ${data.promise}`;
  const keys = data.dist ? `${data.dist} keys, seed ${data.seed}${data.ranks ? ', ranked to be small numbers' : ''}` : 'the keys of a worked example';
  $('case').textContent = `${words.count(data.n, 'key')} · ${keys} · ${run.path}`;
  const wrong = !run.right || run.mistakes.length;
  $('verdict').textContent = run.stops ? 'stopped' : !run.right ? 'wrong answer' : run.mistakes.length ? 'right answer, by luck' : 'right answer';
  $('verdict').classList.toggle('wrong', !!wrong);
  $('source-title').textContent = run.file;
  if (run.isCut) $('case').append(document.createElement('br'), `The run has ${run.seen.toLocaleString('en')} reads and writes; this page shows the first ${run.x.n.toLocaleString('en')}.`);
  if (!run.right && run.message && !(run.stops && run.mistakes.length)) $('case').append(document.createElement('br'), Object.assign(document.createElement('strong'), { textContent: run.message }));
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
  const own = e.target.matches('input[type=number], select, .code, summary') || (e.target.matches('button') && e.key === ' ');
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
  $('first').addEventListener('click', still(() => go(0)));
  $('back').addEventListener('click', still(() => go(state.step - 1)));
  $('forward').addEventListener('click', still(() => go(state.step + 1)));
  $('play').addEventListener('click', toggle);
  $('slider').addEventListener('input', still(() => go(Number($('slider').value))));
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
  readTheme();
  if (!run.steps.length) {
    fillHead();
    $('now').textContent = run.isHost ? 'The code has touched none of its arrays.' : 'No kernel has touched any memory.';
    for (const box of [$('stage'), $('table'), document.querySelector('.dock'), document.querySelector('.legend')]) box.hidden = true;
    return;
  }
  if (run.warpsShown() <= 2) state.by = $('by').value = 'lane';
  if (run.isHost) hideForHost();
  fillHead();
  mine = makeArrays(run, $('mine'));
  $('slider').max = run.steps.length - 1;
  $('mistake').hidden = !run.mistakes.length;
  $('compare').hidden = !other || !other.steps.length || run.who !== 'yours';
  listen();
  if (run.mistakes.length) jump(true);
  else draw();
}
begin();
