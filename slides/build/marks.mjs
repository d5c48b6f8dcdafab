/*
 * The marks of a deck's slides: who a slide is for, how long it takes, and what the speaker says.
 * slides/README.md has the marks.
 */
const MARK = /<!--\s*(minutes|for)\s*:\s*(.*?)\s*-->[ \t]*\n?/gi;
const COMMENT = /<!--([^]*?)-->\n?/g;
const KINDS = ['exercise', 'answer', 'break'];
const WITHOUT_BREAK = 45; // minutes that a class listens
const AFTER = '<!-- _class: lead -->\n# After the deadline\nThe reference solution, slide by slide.\n';
const AT_WORK = (page) => `\n[The solution at work, access by access](${page})\n`;

const titleOf = (text) => /^#+ +(.*)$/m.exec(text)?.[1] ?? '';
const take = (minutes) => `${minutes} minute${minutes === 1 ? '' : 's'}`;

/* One slide as it is written: its marks, and its text with all comments in it. */
function slideOf(raw, line) {
  const marks = Object.fromEntries([...raw.matchAll(MARK)].map(([, name, value]) => [name.toLowerCase(), value]));
  const classes = /<!--\s*_class:([\w ]*)-->/.exec(raw)?.[1].split(' ') ?? [];
  const kind = KINDS.find((name) => classes.includes(name));
  return { line, raw, kind, audience: marks.for ?? '', given: marks.minutes, minutes: Number(marks.minutes) || 0 };
}

/* The front matter of a deck, and its slides, each with the line where it begins. */
export function slidesOf(text) {
  const [, head, body] = /^(---\n[^]*?\n---\n)([^]*)$/.exec(text) ?? ['', '', text];
  let line = head.split('\n').length;
  const slides = body.split(/^---\n/m).map((raw) => {
    const slide = slideOf(raw, line);
    line += raw.split('\n').length;
    return slide;
  });
  return { head, slides };
}

/* A lecture is what is shown before the deadline. The other slides show what students have to write. */
export const isSolution = (slide) => slide.audience === 'instructor' && slide.kind !== 'answer';
const sum = (slides) => slides.reduce((all, slide) => all + slide.minutes, 0);
export const minutesOf = (slides) => sum(slides.filter((slide) => !isSolution(slide)));

/* What is wrong with a slide: the first that holds. */
const FAULTS = [
  [
    ({ raw }) => raw.split('<!--').length !== raw.split('-->').length,
    () => 'a comment on this slide does not end. Close it with -->',
  ],
  [
    ({ given }) => given === undefined,
    () => 'this slide has no minutes. Write how long it takes, as in <!-- minutes: 3 -->',
  ],
  [({ given }) => !/^[1-9]\d?$/.test(given), ({ given }) => `minutes are whole numbers from 1 to 99, not "${given}"`],
  [
    ({ audience }) => !['', 'students', 'instructor'].includes(audience),
    ({ audience }) => `a slide is for students or for the instructor, not for "${audience}"`,
  ],
  [
    ({ kind }, next) => kind === 'exercise' && next?.kind !== 'answer',
    () => 'no answer follows this exercise. Put a slide with <!-- _class: answer --> behind it',
  ],
  [
    ({ kind, audience }) => kind === 'answer' && audience !== 'instructor',
    () => 'an answer is for the instructor. Write <!-- for: instructor --> on its slide',
  ],
];

/* What is wrong with the marks of a deck, in words. */
export function faultsOf(slides, deck) {
  const found = slides.flatMap((slide, i) => {
    const fault = FAULTS.find(([holds]) => holds(slide, slides[i + 1]));
    return fault ? [`${deck}:${slide.line}: ${fault[1](slide)}`] : [];
  });
  const total = minutesOf(slides),
    broken = slides.some((slide) => slide.kind === 'break');
  if (total <= WITHOUT_BREAK || broken) return found;
  const remedy = 'put a slide with <!-- _class: break --> into its middle';
  return [...found, `${deck}:1: it takes ${total} minutes and has no break; ${remedy}`];
}

/* What a slide shows, of which references are resolved, and its notes. */
function apart({ text, kind, minutes }) {
  const notes = [];
  const shown = text.replace(MARK, '').replace(COMMENT, (comment, inner) => {
    if (/^\s*_class:/.test(inner)) return comment;
    notes.push(inner.trim());
    return '';
  });
  const name = kind && kind[0].toUpperCase() + kind.slice(1);
  const header = kind ? `<!-- _header: "${name}${kind === 'answer' ? '' : ` · ${take(minutes)}`}" -->\n` : '';
  return { shown: header + shown, notes: notes.join('\n\n') };
}

/* The students' deck: no note, no answer, no solution. */
export function forStudents({ head, slides }) {
  const theirs = slides.filter(({ audience }) => audience !== 'instructor');
  return head + theirs.map((slide) => apart(slide).shown).join('\n---\n');
}

/* Notes are plain text: nothing in them is Markdown but lists and `code`. */
function notesPage(notes, number, title) {
  const plain = (text) => text.replace(/[\\*_{}[\]<>#|~$&]/g, '\\$&');
  const text = notes
    .split(/(`[^`\n]*`)/)
    .map((part, i) => (i % 2 ? part : plain(part)))
    .join('');
  return `<!-- _class: notes -->\n<!-- _paginate: hold -->\n## Notes to slide ${number}: ${title}\n\n${text}\n`;
}

/* The instructor's: the lecture with its answers, then the solutions. On paper, notes follow each slide as a page. */
export function forInstructor({ head, slides, trace }, paper) {
  const lecture = slides.filter((slide) => !isSolution(slide)),
    solutions = slides.filter(isSolution);
  const warning =
    'End the lecture before this slide while the lab is open: the slides behind it show lines that ' +
    `students have to write. They take ${take(sum(solutions))}.`;
  const shown = `${AFTER}${trace ? AT_WORK(trace) : ''}\n`;
  const divider = solutions.length ? [{ text: `${shown}<!-- ${warning} -->\n` }] : [];
  let passed = 0;
  const clockOf = (slide) => {
    if (!slide.minutes) return '';
    if (isSolution(slide)) return `After the deadline, ${take(slide.minutes)}.\n\n`;
    passed += slide.minutes;
    return `${take(slide.minutes)}: minute ${passed - slide.minutes} to ${passed} of ${sum(lecture)}.\n\n`;
  };
  const parts = [...lecture, ...divider, ...solutions].flatMap((slide, i) => {
    const { shown, notes } = apart(slide),
      said = clockOf(slide) + notes;
    return paper ? [shown, notesPage(said, i + 1, titleOf(shown))] : [`${shown}\n<!--\n${said}\n-->\n`];
  });
  return head + parts.join('\n---\n');
}
