/* The data in a page. */
import { readFileSync } from 'node:fs';

export const dataOf = (page) =>
  JSON.parse(/<script type="application\/json" id="run">(.*?)<\/script>/s.exec(readFileSync(page, 'utf8'))[1]);
