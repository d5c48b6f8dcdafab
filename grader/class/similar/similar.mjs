/* Reads labs with their files as JSON, and writes which are alike (groups.mjs): node similar.mjs <labs >found */
import { readFileSync, writeFileSync } from 'node:fs';
import { similarity } from './groups.mjs';

writeFileSync(1, `${JSON.stringify(similarity(JSON.parse(readFileSync(0, 'utf8')).labs))}\n`);
