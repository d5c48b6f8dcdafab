/*
 * The marks of a deck's slides: who a slide is for, how long it takes, and what the speaker says.
 * slides/README.md has the marks.
 */
const MARK = /<!--\s*(minutes|for)\s*:\s*(.*?)\s*-->\n?/gi;
const KINDS = ['exercise', 'answer', 'break'];
const COMMENT = /<!--([^]*?)-->\n?/g;
const WITHOUT_BREAK = 45; // minutes that a class listens
const AFTER = `<!-- _class: lead -->
# After the deadline
The reference solution, slide by slide.
`;
const AT_WORK = (page) => `\n[The solution at work, access by access](${page})\n`;

const wordOf = (kind) => `${kind[0].toUpperCase()}${kind.slice(1)}`;
const titleOf = (text) => /^#+ +(.*)$/m.exec(text)?.[1] ?? '';
const take = (minutes) => `${minutes} minute${minutes === 1 ? '' : 's'}`;

/* The slides of a deck as it is written: where each begins, its marks, and its text with all comments in it. */
export function slidesOf(text) {
  const [, head, body] = /^(---\n[^]*?\n---\n)([^]*)$/.exec(text) ?? ['', '', text];
  let line = head.split('\n').length;
  const slides = body.split(/^---\n/m).map((raw) => {
    const marks = Object.fromEntries([...raw.matchAll(MARK)].map((m) => [m[1].toLowerCase(), m[2]]));
    const classes = /<!--\s*_class:([\w ]*)-->/.exec(raw)?.[1].split(' ') ?? [];
    const slide = { line, raw, kind: KINDS.find((kind) => classes.includes(kind)), audience: marks.for ?? '', minutes: Number(marks.minutes ?? 0), given: marks.minutes };
    line += raw.split('\n').length;
    return slide;
  });
  return { head, slides };
}

/* A lecture is what is shown before the deadline; the slides after it show what students have to write. */
export const isMarked = (slides) => slides.some((slide) => slide.given !== undefined);
export const isSolution = (slide) => slide.audience === 'instructor' && slide.kind !== 'answer';
const sum = (slides) => slides.reduce((all, slide) => all + slide.minutes, 0);
export const minutesOf = (slides) => sum(slides.filter((slide) => !isSolution(slide)));

function faultOf(slide, next) {
  if (slide.given !== undefined && !/^[1-9]\d?$/.test(slide.given)) return `minutes are whole numbers from 1 to 99, not "${slide.given}"`;
  if (!['', 'students', 'instructor'].includes(slide.audience)) return `a slide is for students or for the instructor, not for "${slide.audience}"`;
  if (slide.kind === 'exercise' && next?.kind !== 'answer') return 'no answer follows this exercise; put a slide with <!-- _class: answer --> behind it';
  if (slide.kind === 'answer' && slide.audience !== 'instructor') return 'an answer is for the instructor; write <!-- for: instructor --> on its slide';
  return '';
}

/* What is wrong with the marks of a deck, in words. */
export function faultsOf(slides, deck) {
  const found = slides.map((slide, i) => [slide.line, faultOf(slide, slides[i + 1])]).filter(([, fault]) => fault);
  const total = minutesOf(slides);
  if (total > WITHOUT_BREAK && !slides.some((slide) => slide.kind === 'break')) found.push([1, `it takes ${total} minutes and has no break; put a slide with <!-- _class: break --> into its middle`]);
  return found.map(([line, fault]) => `${deck}:${line}: ${fault}`);
}

/* A slide's text, of which references are resolved, and its notes apart. */
function apart(text) {
  const notes = [];
  const shown = text.replace(MARK, '').replace(COMMENT, (comment, inner) => {
    if (/^\s*_class:/.test(inner)) return comment;
    notes.push(inner.trim());
    return '';
  });
  return { shown, notes: notes.join('\n\n') };
}

/* Exercises, answers and breaks say what they are, above their headings. */
function withHeader(slide, shown) {
  if (!slide.kind) return shown;
  return `<!-- _header: "${[wordOf(slide.kind), slide.kind === 'answer' || !slide.minutes ? '' : take(slide.minutes)].filter(Boolean).join(' · ')}" -->\n${shown}`;
}

/* Notes are plain text: nothing in them is Markdown but lists and `code`. */
const asMarkdown = (notes) => notes.split(/(`[^`\n]*`)/).map((part, i) => (i % 2 ? part : part.replace(/[\\*_{}[\]<>#|~$&]/g, '\\$&'))).join('');
const page = (notes, number, title) => `<!-- _class: notes -->\n<!-- _paginate: hold -->\n## Notes to slide ${number}: ${title}\n\n${asMarkdown(notes)}\n`;

/* The students' deck: no note, no answer, no solution. */
export function forStudents({ head, slides }) {
  return head + slides.filter((slide) => slide.audience !== 'instructor').map((slide) => withHeader(slide, apart(slide.text).shown)).join('\n---\n');
}

/* The instructor's: the lecture with its answers, and the solutions behind it. On paper a page of notes follows each slide. */
export function forInstructor({ head, slides, trace }, paper) {
  const lecture = slides.filter((slide) => !isSolution(slide)), solutions = slides.filter(isSolution), all = sum(lecture);
  const after = { text: `${AFTER}${trace ? AT_WORK(trace) : ''}\n<!-- End the lecture before this slide while the lab is open: the slides behind it show lines that students have to write. They take ${take(sum(solutions))}. -->\n`, minutes: 0 };
  let passed = 0;
  const parts = [...lecture, ...(solutions.length ? [after, ...solutions] : [])].flatMap((slide, i) => {
    const { shown, notes } = apart(slide.text), from = passed;
    passed += isSolution(slide) ? 0 : slide.minutes;
    const clock = !slide.minutes ? '' : isSolution(slide) ? `After the deadline, ${take(slide.minutes)}.` : `${take(slide.minutes)}: minute ${from} to ${passed} of ${all}.`;
    const said = [clock, notes].filter(Boolean).join('\n\n'), put = withHeader(slide, shown);
    return paper ? [put, page(said, i + 1, titleOf(shown))] : [`${put}\n<!--\n${said}\n-->\n`];
  });
  return head + parts.join('\n---\n');
}
