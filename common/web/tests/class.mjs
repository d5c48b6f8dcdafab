/*
 * Looks at the pages of a class run in a real browser, from file:// and offline. A line for each promise.
 *     node class.mjs WEB CHROMIUM CLASS.html FEEDBACK.html...   WEB: the folder with node_modules
 */
import { start } from './browser.mjs';
import { shown } from './shown.mjs';

const [web, program, roll, ...feedback] = process.argv.slice(2);
const { promise, open, serious, wide, close } = await start(web, program);
const VIEWS = [
  { width: 1200, height: 900, scheme: 'light' },
  { width: 400, height: 900, scheme: 'dark' },
];
const PAPER = { width: 700, height: 900, scheme: 'dark' };
const isReady = () => document.querySelector('main') !== null;

/* Of a chart: words that run into others or out of it. */
const collisions = () =>
  [...document.querySelectorAll('svg.chart')].flatMap((svg) => {
    const boxes = [...svg.querySelectorAll('text')]
      .filter((t) => getComputedStyle(t).display !== 'none')
      .map((t) => [t.textContent, t.getBoundingClientRect()]);
    const hits = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
    return boxes.flatMap(([text, box], i) =>
      boxes
        .slice(i + 1)
        .filter(([, other]) => hits(box, other))
        .map(([other]) => `"${text}" runs into "${other}"`),
    );
  });

/* Whether the page shows what shown.mjs says; tests of class runs trust in it. */
async function compare(page, file) {
  const html = await page.evaluate(() =>
    [...document.body.children]
      .filter((e) => !e.matches('script, noscript'))
      .map((e) => e.outerHTML)
      .join(''),
  );
  const said = shown(file),
    plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>'); // in attributes browsers differ
  return plain(html) === plain(said.html) && (await page.title()) === said.title.replace(/\s+/g, ' ').trim()
    ? []
    : [`${file} shows other than shown.mjs says`];
}

const bare = [],
  grave = [],
  narrow = [],
  other = [];
for (const file of [roll, ...feedback]) {
  const name = file.split('/').pop();
  for (const view of VIEWS) {
    const page = await open(file, view, bare, isReady),
      told = (text) => `${name}, ${view.width} px: ${text}`;
    page.on('dialog', (d) => (bare.push(told(`a dialog: ${d.message()}`)), d.dismiss()));
    narrow.push(...(await wide(page, view)).map(told), ...(await page.evaluate(collisions)).map(told));
    if (view === VIEWS[0]) other.push(...(await compare(page, file)));
    grave.push(...(await serious(page)).map(told));
    await page.context().close();
  }
  const page = await open(file, PAPER, bare, isReady);
  await page.emulateMedia({ media: 'print' });
  const ink = await page.evaluate(() =>
    [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color].join(),
  );
  if (ink !== 'rgb(255, 255, 255),rgb(0, 0, 0)') narrow.push(`${name} is printed as ${ink}`);
  narrow.push(...(await page.evaluate(collisions)).map((text) => `${name}, printed: ${text}`));
  await page.context().close();
}
promise('the pages open offline with no error, no request and no script of strangers', bare);
promise('they have nothing serious for axe, light and dark, wide and narrow', grave);
promise('they show what tests without a browser see', other);
promise('they fit into 400 px and onto white paper, and no words run into others', narrow);

/* By the keyboard alone. */
const keys = [];
const page = await open(roll, VIEWS[0], keys, isReady);
const column = (i) =>
  page.$$eval('#roll tbody tr', (rows, k) => rows.filter((r) => !r.hidden).map((r) => r.cells[k].textContent), i);
const all = await column(0);
for (let i = 0; i < 400 && !(await page.evaluate(() => document.activeElement.textContent === 'Score')); i++)
  await page.keyboard.press('Tab');
await page.keyboard.press('Enter');
const down = (await column(1)).map(parseFloat);
if (down.length !== all.length || down.some((n, i) => i && n > down[i - 1])) keys.push(`Enter on Score gives ${down}`);
await page.keyboard.press('Enter');
const up = (await column(1)).map(parseFloat);
if (up.some((n, i) => i && n < up[i - 1])) keys.push(`Enter again gives ${up}`);
if ((await page.getAttribute('#roll th:nth-child(2)', 'aria-sort')) !== 'ascending')
  keys.push('aria-sort does not say so');
await page.focus('#find');
await page.keyboard.type(all[1].toUpperCase());
const few = await column(0);
if (few.length === 0 || few.length === all.length || !few.includes(all[1])) keys.push(`the name filters to ${few}`);
if (!(await page.textContent('#shown')).startsWith(`${few.length} of ${all.length} `))
  keys.push('how many are shown is not said');
await page.fill('#find', '');
await page.selectOption('#show', 'waits');
if ((await column(0)).length >= all.length) keys.push('who waits cannot be shown alone');
await page.selectOption('#show', 'all');
if ((await column(0)).length !== all.length) keys.push('not all come back');
await page.context().close();
promise('students are sorted and filtered by the keyboard', keys);

const silent = [],
  without = await open(feedback[0], VIEWS[0], [], () => true, { javaScriptEnabled: false });
if (!(await without.locator('noscript').innerText()).includes('Allow scripts'))
  silent.push(await without.locator('body').innerText());
await without.context().close();
promise('without scripts a page says what it needs', silent);
await close();
