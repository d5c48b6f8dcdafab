/*
 * Looks at the handbook's pages in a real browser, from file:// and offline. Prints a line for each promise.
 *     node handbook.mjs WEB CHROMIUM PAGE.html...   WEB: the folder with node_modules
 */
import { basename } from 'node:path';
import { start } from './browser.mjs';

const [web, program, ...pages] = process.argv.slice(2);
const { promise, open, until, serious, wide, close, SIZES } = await start(web, program);
const isReady = () => Boolean(document.querySelector('.contents, .directory') && document.querySelector('#main-menu, .main-menu-btn'));
const faults = [], unread = [], tooWide = [];

for (const size of SIZES)
  for (const file of pages) {
    const of = (problem) => `${basename(file)}, ${size.width} px: ${problem}`, problems = [];
    const page = await open(file, size, problems, isReady, { many: true });
    if (!(await until(() => page.evaluate(() => document.querySelector('#MSearchField')?.ariaLabel)))) problems.push('its search has no name');
    faults.push(...problems.map(of));
    tooWide.push(...(await wide(page, size)).map(of));
    unread.push(...(await serious(page)).map(of));
    await page.context().close();
  }
promise(`${pages.length} pages of the handbook open, wide and on a phone, without an error or a request`, faults);
promise('none of them is wider than its window', tooWide);
promise('axe-core finds nothing serious in them, light and dark', unread);
await close();
