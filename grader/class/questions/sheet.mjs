/**
 * @file
 * @brief The bank as a page to print: with room to write in, or with answers and rubrics.
 */
import { readFileSync } from 'node:fs';
import { mixed } from './bank.mjs';
import { escape, html, inline } from './html.mjs';

const letter = (i) => String.fromCharCode(97 + i);
const room = (lines) => '<p class="room"></p>'.repeat(lines);
const points = (n) => `<span class="points">${n} point${n === 1 ? '' : 's'}</span>`;

/* Of each kind: what a student fills in. */
const BLANK = {
  think: (q) => room(2 + 2 * q.points),
  number: () => '<p>Answer: <span class="blank"></span></p>',
  truth: () => `<p>☐ true &#160; ☐ false, because:</p>${room(2)}`,
  choice: (q) =>
    `<ul class="choices">${mixed(q)
      .map((c, i) => `<li>☐ ${letter(i)} &#160; ${inline(c.text)}</li>`)
      .join('')}</ul>`,
  order: (q) =>
    `<ul class="choices">${mixed(q)
      .map((c) => `<li><span class="blank short"></span> ${inline(c.text)}</li>`)
      .join('')}</ul>`,
};

/* And what is right. */
const SOLVED = {
  think: (q) =>
    `${html(q.answer)}<table><tbody>${q.rubric
      .map((r) => `<tr><th scope="row">${r.points}</th><td>${inline(r.what)}</td></tr>`)
      .join('')}</tbody></table>`,
  number: (q) => `<p><b>${escape(q.answer)}</b></p>${html(q.why)}`,
  truth: (q) => `<p><b>${q.answer ? 'True' : 'False'}</b></p>${html(q.why)}`,
  choice: (q) => `<p><b>${letter(mixed(q).findIndex((c) => c.right))}</b> &#160; ${inline(q.answer)}</p>${html(q.why)}`,
  order: (q) => `<ol>${q.order.map((o) => `<li>${inline(o)}</li>`).join('')}</ol>${html(q.why)}`,
};
const ASKED = { order: '<p>Write 1 before the first, 2 before the second, and so on.</p>' };

const question = (q, i, solved) => `<article id="q-${q.id}"><h3>${i + 1} ${points(q.points)} <code>${q.id}</code></h3>
${html(q.text)}${solved && !['choice', 'order'].includes(q.kind) ? '' : (ASKED[q.kind] ?? '') + BLANK[q.kind](q)}
${solved ? `<div class="answer">${SOLVED[q.kind](q)}</div>` : ''}</article>`;

function body(labs, solved) {
  const all = labs.flatMap((lab) => lab.questions),
    sum = all.reduce((n, q) => n + q.points, 0);
  const head = `<h1>Questions${solved ? ', with answers' : ''}</h1>`,
    counts = `<p class="case">${all.length} questions, ${sum} points</p>`;
  return `<header><div class="titles"><p class="crumb">Sortlab</p>${head}${counts}
${solved ? '' : '<p class="name">Name <span class="blank"></span></p>'}</div></header>
<main>${labs
    .map(
      (lab) =>
        `<section><h2>${escape(lab.title)}</h2>` +
        `${lab.questions.map((q, i) => question(q, i, solved)).join('\n')}</section>`,
    )
    .join('\n')}</main>`;
}

/** One page, in the kit's template. */
export function sheet(labs, solved) {
  const template = readFileSync('common/web/sheet.html', 'utf8');
  return template
    .replace('<!--TITLE-->', () => `<title>Questions${solved ? ', with answers' : ''}</title>`)
    .replace('<!--BODY-->', () => body(labs, solved));
}
