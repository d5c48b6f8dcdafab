/* How pages are made: elements with text in them. Nothing that a page shows is ever read as markup. */
const SVG = new Set(['svg', 'line', 'text', 'rect', 'path']);

/* h('p.note', { id: 'shown' }, 'text', element, [more]): attributes may be left out; '', false and null are no
   children. */
export function h(name, ...parts) {
  const [tag, ...classes] = name.split('.'),
    e = SVG.has(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  if (classes.length) e.setAttribute('class', classes.join(' '));
  if (parts[0]?.constructor === Object)
    for (const [key, value] of Object.entries(parts.shift())) e.setAttribute(key, value);
  e.append(
    ...parts
      .flat(Infinity)
      .filter((part) => part || part === 0)
      .map((part) => (typeof part === 'object' ? part : String(part))),
  );
  return e;
}

export const data = JSON.parse(document.getElementById('run').textContent);

/* Puts a page together; the script and its data stay where they are. */
export function show(title, ...parts) {
  document.title = title;
  document.body.append(...parts);
}

export const header = (crumb, title, about, more) =>
  h('header', h('div.titles', h('p.crumb', crumb), h('h1', title), about && h('p.case', about)), more);

export const section = (id, title, kind, ...parts) =>
  h(`section.${kind}`, { id, 'aria-labelledby': `${id}-title` }, h('h2', { id: `${id}-title` }, title), parts);

/* A table that may be wider than its column. */
export const scroll = (label, table, kind = 'scroll') =>
  h(`div.${kind}`, { tabindex: 0, role: 'region', 'aria-label': label }, table);

/* Its columns by their names; a name that begins with # is of numbers. */
export function table(names, rows) {
  const kinds = names.map((name) => (name[0] === '#' ? '.number' : ''));
  return h(
    'table',
    h(
      'thead',
      h(
        'tr',
        names.map((name, i) => h(`th${kinds[i]}`, name.replace('#', ''))),
      ),
    ),
    h(
      'tbody',
      rows.map((row) =>
        h(
          'tr',
          row.map((cell, i) => h(`td${kinds[i]}`, cell)),
        ),
      ),
    ),
  );
}

export const numbers = (...tables) => h('details', h('summary', 'The numbers'), tables);

/*
 * Words.
 */
export const labNumber = (lab = '') => lab.slice(0, 2);
export const labName = (lab = '') => lab.replaceAll('_', ' ');
export const some = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
export const pageOf = (folder, id) => `${folder}/${id.replace(/[%?#\\]/g, encodeURIComponent)}.html`;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/* "20 Nov 2026, 18:05 UTC" of "2026-11-20T18:05:00Z"; other text as it is. */
export function timeWords(text) {
  const [, year, month, day, clock] = /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d):\d\dZ$/.exec(text) || [];
  return year ? `${Number(day)} ${MONTHS[month - 1]} ${year}, ${clock} UTC` : text;
}

export const graded = (text) => (text ? h('time', { datetime: text }, `Graded ${timeWords(text)}. `) : '');

/* "Changed by Prof. Lind: another way, and a right one" */
export const changed = ({ by, comment }) => `Changed${by ? ` by ${by}` : ''}${comment ? `: ${comment}` : ''}`;
