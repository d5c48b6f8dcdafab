/*
 * Looks at pages of `make profile`. The first is of a run that reads with a stride; its line is given.
 *     node profile.mjs WEB CHROMIUM LINE PAGE.html...
 */
import { Profile, waste } from '../profile/counts.js';
import { sentence } from '../profile/words.js';
import { dataOf, start } from './browser.mjs';

const [web, program, strided, ...pages] = process.argv.slice(2);
const { promise, open, serious, wide, SIZES, close } = await start(web, program);
const isReady = () => document.documentElement.dataset.line !== undefined;
const lineOf = (page) => page.evaluate(() => Number(document.documentElement.dataset.line));

/* Every line with counts, walked through by the keyboard, against the data. */
async function walk(page, profile, problems) {
  const own = [...profile.byLine('').own].sort((p, q) => p[0] - q[0]);
  await page.evaluate(() => document.getElementById('back').focus());
  for (let i = 0; i < own.length; i++) await page.keyboard.press('ArrowUp');
  for (const [line, counts] of own) {
    const shown = await page.textContent('#now'),
      at = await lineOf(page);
    if (at !== line || shown !== sentence(counts))
      problems.push(`line ${at}, "${shown}" for line ${line}, "${sentence(counts)}"`);
    await page.keyboard.press('ArrowDown');
  }
  const rows = await page.$$eval('#rows tr.counted .number', (all) =>
    all.map((n) => Number(n.textContent)).filter(Boolean),
  );
  if (rows.join() !== own.map(([line]) => line).join()) problems.push(`counts beside lines ${rows}`);
}

async function lookAt(file, name, sizes) {
  const bare = [],
    axe = [],
    broad = [],
    walks = [],
    data = dataOf(file),
    profile = new Profile(data.run);
  for (const size of sizes) {
    const page = await open(file, size, bare, isReady);
    for (const d of await page.$$('details')) await d.evaluate((e) => (e.open = true));
    axe.push(...(await serious(page)).map((v) => `${size.width} px, ${size.scheme}: ${v}`));
    broad.push(...(await wide(page, size)));
    if (size === SIZES[0]) await walk(page, profile, walks);
    if (size === SIZES[0] && data.other && data.other.source) {
      await page.keyboard.press('c');
      if ((await page.textContent('#source-title')) !== data.other.path) walks.push('C does not show the other source');
    }
    await page.context().close();
  }
  promise(`${name} opens offline with no error and no request`, bare);
  promise(`${name} has nothing serious for axe${sizes.length > 1 ? ', light and dark, wide and narrow' : ''}`, axe);
  promise(`${name} fits into its window`, broad);
  promise(`${name}: the arrows go from line to line, and what is said is what was counted`, walks);
}

const problems = [],
  page = await open(pages[0], SIZES[0], problems, isReady),
  data = dataOf(pages[0]);
const lines = [...new Profile(data.run).byLine('').own].sort((p, q) => waste(q[1]) - waste(p[1]));
if (lines[0][0] !== Number(strided)) problems.push(`line ${lines[0][0]} wastes most, not ${strided}`);
if ((await lineOf(page)) !== lines[0][0]) problems.push(`it opens on line ${await lineOf(page)}`);
if (!(await page.$$eval('.tile.over .who', (all) => all.some((p) => /times that/.test(p.textContent)))))
  problems.push('it does not say how far above the reference it is');
await page.context().close();
promise('a run that strides: the page opens on that line, and says how far above the reference it is', problems);
for (const [i, file] of pages.entries())
  await lookAt(file, i ? 'a profile beside the solution' : 'a profile', i ? SIZES.slice(0, 1) : SIZES);
await close();
