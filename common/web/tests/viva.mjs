/* Looks at pages of a viva in a real browser, and prints a line for each promise:
   node viva.mjs WEB CHROMIUM PAGE.html... */
import { dataOf, start } from './browser.mjs';

const [web, program, ...pages] = process.argv.slice(2);
const { promise, open, serious, wide, close, SIZES } = await start(web, program);
const ready = () => document.documentElement.dataset.ready !== undefined;

async function holds(page, data, problems) {
  const asked = await page.$$eval('.asked', (all) => all.map((p) => p.textContent));
  if (asked.join('\n') !== data.questions.map((q) => q.text).join('\n')) problems.push(`it asks ${asked.join(' / ')}`);
  const rows = await page.$$eval('#rows code', (all) => all.map((c) => c.textContent).join('\n'));
  if (rows !== data.source) problems.push('its lines are not the file');
  if (await page.$$eval('details', (all) => all.some((d) => d.open))) problems.push('an answer is open');
  for (const href of await page.$$eval('.where a', (all) => all.map((a) => a.getAttribute('href'))))
    if (!(await page.$(href))) problems.push(`${href} leads nowhere`);
}

for (const file of pages) {
  const name = file.split('/').pop(),
    data = dataOf(file),
    errors = [],
    bad = [],
    whole = [];
  for (const size of SIZES) {
    const page = await open(file, size, errors, ready);
    await holds(page, data, whole);
    await page.$$eval('details', (all) => all.forEach((d) => (d.open = true)));
    bad.push(
      ...(await wide(page, size)),
      ...(await serious(page)).map((v) => `${size.width} px, ${size.scheme}: ${v}`),
    );
    await page.context().close();
  }
  promise(
    `${name} opens offline with no error and no request, fits, and has nothing serious for axe`,
    errors.concat(bad),
  );
  promise(`${name} shows the questions, the file as it is, and no answer before it is asked for`, whole);
}
await close();
