/*
 * Looks at trace pages in a real browser, from file:// and offline. Prints a line for each promise.
 *     node look.mjs WEB CHROMIUM RACE.html PAGE.html...   WEB: the folder with node_modules
 */
import { Run } from '../trace/model.js';
import { sentence, value } from '../trace/words.js';
import { dataOf, start } from './browser.mjs';

const [web, program, race, ...pages] = process.argv.slice(2);
const { promise, open: openWhen, until, serious: seriousOf, wide: wideOf, SIZES, close } = await start(web, program);
const open = (file, size, problems, more) =>
  openWhen(file, size, problems, () => !Number.isNaN(Number(document.documentElement.dataset.step ?? NaN)), more);

const stepOf = (page) => page.evaluate(() => Number(document.documentElement.dataset.step));
const pictureOf = (page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('#mine canvas')].map((c) => c.toDataURL()).join('') +
      [...document.querySelectorAll('#mine .big')].map((p) => p.textContent).join(),
  );
async function goTo(page, step) {
  await page.evaluate((s) => {
    const slider = document.getElementById('slider');
    slider.value = s;
    slider.dispatchEvent(new Event('input'));
  }, step);
}

/* Text that runs out of its box, or is cut off at its edge. */
const spilt = () => {
  const found = [],
    walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement.closest('.scroll, .code, .tile, section, details, header, nav');
    if (!node.data.trim() || !box || !node.parentElement.checkVisibility() || box.matches('.scroll')) continue;
    const range = document.createRange(),
      edge = box.getBoundingClientRect();
    range.setStart(node, node.data.length - node.data.trimStart().length); // spaces may hang over the edge
    range.setEnd(node, node.data.trimEnd().length);
    if ([...range.getClientRects()].some((r) => r.width > 0 && (r.left < edge.left - 1 || r.right > edge.right + 1)))
      found.push(`"${node.data.trim().slice(0, 40)}" runs out of its box`);
    if (
      [node.parentElement, node.parentElement.parentElement].some(
        (e) => getComputedStyle(e).textOverflow === 'ellipsis',
      )
    )
      found.push(`"${node.data.trim().slice(0, 40)}" may be cut off`);
  }
  for (const box of document.querySelectorAll('.code'))
    if (box.scrollWidth > box.clientWidth) found.push('lines of the source are cut off');
  const cards = [...document.querySelectorAll('.array')]
    .filter((e) => e.checkVisibility())
    .map((e) => e.getBoundingClientRect());
  cards.forEach((a, i) =>
    cards
      .slice(i + 1)
      .forEach(
        (b) =>
          a.left < b.right - 1 &&
          b.left < a.right - 1 &&
          a.top < b.bottom - 1 &&
          b.top < a.bottom - 1 &&
          found.push('cards lie on each other'),
      ),
  );
  return found;
};

/* Bars of up to 256 places can be told apart, and pointed at. */
const thin = () =>
  [...document.querySelectorAll('.array canvas')]
    .filter(
      (c) =>
        Number(c.dataset.cell) < 8.9 &&
        Number(/([\d,]+) place/.exec(c.closest('.array').textContent)[1].replace(',', '')) <= 256,
    )
    .map((c) => `bars of ${c.dataset.cell} px in ${c.closest('.array').textContent}`);

/* Words of kernels on a page of host code; its source may have them, and the lab's name. */
const kernelWords = () =>
  [...document.querySelectorAll('header p, .now, .array, .legend, .columns, .table, .dock')]
    .filter((e) => e.checkVisibility())
    .flatMap((e) => e.innerText.match(/\b(threads?|warps?|lanes?|blocks?|global|atomics?)\b/gi) || [])
    .map((w) => `"${w}" in a page of host code`);

/* What a step shows in words against what the data say. */
async function compareStep(page, run, step, problems) {
  const want = sentence(run, run.steps[step]),
    got = await page.textContent('#now');
  if (want !== got) problems.push(`step ${step}: "${got}" for "${want}"`);
  const memory = run.seek(step),
    shown = await page.$$eval('#mine .array', (boxes) =>
      boxes.map((b) => [
        b.querySelector('.name').textContent,
        b.querySelector('.big')?.textContent,
        b.querySelector('canvas')?.getAttribute('aria-label'),
      ]),
    );
  for (const [name, big, label] of shown) {
    const i = run.arrays.findIndex((a) => a.name === name),
      a = run.arrays[i],
      first = [];
    for (let k = 0; k < Math.min(a.shown, 16); k++) first.push(value(run, i, memory.get(i, k + a.origin)));
    if (big !== undefined ? big !== first[0].replace('·', '–') : !label.endsWith(`It begins with ${first.join(', ')}.`))
      problems.push(`step ${step}: ${name} shows ${big ?? label}, and not ${first.join(', ')}`);
  }
}

async function lookAt(file) {
  const name = file.split('/').pop(),
    data = dataOf(file),
    run = new Run(data.run, data);
  const bare = [],
    serious = [],
    wide = [],
    moving = [];
  for (const size of SIZES) {
    const page = await open(file, size, bare);
    wide.push(...(await wideOf(page, size)));
    serious.push(...(await seriousOf(page)).map((v) => `${size.width} px, ${size.scheme}: ${v}`));
    for (const step of [0, Math.floor(run.steps.length / 2), run.steps.length - 1]) {
      await goTo(page, step);
      wide.push(
        ...[
          ...(await page.evaluate(spilt)),
          ...(await page.evaluate(thin)),
          ...(run.isHost ? await page.evaluate(kernelWords) : []),
        ].map((v) => `${size.width} px, step ${step + 1}: ${v}`),
      );
    }
    await page.context().close();
  }
  const page = await open(file, SIZES[0], bare);
  await goTo(page, 0);
  for (const step of [0, 1, Math.floor(run.steps.length / 2), run.steps.length - 1]) {
    await goTo(page, step);
    await compareStep(page, run, step, moving);
  }
  const middle = Math.floor(run.steps.length / 2);
  await goTo(page, 0);
  const first = await pictureOf(page);
  await goTo(page, middle);
  const before = await pictureOf(page);
  if (first === before) moving.push(`step ${middle + 1} has the picture of step 1`);
  await page.keyboard.press('ArrowRight');
  if ((await stepOf(page)) !== middle + 1) moving.push('the right arrow does not step');
  await compareStep(page, run, middle + 1, moving); // one step may change a bin by 1, which no bar shows
  await page.keyboard.press('ArrowLeft');
  if ((await pictureOf(page)) !== before) moving.push('a step and one back is another picture');
  await page.selectOption('#pace', '120');
  await page.focus('body');
  await page.click('#play');
  if (!(await until(async () => (await stepOf(page)) >= middle + 3))) moving.push('play does not go on');
  await page.click('#play');
  const stopped = await stepOf(page);
  await page.waitForTimeout(300);
  if ((await stepOf(page)) !== stopped) moving.push('pause does not stop it');
  await page.context().close();
  promise(`${name} opens offline with no error and no request`, bare);
  promise(`${name} has nothing serious for axe, light and dark, wide and narrow`, serious);
  promise(
    `${name} fits into its window: no text runs out of its box, bars are wide ` +
      `enough${run.isHost ? ', and it has words of host code' : ''}`,
    wide,
  );
  promise(`${name}: step and play change the picture as the data say`, moving);
}

/* A page of a run with one barrier missing, in lines that the test knows. */
async function lookAtRace(file) {
  const opens = [],
    compares = [],
    errors = [],
    rounds = [];
  const page = await open(file, SIZES[0], errors, { reducedMotion: 'reduce' });
  const title = await page.textContent('#alarm-title'),
    text = await page.textContent('#alarm-text');
  if (!(await page.isVisible('#alarm')) || title !== 'Race') opens.push(`it opens on "${title}"`);
  const lines = [...text.matchAll(/line (\d+)/g)].map((m) => m[1]);
  const data = dataOf(file),
    flagged = new Set(data.run.trace.findings.flatMap((f) => [f.a.line, f.b && f.b.line]).map(String));
  if (lines.length !== 2 || lines.some((l) => !flagged.has(l))) opens.push(`it names lines ${lines}: ${text}`);
  const seen = await page.$$eval('.row.wrong', (rows) =>
    rows.map((r) => {
      const box = r.getBoundingClientRect(),
        code = document.getElementById('code').getBoundingClientRect();
      return [r.querySelector('.number').textContent, box.top >= code.top - 1 && box.bottom <= code.bottom + 1];
    }),
  );
  for (const l of lines)
    if (!seen.some(([number, visible]) => number === l && visible)) opens.push(`line ${l} is not in sight`);
  await goTo(page, 0);
  await page.click('#mistake');
  const run = new Run(data.run, data);
  if ((await stepOf(page)) !== run.firstMistake.step) opens.push('the jump lands elsewhere');
  const kinds = Number(/Mistake 1 of (\d+)/.exec(await page.textContent('#alarm-count'))?.[1] || 1),
    told = new Set();
  for (let i = 0; i < kinds; i++) {
    told.add((await page.textContent('#alarm-title')) + (await page.textContent('#alarm-text')));
    await page.keyboard.press('m');
  }
  if (kinds < 2 || told.size !== kinds || (await page.textContent('#alarm-text')) !== text)
    rounds.push(`${kinds} are announced, M shows ${told.size}, and then "${await page.textContent('#alarm-text')}"`);
  await page.keyboard.press('c');
  for (const step of [0, run.steps.length - 1]) {
    await goTo(page, step);
    const marks = await page.$$eval(
      '#mine .array, #theirs .array',
      (all) => all.filter((a) => a.textContent.includes('≠')).length,
    );
    if (step > 0 !== marks > 0)
      compares.push(`step ${step + 1} of a wrong run: ${marks} arrays are marked as different`);
  }
  const names = await page.$$eval('.side', (sides) =>
    sides.map((s) => [...s.querySelectorAll('.array .name')].map((n) => n.textContent).join()),
  );
  if (names[0] !== names[1]) compares.push(`arrays are ${names[0]} here and ${names[1]} there`);
  if (!(await page.isVisible('#theirs')) || !(await page.textContent('#theirs-who')).startsWith('The solution, step'))
    compares.push('C shows no other side');
  if (!(await page.isVisible('#costs'))) compares.push('there is no table of costs');
  compares.push(...(await seriousOf(page)));
  await page.context().close();
  promise('a missing barrier: the page opens on the race, both lines named and in sight', opens.concat(errors));
  promise('M goes round as many mistakes as are announced', rounds);
  promise('it compares with the solution, side by side, arrays in one order, and marks what differs', compares);
}

await lookAtRace(race);
for (const page of pages) await lookAt(page);
await close();
