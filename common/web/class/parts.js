/* How scores and failures lie, how students got there, who does not go with the rest, and whose grade moved. */
import { data, h, labName, labNumber, numbers, scroll, section, table, timeWords } from '../dom.js';
import { bars, tenths } from './charts.js';
import { link } from './links.js';
import { columns, hardest, kindsOf, labs, nameOf, of, percent, quarter, scores, students } from './model.js';

const sum = (all, key) => all.reduce((n, one) => n + one[key], 0);

export function tiles() {
  const n = scores.length,
    full = scores.filter((score) => score === 100).length,
    tried = sum(columns, 'tried'),
    passed = sum(columns, 'passed');
  const tile = (what, value, note) => h('div.tile', h('dt', what), h('dd', h('span.big', value), h('span.note', note)));
  return h(
    'dl.tiles',
    tile('Graded', n, `of ${students.filter((s) => s.state !== 'absent').length} that handed in`),
    tile('Median score', `${quarter(2)} %`, `half of all lie from ${quarter(1)} to ${quarter(3)} %`),
    tile('Full marks', full, `${percent(full, n)} % of those graded`),
    tile('Stages passed', `${percent(passed, tried)} %`, `${passed} of ${tried} tries`),
  );
}

export function scoresPart() {
  const counts = Array.from(
    { length: 10 },
    (_, i) => scores.filter((score) => Math.min(9, Math.floor(score / 10)) === i).length,
  );
  const range = (i) => `${10 * i} to ${i === 9 ? 100 : 10 * i + 9} %`,
    fullest = counts.indexOf(Math.max(...counts)),
    n = scores.length,
    median = quarter(2);
  const alternative =
    `How many students have which score: ${n} graded, median ${median} %, from ${scores[0]} ` +
    `to ${scores[n - 1]} %; most, ${counts[fullest]}, have ${range(fullest)}.`;
  return section(
    'scores',
    'Scores',
    'figure',
    h('p.note', 'Students by their score, in steps of 10 %.'),
    n > 0 && tenths(alternative, counts, median),
    numbers(
      table(
        ['Score', '#Students', '#Share'],
        counts.map((count, i) => [range(i), count, `${percent(count, n)} %`]),
      ),
    ),
  );
}

const MOST_KINDS = 7;

export function kinds() {
  const all = kindsOf(),
    [first] = all;
  const chart =
    first &&
    bars(
      `Failed stages by kind: the commonest is ${first.name} with ${first.stages}, of ${all.length} kinds in all.`,
      all.slice(0, MOST_KINDS).map((kind) => ({ label: kind.name, number: kind.stages, value: kind.stages })),
      first.stages,
      '',
    );
  return section(
    'kinds',
    'Kinds of failure',
    'figure',
    h('p.note', first ? 'Failed stages by what failed. Hints are chosen by the same kinds.' : 'No stage failed.'),
    chart,
    first &&
      numbers(
        table(
          ['Kind', '#Stages', '#Students'],
          all.map((kind) => [kind.name, kind.stages, kind.students]),
        ),
      ),
  );
}

/*
 * Stages.
 */
function lead() {
  if (!hardest)
    return h(
      'p.lead',
      columns.length ? 'Everybody passes every stage, or there are too few to compare.' : 'No stage was graded.',
    );
  const [kind] = kindsOf(hardest),
    why = kind ? `. Most failures are “${kind.name}”` : '';
  return h(
    'p.lead',
    'The hardest is ',
    h('b', nameOf(hardest)),
    `. ${hardest.passed} of ${hardest.tried} pass it, ${percent(hardest.passed, hardest.tried)} %${why}.`,
  );
}

function labChart(lab) {
  const own = columns.filter((c) => c.lab === lab);
  const all = own.map((c) => ({
    label: `${c.stage} ${c.title}${c.hidden ? ' (hidden)' : ''}`,
    value: percent(c.passed, c.tried),
    number: `${percent(c.passed, c.tried)} %`,
    mark: c === hardest && 'hardest',
  }));
  return h(
    'div.lab-chart',
    h('h3', labName(lab)),
    bars(
      `How many pass each stage of lab ${labName(lab)}: ${percent(sum(own, 'passed'), sum(own, 'tried'))} % ` +
        `over all ${own.length} stages.`,
      all,
      100,
      '%',
    ),
  );
}

export function stages() {
  const rows = columns.map((c) => [
    labNumber(c.lab),
    c.stage,
    c.title,
    c.tried,
    c.passed,
    `${percent(c.passed, c.tried)} %`,
    kindsOf(c)[0]?.name,
  ]);
  return section(
    'stages',
    'Who passes what',
    'figure',
    lead(),
    h('div.lab-charts', labs.map(labChart)),
    numbers(
      scroll(
        'Passed stages, in numbers',
        table(['Lab', '#Stage', 'What', '#Tried', '#Passed', '#Share', 'Commonest failure'], rows),
      ),
    ),
  );
}

/*
 * How long each stage took, which hints were read, and what that says for next year.
 */
const FEWEST = 4; // students, before a figure says something of a course

function adviceOn(stage, slowest) {
  const { tried, solved, hints } = stage,
    say = (text) => h('li', h('b', `Lab ${labNumber(stage.lab)}, stage ${stage.stage}, ${stage.title}: `), text);
  if (tried < FEWEST) return [];
  return [
    stage === slowest && say('it took the median student longest. Give it time in the lecture, or an office hour.'),
    2 * hints[2] >= tried &&
      say('half of those who tried read the last hint. The step may be too large, or its task unclear.'),
    4 * solved < 3 * tried &&
      say('more than a quarter of those who tried did not solve it. See which failure is the commonest.'),
  ].filter(Boolean);
}

export function effort() {
  const { students: n, stages: all } = data.effort || {},
    tried = n ? all.filter((stage) => stage.tried) : [];
  if (!n) return null;
  const slowest = tried
    .filter((stage) => stage.tried >= FEWEST && stage.minutes)
    .reduce((most, stage) => (most && most.minutes >= stage.minutes ? most : stage), null);
  const said = tried.flatMap((stage) => adviceOn(stage, slowest)),
    names = [
      'Lab',
      '#Stage',
      'What',
      '#Tried',
      '#Solved',
      '#Tries',
      '#Minutes',
      '#Slow quarter',
      '#Hint 1',
      '#Hint 2',
      '#Hint 3',
    ];
  const rows = tried.map((stage) => [
    labNumber(stage.lab),
    stage.stage,
    stage.title,
    stage.tried,
    stage.solved,
    stage.tries,
    stage.minutes,
    stage.most_minutes,
    ...stage.hints,
  ]);
  return section(
    'effort',
    'How they got there',
    'figure',
    h(
      'p.note',
      `${n} handed in the file in which the kit keeps their progress. They could change it. Tries and minutes ` +
        `are the median student's. Minutes count between checks of one sitting.`,
    ),
    scroll('Tries, minutes and hints of each stage', table(names, rows)),
    h('h3', 'For next year'),
    h('ul', said.length ? said : h('li', 'No stage stands out, or too few students tried it.')),
  );
}

/*
 * Outliers. With fewer than LEAST students "the rest" says nothing.
 */
const LEAST = 8,
  MOST_LISTED = 20,
  EASY = 90,
  HARD = 30;

/* By Tukey's rule: further than one and a half times the middle half is wide from that half. */
function farOff({ share }) {
  const low = quarter(1),
    high = quarter(3),
    reach = 3 * (high - low);
  return 2 * (low - share) > reach ? 'far below the rest' : 2 * (share - high) > reach ? 'far above the rest' : '';
}

/* Passes a stage that hardly anybody passes, and fails one that nearly everybody does. */
function uneven(s) {
  const shareOf = (c) => percent(c.passed, c.tried),
    known = s.stages.filter((stage) => stage.column.tried >= LEAST);
  const hard = known.find((stage) => stage.passed && shareOf(stage.column) <= HARD)?.column,
    easy = known.find((stage) => !stage.passed && shareOf(stage.column) >= EASY)?.column;
  return hard && easy
    ? `passes ${nameOf(hard)} (${shareOf(hard)} % do), and fails ${nameOf(easy)} (${shareOf(easy)} % pass it)`
    : '';
}

export function outliers() {
  const found = students
      .filter((s) => s.state === 'graded')
      .map((s) => [s, farOff(s) || uneven(s)])
      .filter(([, why]) => why),
    more = found.length - MOST_LISTED;
  const items =
    scores.length < LEAST
      ? h('li.note', `With fewer than ${LEAST} students nobody is one.`)
      : found.length
        ? found.slice(0, MOST_LISTED).map(([s, why]) => h('li', link(s), `, ${s.share} %: ${why}`))
        : h('li.note', 'There are none.');
  return section(
    'outliers',
    'Outliers',
    'list',
    h(
      'p.note',
      'Scores further from the middle half of all than one and a half times its width. Students, too, who pass ' +
        'stages that at most 30 % pass, and fail stages that 90 % or more pass.',
    ),
    h('ul', items, scores.length >= LEAST && more > 0 && h('li.note', `And ${more} more.`)),
  );
}

const MOVES_MOST = 100;

export function moves() {
  const move = (m) =>
    h(
      'p',
      h('time', { datetime: m.time }, timeWords(m.time)),
      ': ',
      link(of(m.student)),
      `, ${labName(m.lab)}: ${m.from} → ${m.to} points, ${m.why}.`,
    );
  return section(
    'moves',
    'Whose grade moved, and why',
    'list',
    h(
      'p.note',
      `A line for each grade that came out otherwise than in the run before, the newest first. Without a line, ` +
        `no grade has moved. The last ${MOVES_MOST} stand here, and all in history.csv.`,
    ),
    (data.moved || [])
      .slice(-MOVES_MOST)
      .reverse()
      .filter((m) => of(m.student))
      .map(move),
  );
}
