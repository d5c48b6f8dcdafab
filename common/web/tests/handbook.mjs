/*
 * Looks at the handbook's pages in a real browser, from file:// and offline. Prints a line for each promise.
 *     node handbook.mjs WEB CHROMIUM PAGE.html...   WEB: the folder with node_modules
 */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { start } from './browser.mjs';

const [web, program, ...pages] = process.argv.slice(2);
const { promise, open, until, serious, wide, close, SIZES } = await start(web, program);
const isReady = () =>
  Boolean(document.querySelector('.contents, .directory') && document.querySelector('#main-menu, .main-menu-btn'));
const faults = [],
  unread = [],
  tooWide = [],
  cut = [];

/* Runs in the page: pictures that are cut, and what scrolls sideways and does not show it. */
function hidden() {
  const found = [...document.querySelectorAll('.contents .picture img')]
    .filter((img) => !img.naturalWidth || img.getBoundingClientRect().right > innerWidth)
    .map((img) => `${img.src.split('/').pop()} is cut`);
  for (const e of document.querySelectorAll('.contents *')) {
    const style = getComputedStyle(e);
    if (
      e.clientWidth &&
      e.scrollWidth > e.clientWidth + 1 &&
      /auto|scroll/.test(style.overflowX) &&
      style.maskImage === 'none'
    )
      found.push(`${e.localName}.${e.className} scrolls and does not show it`);
  }
  return found;
}

/* All pages in one window of this size, one after another. */
async function lookAt(size) {
  const problems = [];
  let page;
  for (const file of pages) {
    const of = (problem) => `${basename(file)}, ${size.width} px: ${problem}`;
    if (!page) page = await open(file, size, problems, isReady, { many: true });
    else {
      await page.goto(pathToFileURL(file).href);
      if (!(await until(() => page.evaluate(isReady)))) problems.push('it shows nothing');
    }
    if (!(await until(() => page.evaluate(() => document.querySelector('#MSearchField')?.ariaLabel))))
      problems.push('its search has no name');
    faults.push(...problems.splice(0).map(of));
    let left;
    await until(async () => !(left = await page.evaluate(hidden)).length);
    cut.push(...left.map(of));
    tooWide.push(...(await wide(page, size)).map(of));
    unread.push(...(await serious(page)).map(of));
  }
}

await Promise.all(SIZES.map(lookAt));
promise(`${pages.length} pages of the handbook open, wide and on a phone, without an error or a request`, faults);
promise('none of them is wider than its window', tooWide);
promise('no picture is cut, and what scrolls sideways shows it', cut);
promise('axe-core finds nothing serious in them, light and dark', unread);
await close();
