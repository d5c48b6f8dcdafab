/* The class's page. */
import { data, graded, h, header, show, some } from '../dom.js';
import { similar } from '../look-alikes/list.js';
import { attention, times } from './attention.js';
import { columns, labs, students } from './model.js';
import { effort, kinds, moves, outliers, scoresPart, stages, tiles } from './parts.js';
import { roll } from './roll.js';

const title = data.assignment || 'The class',
  about = [
    `${some(students.length, 'student')}, ${some(columns.length, 'stage')} of ${some(labs.length, 'lab')}.`,
    ' ',
    graded(data.graded),
    data.sandbox?.length > 0 && ` Sandbox: ${data.sandbox.join(', ')}.`,
  ];

show(
  `Class: ${data.assignment || 'Sortlab'}`,
  header('Sortlab · class', title, about),
  h(
    'main',
    tiles(),
    attention(),
    times(),
    h('div.pair', scoresPart(), kinds()),
    stages(),
    effort(),
    outliers(),
    similar(data.similarity, 'feedback'),
    moves(),
    roll(),
  ),
);
