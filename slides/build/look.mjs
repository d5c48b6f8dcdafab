/*
 * Looks at built decks in a real browser, from file:// and offline. Prints a line for each promise.
 *     node look.mjs WEB CHROMIUM INDEX.html DECK.html...      WEB: the folder with node_modules
 */
import { start } from '../../common/web/tests/browser.mjs';

const [web, program, index, ...decks] = process.argv.slice(2);
const { promise, open, serious, wide, SIZES, close } = await start(web, program);
const LEAST_SLIDES = 8,
  LEAST_LETTER = 32,
  LEAST_SCALE = 1; // px on a slide; of a picture's own size, whose letters are as high

/* Runs in the page: what is wrong with each slide, in words. */
function faults({ letter, scale }) {
  const found = { overflow: [], letters: [], pictures: [], notes: [], slides: 0 };
  const notes = new Map(
    [...document.querySelectorAll('.bespoke-marp-note')].map((n) => [
      Number(n.dataset.index) + 1,
      n.textContent.trim(),
    ]),
  );
  const own = (e) => [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
  document.querySelectorAll('svg[data-marpit-svg] section').forEach((slide, at) => {
    const where = `slide ${at + 1}`,
      frame = slide.getBoundingClientRect(),
      unit = frame.width / slide.offsetWidth;
    found.slides++;
    if ((notes.get(at + 1) ?? '').length < 40) found.notes.push(`${where} has no note for the speaker`);
    if (slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth)
      found.overflow.push(`${where} is ${slide.scrollWidth} by ${slide.scrollHeight}`);
    for (const e of slide.querySelectorAll('*')) {
      const box = e.getBoundingClientRect(),
        what = `${where}: ${e.localName} "${(e.alt ?? e.textContent).trim().slice(0, 40)}"`;
      const below = (box.bottom - frame.top) / unit - 900 + 54,
        right = (box.right - frame.left) / unit - 1600 + 40;
      const inCode = e.localName !== 'pre' && e.closest('pre'); // code is cut as a whole
      if (!inCode && (below > 0.5 || right > 0.5 || box.top < frame.top || box.left < frame.left))
        found.overflow.push(`${what} ends ${Math.round(Math.max(below, right))} px too far`);
      if (e.localName === 'pre' && e.scrollWidth > e.clientWidth) found.overflow.push(`${what} is cut at the right`);
      if (own(e) && parseFloat(getComputedStyle(e).fontSize) < letter - 0.01)
        found.letters.push(`${what} has letters of ${getComputedStyle(e).fontSize}`);
      if (e.localName !== 'img') continue;
      if (!e.alt || e.alt.length < 20) found.pictures.push(`${what} has no words for who cannot see it`);
      if (!e.naturalWidth) found.pictures.push(`${what} is not shown`);
      const shown = Math.min(box.width / e.naturalWidth, box.height / e.naturalHeight) / unit;
      if (shown < scale) found.pictures.push(`${what} is shown at ${shown.toFixed(2)} of its size`);
    }
  });
  return found;
}

async function lookAt(file) {
  const name = file.split('/').pop(),
    seen = [];
  const page = await open(
    file,
    { width: 1600, height: 900, scheme: 'light' },
    seen,
    () => document.querySelectorAll('svg[data-marpit-svg].bespoke-marp-active').length === 1,
  );
  await page.keyboard.press('ArrowRight');
  if (
    !(await page.evaluate(
      () => document.querySelector('.bespoke-marp-active section')?.dataset.marpitPagination === '2',
    ))
  )
    seen.push('the right arrow turns no slide');
  await page.emulateMedia({ media: 'print' }); // all slides at once, which then hide nothing from anybody
  await page.evaluate(() =>
    document.querySelectorAll('svg[data-marpit-svg][aria-hidden]').forEach((svg) => svg.removeAttribute('aria-hidden')),
  );
  await page.evaluate(() => document.fonts.ready.then(() => 0));
  const found = await page.evaluate(faults, { letter: LEAST_LETTER, scale: LEAST_SCALE });
  const axe = await serious(page);
  await page.context().close();
  const short = found.slides < LEAST_SLIDES ? [`it has ${found.slides} slides`] : [];
  return Object.fromEntries(
    Object.entries({ ...found, seen, short, axe, slides: [] }).map(([kind, list]) => [
      kind,
      list.map((text) => `${name}: ${text}`),
    ]),
  );
}

/* Two at a time; more only wait for each other. */
const looks = [],
  left = [...decks.keys()];
const lane = async () => {
  for (let i; (i = left.shift()) !== undefined;) looks[i] = await lookAt(decks[i]);
};
await Promise.all([lane(), lane()]);
const all = (kind) => looks.flatMap((l) => l[kind]);
promise(`${decks.length} decks open offline with no error and no request, and turn`, all('seen'));
promise(`each has ${LEAST_SLIDES} slides or more`, all('short'));
promise('axe finds nothing serious on any slide', all('axe'));
promise('every slide has a note for the speaker', all('notes'));
promise('nothing flows over its slide', all('overflow'));
promise('no letter is below 24 points', all('letters'));
promise('every picture is shown, large enough, and has words for who cannot see it', all('pictures'));

const problems = [];
for (const size of SIZES) {
  const page = await open(index, size, problems, () => document.querySelectorAll('li a').length > 0);
  problems.push(...(await wide(page, size)), ...(await serious(page)));
  await page.context().close();
}
promise('the index of decks is fit for a phone, light and dark', problems);
await close();
