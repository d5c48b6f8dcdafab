/**
 * @file
 * @brief Three of all questions, drawn by who the student is: the same ones each time.
 */
import { createHash } from 'node:crypto';

const ASKED = 3;

/* A place in a shuffled list: of the student, the lab and the thing itself. */
const rank = (seed, thing) => createHash('sha256').update(`${seed}\n${thing}`).digest('hex');
const shuffled = (seed, list, name) =>
  list
    .map((x) => [rank(seed, name(x)), x])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, x]) => x);

/* The kinds in an order of the student's own, and of each kind one question. */
function oneOfEach(seed, questions) {
  const kinds = shuffled(seed, [...new Set(questions.map((q) => q.kind))], (kind) => kind);
  return kinds.map(
    (kind) =>
      shuffled(
        seed,
        questions.filter((q) => q.kind === kind),
        (q) => q.text,
      )[0],
  );
}

/** The failure first; then two that were measured, and one about the text; no two about the same lines. */
export function draw(student, lab, { failure, measured, read }) {
  const seed = `${student}\n${lab}`,
    of = { measured: oneOfEach(seed, measured), read: oneOfEach(seed, read) };
  const drawn = [...failure],
    lines = new Set(),
    rest = [...shuffled(seed, measured, (q) => q.text), ...shuffled(seed, read, (q) => q.text)];
  for (const q of [
    ...of.measured.slice(0, 2),
    ...of.read.slice(0, 1),
    ...of.measured.slice(2),
    ...of.read.slice(1),
    ...rest,
  ]) {
    if (drawn.length === ASKED) break;
    if (drawn.includes(q) || (q.lines.length && lines.has(q.lines[0]))) continue;
    lines.add(q.lines[0]);
    drawn.push(q);
  }
  return drawn;
}
