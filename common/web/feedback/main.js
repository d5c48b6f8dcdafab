/* A student's page: the score line by line, and for each stage what broke and how to see it again; or the code. */
import { changed, data, graded, h, header, labName, labNumber, section, show, timeWords } from '../dom.js';
import { code } from './code.js';
import { scoreLines } from './score.js';

const SANDBOXES = {
  root: 'the full sandbox, with a keeper of another user (root)',
  rootless: 'a sandbox of namespaces (rootless)',
  reduced: 'a reduced sandbox',
  none: 'no sandbox',
};
const MOST_NAMED = 12;
const judged = data.state === 'graded' || data.state === 'failed';

/*
 * The head, and what adds up to the score.
 */
const score = data.score ? data.score.score : data.points || 0,
  most = data.score ? data.score.max : data.max_points || 0;
const about = () => [
  data.submitted && `Handed in ${timeWords(data.submitted)}. `,
  data.by && `${data.by} handed it in for the group. `,
  graded(data.graded),
  judged && data.sandbox && ` It ran in ${SANDBOXES[data.sandbox] || data.sandbox}.`,
];
const badge = () => h('p.score', h('span.big', score), h('span.of', `of ${most} points`));

const idOf = (s) => `stage-${labNumber(s.lab)}-${s.stage}`;
const verdict = (s) => (s.hidden ? 'failed' : s.verdict);
const failedItem = (s) =>
  h(
    'li',
    h('a', { href: `#${idOf(s)}` }, `${labNumber(s.lab)}.${s.stage} ${s.title}`),
    h('span.note', ` ${verdict(s)}`),
  );

/* What there is to do, before all that is well. */
function failedList() {
  const failed = data.stages.filter((s) => !s.passed),
    more = failed.length - MOST_NAMED;
  return section(
    'failed',
    failed.length ? 'What failed' : 'Everything passed',
    'lines',
    h('p.note', `${data.stages.length - failed.length} of ${data.stages.length} stages passed.`),
    h('ul', failed.slice(0, MOST_NAMED).map(failedItem), more > 0 && h('li.note', `and ${more} more`)),
  );
}

/*
 * A stage.
 */

/* A lab's file as it was handed in, and what the copy of it is called that was graded. */
function namesOf(lab) {
  const { file = '' } = data.labs.find((l) => l.lab === lab) || {},
    name = file.split('/').pop();
  const bare = lab.slice(lab.indexOf('_') + 1),
    ending = /\.[^.]*$/.exec(name)?.[0];
  return ending && bare !== lab ? { file, name, own: bare + ending } : null;
}

/* "atomic_merge.cu:41" in a message becomes "03_atomic_merge.cu, line 41", if that is how it was handed in. */
function placeOf(s) {
  const found = ['cu', 'c', 'h']
      .map((ending) => new RegExp(`(\\w+\\.${ending}):(\\d{1,7})(?!\\d)`).exec(s.message))
      .find(Boolean),
    names = namesOf(s.lab);
  return found ? `${names?.own === found[1] ? names.name : found[1]}, line ${found[2]}; ` : '';
}

const fact = (what, kind, ...parts) => h('div', h('dt', what), h(`dd.${kind}`, parts));
const facts = (s) =>
  h(
    'dl.facts',
    fact('Where', 'plain', placeOf(s), `step ${s.step}: TODO ${s.step} of the file`),
    s.shown &&
      fact(
        'The smallest input that fails',
        'code',
        h('pre', s.shown),
        s.order && h('p.note', `threads in ${s.order} order`),
      ),
    s.repeat && fact('See it again', 'code', h('code', s.repeat)),
    fact(
      'Hint',
      'plain',
      s.class && `kind “${s.class}”: `,
      s.hints && h('code', `make hint LAB=${labNumber(s.lab)} STEP=${s.step}`),
      s.advice && h('p.note', s.advice),
    ),
  );

/* A picture beside the words, for the eye that runs down the list. */
const mark = (passed) =>
  h(
    `svg.mark.${passed ? 'good' : 'bad'}`,
    { viewBox: '0 0 20 20', 'aria-hidden': true },
    h('path', { d: passed ? 'M4 10.5 8.5 15 16 5.5' : 'M5 5l10 10M15 5 5 15' }),
  );
const points = (s) =>
  h(
    'p.points',
    s.passed ? h('span.unseen', 'passed,') : h('span.verdict.bad', verdict(s)),
    ` ${s.points} of ${s.max_points}${s.bonus ? ' on top' : ''}`,
  );

function told(s, before) {
  if (s.hidden) return h('p.note', 'A hidden stage: its inputs are not shown.');
  if (s.passed) return '';
  if (s.message && before && !before.hidden && before.message === s.message)
    return h('p.note', 'For the same reason as the stage before.');
  return [h('p.message', { dir: 'ltr' }, s.message), s.facts && facts(s)];
}

const stage = (s, before) =>
  h(
    `li.stage${s.passed ? '' : '.failed'}`,
    { id: idOf(s) },
    mark(s.passed),
    h('h3', h('span.ordinal', `${s.stage} `), s.title),
    points(s),
    h(
      'div.told',
      told(s, before),
      s.note && h('p.note', s.note),
      s.adjusted && h('p.note', `${changed(s.adjusted)}. The grader gave ${s.adjusted.from || 0}.`),
    ),
  );

/*
 * A lab.
 */
function handedInAs(lab) {
  const names = namesOf(lab);
  return (
    names &&
    h('p.note', 'Your file: ', h('code', names.file), names.own !== names.name && `. Messages call it ${names.own}.`)
  );
}

function labSection(lab) {
  const stages = data.stages.filter((s) => s.lab === lab),
    sum = (all, key) => all.reduce((n, s) => n + s[key], 0);
  const note = data.labs.find((l) => l.lab === lab)?.note;
  return h(
    'section.lab',
    h(
      'div.lab-head',
      h('h2', labName(lab)),
      h(
        'p.points',
        `${sum(stages, 'points')} of ${sum(
          stages.filter((s) => !s.bonus),
          'max_points',
        )} points`,
      ),
    ),
    handedInAs(lab),
    note && h('p.remark', note),
    h(
      'ol.stages',
      stages.map((s, i) => stage(s, stages[i - 1])),
    ),
  );
}

/* What stands above all: a submission that was not graded, or not all of it. */
const NOTICES = {
  refused: ['This submission was refused', 'None of it was run. Hand it in again without what stands here.'],
  failed: [
    'This submission could not be graded',
    "This is the grader's fault and not yours: it will be graded again, and the score below is not the last word.",
  ],
  absent: ['Nothing was handed in'],
};

function notice() {
  const [title, note] = NOTICES[data.state] || [];
  return title && section('state', title, 'alarm', h('p.message', data.message), note && h('p.note', note));
}

function feedback() {
  const lines = judged && scoreLines(data, score, most),
    labs = [...new Set(data.stages.map((s) => s.lab))];
  show(
    `Feedback: ${data.name}`,
    header(data.title || 'Sortlab', h('bdi', data.name), about(), data.stages.length > 0 && badge()),
    h('main', notice(), lines && h('div.pair', lines, failedList()), judged && labs.map(labSection)),
    h(
      'footer',
      h(
        'p',
        "Type the commands in the kit's folder, with your files in labs/. A place is counted from 0, a line of " +
          'a file from 1.',
      ),
    ),
  );
}

if (data.files) code();
else feedback();
