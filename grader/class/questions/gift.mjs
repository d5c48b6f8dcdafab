/**
 * @file
 * @brief The bank as GIFT, which Moodle imports: https://docs.moodle.org/en/GIFT_format
 */
import { mixed } from './bank.mjs';
import { html, inline } from './html.mjs';

/* These signs mean something in GIFT. A blank line would end the question, so lines end with \n. */
const plain = (text) => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n');
/* An arrow parts what is matched, and no backslash keeps it from that. */
const rich = (text) => `[html]${plain(text.replace(/->/g, '-&gt;'))}`;

const answers = {
  think: () => '',
  number: (q) => `#${q.answer}`,
  truth: (q) => (q.answer ? 'TRUE' : 'FALSE'),
  choice: (q) =>
    mixed(q)
      .map((c) => `\n${c.right ? '=' : '~'}${rich(inline(c.text))}`)
      .join(''),
  order: (q) =>
    mixed(q)
      .map((c) => `\n=${rich(inline(c.text))} -> ${c.right}`)
      .join(''),
};
const ASKED = { truth: 'True or false? ', order: 'Which is first, second, and so on? ' };

function question(q) {
  const feedback = q.why ? `####${rich(html(q.why))}` : '';
  return (
    `// ${q.id}: ${q.points} point${q.points === 1 ? '' : 's'}\n` +
    `::${plain(q.id)}::${rich(html((ASKED[q.kind] ?? '') + q.text))}{${answers[q.kind](q)}${feedback}}\n`
  );
}

/** A category for each lab. */
export const gift = (labs) =>
  labs
    .map((lab) => `$CATEGORY: Sortlab/${lab.title.replace(/\//g, '//')}\n\n${lab.questions.map(question).join('\n')}`)
    .join('\n');
