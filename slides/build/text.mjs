/*
 * Writes all text that built decks hold, what no page shows included, for tests.
 *     node text.mjs WEB FOLDER DECK.html|DECK.pdf...      WEB: the folder with node_modules; to FOLDER/DECK.html.txt
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { constants, inflateSync } from 'node:zlib';

const [web, folder, ...files] = process.argv.slice(2);
const { decodeHTML } = createRequire(join(resolve(web), 'package.json'))('entities');

/* Colours of code stand inside of words; all other tags part them. */
function textOfPage(html) {
  const body = html.replace(/<(script|style)\b[^]*?<\/\1>/g, ' ');
  return decodeHTML(body.replace(/<\/?(span|code|strong|em)\b[^>]*>/g, '').replace(/<[^>]*>/g, ' '));
}

/* Annotations, titles and such: strings of a PDF that are no part of a page, most of them in packed objects. */
function hiddenText(bytes) {
  const found = [],
    raw = bytes.toString('latin1');
  for (const {
    index,
    0: { length },
  } of raw.matchAll(/\bstream\r?\n/g)) {
    const packed = bytes.subarray(index + length, raw.indexOf('endstream', index));
    try {
      found.push(inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'));
    } catch {
      /* a picture or letters, packed in another way */
    }
  }
  const strings = [raw, ...found].flatMap((part) => part.match(/<feff[0-9a-f]+>/gi) ?? []);
  return strings.map((hex) => Buffer.from(hex.slice(5, -1), 'hex').swap16().toString('utf16le')).join('\n');
}
function textOfPdf(file) {
  const shown = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return `${shown}\n${hiddenText(readFileSync(file))}`;
}

mkdirSync(folder, { recursive: true });
for (const file of files) {
  const text = file.endsWith('.pdf') ? textOfPdf(file) : textOfPage(readFileSync(file, 'utf8'));
  writeFileSync(join(folder, `${basename(file)}.txt`), text);
}
