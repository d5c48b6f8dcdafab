/* The page of a viva: three questions, and the code that they are about. */
import { paint } from '../paint.js';
import { short } from '../profile/words.js';

const $ = (id) => document.getElementById(id);
const data = JSON.parse($('run').textContent);

function make(tag, properties = {}, ...children) {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...children);
  return e;
}

/* What a line does: the first number, and on a wide screen one more. */
const NAMES = [
  ['barriers', 'barrier'],
  ['atomics', 'atomic'],
  ['diverges', 'divergence'],
  ['conflicts', 'conflict'],
  ['reads', 'read'],
  ['writes', 'write'],
];
const said = (c) =>
  NAMES.filter(([key]) => c?.[key])
    .slice(0, 2)
    .map(([key, name], i) =>
      make('span', {
        className: i ? 'more' : '',
        textContent: `${i ? ', ' : ''}${short(c[key])} ${name}${c[key] === 1 ? '' : 's'}`,
      }),
    );

function link(line) {
  return make('a', { href: `#line-${line}`, textContent: `line ${line}` });
}

/* A step is all lines from one to another. */
function where(q) {
  const p = make('p', { className: 'where' });
  q.lines.forEach((line, i) => p.append(i ? (q.kind === 'step' ? ' to ' : ', ') : '', link(line)));
  return p;
}

function question(q) {
  const listen = make(
    'ul',
    {},
    ...q.listen.map((text) =>
      make('li', {}, text.includes('\n') ? make('pre', { textContent: text, tabIndex: 0 }) : text),
    ),
  );
  return make(
    'li',
    {},
    make('p', { className: 'asked', textContent: q.text }),
    where(q),
    make('details', {}, make('summary', { textContent: 'What a good answer holds' }), listen),
  );
}

function row(text, line, marked) {
  const code = make('code'),
    f = data.functions.find((own) => own.from === line);
  paint(text, code);
  const step = f ? make('span', { className: 'step', textContent: `step ${f.steps.join(', ')}` }) : '';
  return make(
    'tr',
    { id: `line-${line}`, className: marked ? 'marked' : '' },
    make('th', { scope: 'row', className: 'number', textContent: line }),
    make('td', { className: 'does' }, ...said(data.counts[line])),
    make('td', { className: 'line' }, code, step),
  );
}

const isAsked = (line) =>
  data.questions.some((q) => q.lines.includes(line) || (q.kind === 'step' && line >= q.lines[0] && line <= q.lines[1]));

$('crumb').textContent = data.title;
$('title').textContent = document.title = `Viva: ${data.student}`;
$('case').textContent = `${data.points} of ${data.most} points`;
$('trace').hidden = !data.trace;
if (data.trace) $('trace').href = encodeURIComponent(data.trace);
$('questions')
  .querySelector('ol')
  .append(...data.questions.map(question));
$('questions-title').textContent =
  data.questions.length === 3
    ? 'Three questions'
    : `${data.questions.length} question${data.questions.length === 1 ? '' : 's'}`;
$('stages').append(
  ...data.stages.map((s) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row', className: 'number', textContent: s.stage }),
      make('td', { textContent: s.title }),
      make(
        'td',
        {},
        make('span', { className: `verdict ${s.verdict === 'OK' ? 'good' : 'bad'}`, textContent: s.verdict }),
      ),
    ),
  ),
);
$('source-title').textContent = data.path;
$('rows').append(...data.source.split('\n').map((text, i) => row(text, i + 1, isAsked(i + 1))));
document.documentElement.dataset.ready = data.questions.length;
