/* A group of files that look alike, pair by pair and side by side; or the list of groups, where no class was graded. */
import { data, h, header, labName, section, show } from '../dom.js';
import { howAlike, members, similar } from './list.js';

const COLOURS = 6,
  FEEDBACK = '../feedback';

/* A, B, ... Z, A1, ... */
const nameOf = (i) => `${String.fromCharCode(65 + (i % 26))}${i < 26 ? '' : Math.floor(i / 26)}`;

/* A line behind its number, and behind the numbers of the runs that begin there, which lead to the same run on the
   other side. */
function line(text, n, runs, pair, side) {
  const other = side === 'a' ? 'b' : 'a',
    run = runs.findLastIndex((r) => n >= r[side][0] && n <= r[side][1]);
  const tags = runs.map(
    (r, i) =>
      r[side][0] === n && h('a.tag', { id: `p${pair}${side}${i + 1}`, href: `#p${pair}${other}${i + 1}` }, i + 1),
  );
  return h(`span.line${run < 0 ? '' : `.r${run % COLOURS}`}`, h('span.n', tags, n), text);
}

function figure(which, runs, pair, side) {
  const file = data.files[which],
    caption = h('figcaption', h('b', `${nameOf(which)}: `), members(file, FEEDBACK));
  if (!file.lines) return h('figure', caption, h('p.note', 'This file is no longer where it was compared.'));
  const lines = file.lines.map((text, i) => line(text, i + 1, runs, pair, side));
  return h(
    'figure',
    caption,
    h(
      'pre.code',
      { tabindex: 0, role: 'region', 'aria-label': 'The file' },
      lines,
      file.more && h('span.line', `... and ${file.more} more lines`),
    ),
  );
}

const beside = ({ a, b, percent, runs }, i) =>
  section(
    `pair${i + 1}`,
    `${nameOf(a)} and ${nameOf(b)}: ${percent} %`,
    'beside',
    !runs.length && h('p.note', 'They repeat the same lines so often that none is marked.'),
    h('div.sides', figure(a, runs, i + 1, 'a'), figure(b, runs, i + 1, 'b')),
  );

function group() {
  const way = h(
    'a',
    { href: data.class ? '../class.html#similar' : 'index.html' },
    data.class ? 'Back to the class' : 'All groups',
  );
  const who = section(
    'who',
    'Who',
    'list',
    h(
      'table',
      h(
        'tbody',
        data.files.map((file, i) => h('tr', h('th', `File ${nameOf(i)}`), h('td', members(file, FEEDBACK)))),
      ),
    ),
    h(
      'p.note',
      'The same number marks the same stretch in both files. A click on it goes to the other file. All files of ' +
        'the group are here, each next to the file that is most like it. Text without a mark differs, or is in ' +
        'the skeleton.',
    ),
  );
  show(
    `Look-alikes: ${labName(data.lab)}`,
    header(way, `Lab ${labName(data.lab)}: ${howAlike(data)}`),
    h(
      'main',
      who,
      data.pairs.length ? data.pairs.map(beside) : section('pair1', 'The file', 'beside', figure(0, [], 1, 'a')),
    ),
  );
}

if (data.files) group();
else show('Files that look alike', header('Sortlab', 'Look-alikes'), h('main', similar(data.similarity, FEEDBACK)));
