/* The code that was graded: each line can be linked to, as `#03-12`. */
import { data, h, header, labName, labNumber, section, show } from '../dom.js';

const lab = (f) =>
  section(
    `lab-${labNumber(f.lab)}`,
    labName(f.lab),
    'lab',
    h('p.note', f.file),
    h(
      'ol.code',
      { dir: 'ltr' },
      f.lines.map((text, i) => h('li', { id: `${labNumber(f.lab)}-${i + 1}` }, h('code', text))),
    ),
    f.more && h('p.note', `and ${f.more} lines more`),
  );

export const code = () =>
  show(
    `Code: ${data.name}`,
    header(data.title || 'Sortlab', ['Code of ', h('bdi', data.name)], 'These are the files that were graded.'),
    h('main', data.files.map(lab)),
  );
