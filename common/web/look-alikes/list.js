/* Groups of files that look alike: who is in them, and their list. */
import { h, labName, labNumber, pageOf, scroll, section } from '../dom.js';

/* A member of this class has a name, and a page in this folder. */
function member(m, feedback) {
  const who = m.origin === 'reference' ? h('b', 'the reference solution') : h('bdi', m.name || m.shown || m.student);
  return [
    m.name ? h('a', { href: pageOf(feedback, m.student) }, who) : who,
    m.origin === 'earlier' && h('b', ' (an earlier year)'),
  ];
}

const joined = (all, between) => all.map((one, i) => [i > 0 && between, one]);
export const members = (file, feedback) =>
  joined(
    file.members.map((m) => member(m, feedback)),
    ', ',
  );
export const howAlike = (group) => (group.identical ? 'the same bytes' : `${group.percent} % alike`);

const row = (group, feedback, to) =>
  h(
    'tr',
    h('td.how', h('a', { href: to }, howAlike(group))),
    h('td.lab', labName(group.lab)),
    h(
      'td',
      joined(
        group.files.map((file) => members(file, feedback)),
        '; ',
      ),
    ),
  );

function note(found) {
  if (!found || found.skipped) return `Nothing was compared${found?.skipped ? `: ${found.skipped}` : ''}.`;
  return (
    `${found.compared} files were compared, with each other and with the reference solutions. Code that ` +
    `the skeleton has does not count. Names, numbers, types, layout and the order of functions do not count ` +
    `either. Files are in a group if ${found.threshold} % or more of the shorter file is also in the other ` +
    `one. A semicolon divides files that differ. Two honest solutions of a short step can be alike too: read ` +
    `both files before you speak to anybody.`
  );
}

const leftOut = (all) =>
  h(
    'details',
    h('summary', `${all.length} left out`),
    h(
      'ul',
      all.map((one) =>
        h(
          'li',
          h('bdi', one.shown || one.student),
          one.origin === 'earlier' && ' (an earlier year)',
          one.lab && `, lab ${labNumber(one.lab)}`,
          `: ${one.why}`,
        ),
      ),
    ),
  );

/* FEEDBACK is the way to students' pages; beside them lie the pages of the groups, unless this is their own folder. */
export function similar(found, feedback) {
  const groups = found?.groups || [],
    left = found?.left_out || [],
    own = feedback !== 'feedback';
  const head = h(
      'thead',
      h(
        'tr',
        ['Files', 'Lab', 'Who'].map((name) => h('th', name)),
      ),
    ),
    rows = groups.map((group) => row(group, feedback, own ? group.page.split('/').pop() : group.page));
  return section(
    'similar',
    'Files that look alike',
    'list',
    h('p.note', note(found)),
    groups.length > 0 && scroll('Groups that look alike', h('table.groups', head, h('tbody', rows)), 'scroll.tall'),
    found && !found.skipped && !groups.length && h('p', 'No two are.'),
    left.length > 0 && leftOut(left),
  );
}
