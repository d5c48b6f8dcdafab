/* Who waits for a person, and whose clock says when something was handed in. */
import { data, h, labNumber, scroll, section } from '../dom.js';
import { codeLink, link } from './links.js';
import { nameOf, students } from './model.js';

const row = (s, verdict, where, why) =>
  h(
    'tr',
    h('th', { scope: 'row' }, link(s)),
    h('td', h('span.verdict.bad', verdict)),
    h('td', where),
    h('td.message', { dir: 'ltr' }, why, verdict !== 'LOOK' && [' ', codeLink(s, 'Read the code')]),
  );

/* Stages of one lab, one behind the other, that a person has to look at for the same reason, are one row. */
function stageRows(s) {
  const groups = [];
  for (const stage of s.stages) {
    const last = groups.at(-1)?.[0];
    if (last && last.column.lab === stage.column.lab && last.verdict === stage.verdict && last.why === stage.why)
      groups.at(-1).push(stage);
    else groups.push([stage]);
  }
  return groups
    .filter(([first]) => first.why !== undefined)
    .map((group) =>
      row(
        s,
        group[0].verdict,
        group.length > 1 ? `lab ${labNumber(group[0].column.lab)}, ${group.length} stages` : nameOf(group[0].column),
        group[0].why,
      ),
    );
}

function rowsOf(s) {
  const rows = s.remark ? [row(s, 'LOOK', 'who and when', s.remark)] : [];
  if (s.state === 'absent') return rows;
  if (s.state === 'refused' || !s.read) return [...rows, row(s, s.read ? 'REJ' : 'IE', 'all of it', s.message)];
  return [
    ...rows,
    ...s.dear.map((one) =>
      row(
        s,
        'TIME',
        `lab ${labNumber(one.lab)}`,
        `it worked ${one.times} times as long as the solution. Read what it does in that time`,
      ),
    ),
    ...stageRows(s),
  ];
}

const SIGNS =
  "REJ: refused before anything of it ran. IE: the grader's own fault, so grade again. CHEAT?, or another verdict " +
  'with this sign: the code may avoid the work, so read it. TIME: it worked much longer ' +
  'than the solution. LOOK: it is not clear who handed it in, or when. No student is told of such a sign.';
const NONE =
  'No submission was refused, none looks like cheating, none worked much longer than the solution, and the ' +
  'grader made no fault of its own.';
const LOOKED_FOR =
  'The signs are: functions that can do the work instead (by their names), another method (by the counts of ' +
  'kernels and host), code that changes the checks, and the same words in two files. Nothing here shows code that ' +
  'somebody else wrote, or other work that no count shows. Read the code then, and ask the student.';

export function attention() {
  const remarks = data.remarks || [],
    rows = students.flatMap(rowsOf),
    any = remarks.length + rows.length > 0;
  const head = h(
    'thead',
    h(
      'tr',
      ['Student', 'Verdict', 'Where', 'Why'].map((name) => h('th', name)),
    ),
  );
  return section(
    'attention',
    any ? 'Waits for you' : 'Nothing waits for you',
    any ? 'alarm' : 'calm',
    h('p.note', any ? SIGNS : NONE),
    h('p.note', LOOKED_FOR),
    h(
      'ul',
      remarks.map((text) => h('li', text)),
    ),
    rows.length > 0 && scroll('Who waits for you', h('table', head, h('tbody', rows))),
  );
}

const CLOCKS = {
  student:
    "the dates of the students' own files and commits, as the rubric wants it. A student can set them to any time.",
  entry: 'the date of the entry in SUBMISSIONS. Whoever put it there has set it. A copy has the date of the copying.',
  seen: 'the first run that saw the submission, since the date of its entry cannot be true.',
  roster: 'the column submitted of the roster.',
  arrivals: 'the list ARRIVALS.',
  name: 'the name that the LMS gave the entry.',
  lms: 'the dates of the files that the LMS wrote.',
};

export function times() {
  const count = (clock) => students.filter((s) => s.state !== 'absent' && s.clock === clock).length,
    loud = count('student') + count('seen') > 0;
  const lines = Object.entries(CLOCKS).map(
    ([clock, words]) => count(clock) > 0 && h('li', `${count(clock)} by ${words}`),
  );
  return (
    data.due &&
    section(
      'times',
      loud ? 'Whose clock: some times can be set by students' : 'Whose clock',
      loud ? 'alarm.lines' : 'lines',
      h('p.note', 'Days late are counted by these clocks.'),
      h('ul', lines),
    )
  );
}
