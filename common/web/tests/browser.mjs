/* What looks at pages in a real browser: from file:// and offline, a line for each promise. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

export { dataOf } from '../data.mjs';

const PATIENCE = 120_000; // ms that a page may take on a busy machine

/* web: the folder with node_modules; program: the browser. */
export async function start(web, program) {
  const require = createRequire(`${resolve(web)}/`);
  const { chromium } = require('playwright-core');
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  let failed = 0;

  function promise(text, problems) {
    console.log(`${problems.length ? 'not ok' : 'ok'} - ${text}`);
    for (const p of problems) console.log(`# ${p}`);
    failed += problems.length > 0;
  }

  /* Asks again and again, for a minute, since machines may be busy; the pages' policy forbids what playwright would
     do itself. */
  async function until(holds) {
    for (let i = 0; i < 600; i++) {
      if (await holds()) return true;
      await new Promise((done) => setTimeout(done, 100));
    }
    return false;
  }

  /* Opens a page; what goes wrong in it, and what it asks the network for, is added to `problems`. Other files it may
   * ask for where it is one of `many`. */
  async function open(file, size, problems, isReady, { many, ...more } = {}) {
    const context = await browser.newContext({
      offline: true,
      colorScheme: size.scheme,
      viewport: { width: size.width, height: size.height },
      ...more,
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.on('console', (m) => problems.push(`console: ${m.text()}`));
    page.on('pageerror', (e) => problems.push(`error: ${e.message}`));
    page.on('request', (r) => {
      if (!r.url().startsWith('file://') && !r.url().startsWith('data:')) problems.push(`request: ${r.url()}`);
      else if (!many && r.url().startsWith('file://') && !r.isNavigationRequest()) problems.push(`request: ${r.url()}`);
    });
    await page.goto(`file://${resolve(file)}`);
    if (!(await until(() => page.evaluate(isReady)))) problems.push('it shows nothing');
    return page;
  }

  async function serious(page) {
    await page.evaluate(axe);
    // What is well is not asked for, which halves the time, nor what no file may read: style sheets, the inside of
    // frames.
    const found = await page.evaluate(() => axe.run({ resultTypes: ['violations'], preload: false, iframes: false }));
    return found.violations
      .filter((v) => ['serious', 'critical'].includes(v.impact))
      .map(
        (v) =>
          `${v.id}: ${v.nodes
            .map((n) => n.target)
            .slice(0, 3)
            .join(' ')}`,
      );
  }

  async function wide(page, size) {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    return width > size.width ? [`${width} px wide in a window of ${size.width}`] : [];
  }

  async function close() {
    await browser.close();
    process.exit(failed ? 1 : 0);
  }
  return {
    promise,
    open,
    until,
    serious,
    wide,
    close,
    SIZES: [
      { width: 1280, height: 900, scheme: 'light' },
      { width: 390, height: 844, scheme: 'dark' },
    ],
  };
}
