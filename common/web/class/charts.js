/* Charts that fit their column: places in percent, heights and letters in pixels. */
import { h } from '../dom.js';

const ROW = 40,
  BAR_TOP = 21,
  BAR = 10,
  AXIS = 22,
  LETTERS = 32,
  BOLDER = 5; // LETTERS: what has room beside the number in the narrowest column
const PLOT_TOP = 36,
  PLOT = 180,
  PLOT_BOTTOM = PLOT_TOP + PLOT;

const share = (x) => `${x.toFixed(2)}%`;
const chart = (alternative, height, ...parts) =>
  h('svg.chart', { role: 'img', 'aria-label': alternative, width: '100%', height }, parts);
const line = (kind, x1, x2, y1, y2) => h(`line.${kind}`, { x1, x2, y1, y2 });
const words = (kind, x, y, anchor, text) => h(`text.${kind}`, { x: share(x), y, 'text-anchor': anchor }, text);
const rect = (kind, x, y, width, height, rx) => h(`rect.${kind}`, { x, y, width, height, rx });
const anchorAt = (x, margin = 4) => (x < margin ? 'start' : x > 100 - margin ? 'end' : 'middle');

/* From 0 to most in at most four steps of 1, 2, 5, 10, 20, 50 ... */
function steps(most) {
  let step = 1;
  for (let i = 1; most > 4 * step; i++) step = [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/* Cut where it would run into the number; the table has it whole. */
function cut(label, mark) {
  const letters = [...label],
    room = LETTERS - (mark ? mark.length + 3 + BOLDER : 0);
  return `${letters.slice(0, room).join('')}${letters.length > room ? '…' : ''}${mark ? ` · ${mark}` : ''}`;
}

function bar({ label, number, value, mark }, top, most) {
  const marked = mark ? '.marked' : '';
  return [
    words(`label${marked}`, 0, top + 15, 'start', cut(label, mark)),
    words('label.number', 100, top + 15, 'end', number),
    rect('track', 0, top + BAR_TOP, '100%', BAR, 2),
    rect(`bar${marked}`, 0, top + BAR_TOP, share((100 * value) / most), BAR, 2),
  ];
}

/* Bars {label, number, value, mark: why it stands out} from 0 to most, with an axis below; the unit is "%" or "". */
export function bars(alternative, all, most, unit) {
  const bottom = all.length * ROW;
  const grid = steps(most).map((value) => [
    line('grid', share((100 * value) / most), share((100 * value) / most), 6, bottom),
    words('tick', (100 * value) / most, bottom + 16, anchorAt((100 * value) / most), `${value}${unit && ` ${unit}`}`),
  ]);
  return chart(
    alternative,
    bottom + AXIS,
    grid,
    all.map((one, i) => bar(one, i * ROW, most)),
  );
}

/* Ten columns for 0 to 100 percent, and a line at the median. Numbers of students are the axis, inside of the plot. */
export function tenths(alternative, counts, median) {
  const most = Math.max(1, ...counts);
  const grid = steps(most).map((value) => {
    const y = PLOT_BOTTOM - Math.floor((PLOT * value) / most);
    return [line(value ? 'grid' : 'base', '0', '100%', y, y), value > 0 && words('tick', 0, y - 4, 'start', value)];
  });
  const columns = counts.map((count, i) => {
    const height = Math.max(3, Math.floor((PLOT * count) / most));
    return (
      count && [
        rect('bar', share(10 * i + 0.7), PLOT_BOTTOM - height, '8.6%', height, 3),
        words('count', 10 * i + 5, PLOT_BOTTOM - height - 6, 'middle', count),
      ]
    );
  });
  const axis = Array.from({ length: 11 }, (_, i) =>
    words(i % 2 ? 'tick.odd' : 'tick', 10 * i, PLOT_BOTTOM + 18, anchorAt(10 * i), 10 * i),
  );
  return chart(
    alternative,
    PLOT_BOTTOM + 46,
    grid,
    columns.filter(Boolean),
    axis,
    words('tick', 50, PLOT_BOTTOM + 38, 'middle', 'score, in percent of all points'),
    line('median', share(median), share(median), 16, PLOT_BOTTOM),
    words('label.marked', median, 11, anchorAt(median, 12), `median ${median} %`),
  );
}
