/* The score, as lines that add up to it. Weights make hundredths of points, in which all is counted. */
import { changed, h, labName, section } from '../dom.js';

/* "49.5" of 4950, "−3" of −300 */
const amount = (hundredths) => `${hundredths < 0 ? '−' : ''}${Math.abs(hundredths) / 100}`;

/* A lab's points, so many times as it counts; what hints cost stands in a line for all. */
function labLine(l) {
  const { points = 0, max_points: max = 0, weight_percent: weight = 0 } = l,
    of = l.bonus || l.dropped ? 0 : weight * max;
  if (l.dropped)
    return {
      what: `${labName(l.lab)}, left out as your lowest: ${points} of ${max}`,
      points: 0,
      of,
      dropped: true,
      hints: 0,
    };
  const times = weight === 100 ? '' : `: ${points} × ${amount(weight)}`,
    more = l.on_top ? `, with a bonus of ${l.on_top}` : l.bonus ? ', bonus' : '';
  return { what: `${labName(l.lab)}${times}${more}`, points: weight * points, of, hints: weight * (l.hints || 0) };
}

/* From the sum of all labs to whole points of the course's sum. */
function scaled(sum, of, raw, max) {
  if (raw === sum && max === of) return [];
  const exact = raw * of === sum * max ? '' : ', rounded',
    times = `${amount(sum)} × ${amount(max)} ÷ ${amount(of)}`;
  return [
    { what: 'Together', points: sum, of, total: true },
    {
      what:
        max === Math.floor((of + 50) / 100) * 100
          ? 'To the nearest point'
          : `Scaled to ${amount(max)} points: ${times}${exact}`,
      points: raw,
      of: max,
      total: true,
    },
  ];
}

function linesOf(score) {
  const labs = score.labs.map(labLine),
    sum = (key) => labs.reduce((n, line) => n + line[key], 0),
    hints = sum('hints');
  const lines = hints ? [...labs, { what: 'Hints that were shown', points: -hints }] : labs;
  lines.push(...scaled(sum('points') - hints, sum('of'), 100 * (score.raw || 0), 100 * (score.max || 0)));
  if (score.late) lines.push({ what: score.late, points: -100 * (score.penalty || 0) });
  return [...lines, ...score.adjusted.map((one) => ({ what: changed(one), points: 100 * (one.points || 0) }))];
}

/* Without terms, a line a lab. */
function linesOfStages(stages) {
  const sum = (lab, key) => 100 * stages.reduce((n, s) => n + (s.lab === lab && s[key]), 0);
  return [...new Set(stages.map((s) => s.lab))].map((lab) => ({
    what: labName(lab),
    points: sum(lab, 'points'),
    of: sum(lab, 'max_points'),
  }));
}

const row = (line) =>
  h(
    `tr.${line.total ? 'total' : line.points < 0 ? 'less' : 'more'}`,
    h('th', { scope: 'row' }, line.what),
    h('td.number', line.dropped ? '–' : amount(line.points)),
    h('td.of', line.of > 0 && `of ${amount(line.of)}`),
  );

/* The section; nothing without lines. Lines that do not add up are somebody's fault, and the page says so. */
export function scoreLines(data, score, most) {
  const lines = data.score ? linesOf(data.score) : linesOfStages(data.stages);
  const sum = lines.reduce((n, line) => line.points + (line.total ? 0 : n), 0);
  const wrong =
    sum !== 100 * score &&
    h(
      'tr.less',
      h(
        'td',
        { colspan: 3 },
        `These lines add up to ${amount(sum)}, and not to the score: please tell your instructor.`,
      ),
    );
  const head = h('thead', h('tr', h('th', 'What'), h('th.number', 'Points'), h('th', 'At most')));
  const all = h('tr.sum', h('th', { scope: 'row' }, 'Your score'), h('td.number', score), h('td.of', `of ${most}`));
  return (
    lines.length > 0 &&
    section(
      'score',
      'How the score comes about',
      'lines',
      h('table', h('caption.unseen', 'Lines that add up to the score'), head, h('tbody', lines.map(row), all, wrong)),
    )
  );
}
