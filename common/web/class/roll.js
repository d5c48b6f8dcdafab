/* All students, each with a strip that shows every stage; they can be sorted and filtered. */
import { h, labNumber, scroll, section } from '../dom.js';
import { codeLink, link } from './links.js';
import { columns, students } from './model.js';

const CELL = 7,
  LAB_GAP = 5;
const strip = (attributes, ...paths) => h('svg.strip', { ...attributes, height: 16 }, paths);

/* Where each stage's cell begins: labs stand a little apart. */
const places = new Map();
columns.reduce((x, c, i) => {
  const at = x + (i && columns[i - 1].lab !== c.lab ? LAB_GAP : 0);
  places.set(c, at);
  return at + CELL;
}, 0);
const width = columns.length ? places.get(columns.at(-1)) + CELL : CELL;

function stripOf(s) {
  const cells = (passed, shape) =>
    s.stages
      .filter((stage) => !stage.passed === !passed)
      .map((stage) => `M${places.get(stage.column)} ${shape}`)
      .join('');
  const failed = s.stages
      .filter((stage) => !stage.passed)
      .map(({ column }) => `${labNumber(column.lab)}.${column.stage}`),
    into = cells(true, '1h5v14h-5z'),
    out = cells(false, '12h5v3h-5z');
  return strip(
    {
      role: 'img',
      'aria-label':
        `${s.passed} of ${s.stages.length} stages passed` + (failed.length ? `, failed: ${failed.join(', ')}` : ''),
      width,
    },
    into && h('path.in', { d: into }),
    out && h('path.out', { d: out }),
  );
}

const REMARKS = { refused: 'refused', failed: 'not graded' };
const remarkOf = (s) =>
  REMARKS[s.state] || (s.state === 'graded' && s.stages.some((stage) => stage.why !== undefined) && 'look at it');
const ofAll = (n, most) => h('td.number', n, h('span.of', ` / ${most}`));

function rowOf(s) {
  const remark = remarkOf(s),
    tr = h(
      'tr',
      h('th', { scope: 'row' }, link(s), s.name !== s.id && h('span.of', ` ${s.id}`), ' ', codeLink(s, 'code')),
      ofAll(s.score, s.max),
      ofAll(s.passed, s.stages.length),
      h('td', s.judged && s.stages.length > 0 && stripOf(s)),
      h(
        'td.remark-cell',
        remark && h('span.verdict.bad', remark),
        s.state === 'absent' && h('span.note', 'not handed in'),
      ),
    );
  return { tr, s, name: tr.firstChild.textContent, waits: Boolean(remark), share: s.max > 0 ? s.score / s.max : 0 };
}

const rows = students.map(rowOf),
  body = h(
    'tbody',
    rows.map((row) => row.tr),
  ),
  shown = h('p.note', { id: 'shown', role: 'status' });
const find = h('input', { id: 'find', type: 'search', autocomplete: 'off' });
const CHOICES = {
  all: ['all', () => true],
  waits: ['who waits for you', (row) => row.waits],
  below: ['below half of the points', (row) => row.share < 0.5],
  full: ['full marks', (row) => row.share >= 1],
};
const choice = h(
  'select',
  { id: 'show' },
  Object.entries(CHOICES).map(([value, [words]]) => h('option', { value }, words)),
);

function filter() {
  const wanted = find.value.trim().toLocaleLowerCase(),
    [, fits] = CHOICES[choice.value || 'all'];
  for (const row of rows) row.tr.hidden = !fits(row) || !row.name.toLocaleLowerCase().includes(wanted);
  shown.textContent = `${rows.filter((row) => !row.tr.hidden).length} of ${rows.length} shown`;
}

const SORTED = {
  Student: (a, b) => a.name.localeCompare(b.name),
  Score: (a, b) => a.s.score - b.s.score,
  Passed: (a, b) => a.s.passed - b.s.passed,
};

function headOf(name) {
  const numeric = name !== 'Student',
    button = h('button', { type: 'button' }, name),
    th = h(`th.${numeric ? 'number' : 'words'}`, { scope: 'col' }, button);
  button.addEventListener('click', () => sort(th, numeric, SORTED[name]));
  return th;
}

const heads = Object.keys(SORTED).map(headOf);

/* Numbers begin with the greatest, and names with A. Students who are equal stay as they stood in the list. */
function sort(th, numeric, order) {
  const down = th.getAttribute('aria-sort') === (numeric ? 'descending' : 'ascending') ? !numeric : numeric;
  for (const other of heads) other.removeAttribute('aria-sort');
  th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  body.append(...[...rows].sort((a, b) => (down ? order(b, a) : order(a, b))).map((row) => row.tr));
}

export function roll() {
  const key = (kind, d) => strip({ width: 6, 'aria-hidden': true }, h(`path.${kind}`, { d }));
  find.addEventListener('input', filter);
  choice.addEventListener('change', filter);
  filter();
  return section(
    'students',
    'Students',
    'list',
    h(
      'p.note.legend',
      key('in', 'M0 1h5v14h-5z'),
      ' passed, ',
      key('out', 'M0 12h5v3h-5z'),
      " failed. Gaps separate labs. A name leads to the student's own page.",
    ),
    h('div.tools', { id: 'tools' }, h('label', 'Name ', find), h('label', 'Show ', choice), shown),
    scroll(
      'All students',
      h(
        'table',
        { id: 'roll' },
        h(
          'thead',
          h(
            'tr',
            heads,
            h('th.words', { scope: 'col' }, 'Stages'),
            h('th', { scope: 'col' }, h('span.unseen', 'Remark')),
          ),
        ),
        body,
      ),
    ),
  );
}
