/*
 * The page of a program's trace: the template of `make trace` with this run in it, to standard output.
 *     node trace.mjs SOURCE.cu TRACE.json TITLE
 */
import { readFileSync } from 'node:fs';

const [source, trace, title] = process.argv.slice(2);
const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const run = { who: 'yours', file: source, path: source, message: '', right: true };
Object.assign(run, { source: read(source), trace: JSON.parse(read(trace)) });
const about = { lab: '', promise: 'An example of the slides', dist: '', unwritten: 0xcdcdcdcd, order: 'forward' };
const page = { ...about, title, ranks: false, run, other: null };
const template = read('common/web/trace.html'),
  [before, after] = template.split('/*RUN*/');
process.stdout.write(before + JSON.stringify(page).replace(/</g, '\\u003c') + after);
