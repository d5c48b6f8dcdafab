/* The class: its students with their stages, and the stages as the whole class has them. */
import { data, labNumber } from '../dom.js';

/* Columns in the order of labs; tried and passed count students. */
const all = data.columns.map((c) => ({ title: '', ...c, tried: 0, passed: 0 }));
export const columns = [...all].sort((a, b) => (a.lab < b.lab ? -1 : a.lab > b.lab ? 1 : a.stage - b.stage));

/* A stage of a student: [column, passed], of one that failed the verdict and its kind, and why a person has to look. */
function stageOf([at, passed, verdict = 'OK', kind = '', why], judged) {
  const column = all[at],
    counts = judged && verdict !== 'IE';
  column.tried += counts;
  column.passed += counts && passed;
  return { column, passed, verdict, kind, why, counts };
}

export const students = data.students.map((s) => {
  const judged = s.state === 'graded' || s.state === 'failed',
    stages = s.stages.map((cell) => stageOf(cell, judged));
  const share = s.max > 0 ? Math.min(100, Math.floor((100 * Math.max(0, s.score)) / s.max)) : 0;
  return { ...s, stages, share, judged, passed: stages.filter((stage) => stage.passed).length };
});

export const labs = [...new Set(columns.map((c) => c.lab))];
export const of = (id) => students.find((s) => s.id === id);
export const nameOf = (c) => `lab ${labNumber(c.lab)}, stage ${c.stage}: ${c.title}`;
export const percent = (part, whole) => (whole ? Math.floor((200 * part + whole) / (2 * whole)) : 0);

/* Shares of the points, in percent, ascending, of those who were graded. */
export const scores = students
  .filter((s) => s.state === 'graded')
  .map((s) => s.share)
  .sort((a, b) => a - b);

/* The score that so many quarters of all lie below. */
export function quarter(quarters) {
  const at = ((scores.length - 1) * quarters) / 4,
    low = scores[Math.floor(at)] || 0,
    high = scores[Math.ceil(at)] || 0;
  return low + Math.floor(((high - low) * 4 * (at % 1) + 2) / 4);
}

/* Failures of one column, or of all, by what hints are chosen by, the commonest first: {name, stages, students}. */
export function kindsOf(column) {
  const kinds = new Map();
  for (const s of students) {
    const failed = s.stages.filter((stage) => stage.counts && !stage.passed && (!column || stage.column === column)),
      own = new Set();
    for (const { kind } of failed) {
      const known = kinds.get(kind) || { name: kind, stages: 0, students: 0 };
      known.stages++;
      known.students += !own.has(kind);
      own.add(kind);
      kinds.set(kind, known);
    }
  }
  return [...kinds.values()].sort((a, b) => b.stages - a.stages || (a.name < b.name ? -1 : 1));
}

/* Of the stages that at least two tried; nothing where all passed. */
export const hardest = columns
  .filter((c) => c.tried > 1 && c.passed < c.tried)
  .reduce((worst, c) => (worst && c.passed * worst.tried >= worst.passed * c.tried ? worst : c), null);
