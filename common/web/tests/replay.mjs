/*
 * Replays traces as the page shows them, and holds them against what memory held: a line a page.
 *     node replay.mjs PAGE.html...
 * Exit code 1 where a page shows a value that was not there, or where a step leaves a word that atomicMin
 * alone has touched higher than it was, or one of atomicMax lower.
 */
import { ATOMIC, READ } from '../trace/decode.js';
import { Run } from '../trace/model.js';
import { dataOf } from '../data.mjs';

/* Words that one kind of atomic alone has changed in a step may go one way only. */
function wrongWay(run) {
  const wrong = [],
    x = run.x,
    name = (s) => /atomic(Min|Max)/.exec(run.lines[s.line - 1] || '')?.[1];
  run.steps.forEach((step, n) => {
    const words = new Map();
    for (let i = step.start; i < step.end; i++) {
      const s = run.sites[x.site[i]],
        key = `${x.array[i]}/${x.index[i]}`;
      if (s.kind === READ) continue;
      const w = words.get(key) || {
        by: new Set(),
        first: run.seek(n - 1).get(x.array[i], x.index[i]),
        array: x.array[i],
        index: x.index[i],
      };
      words.set(key, w);
      w.by.add(s.kind === ATOMIC && s.own && x.array[i] < run.arrays.length ? name(s) : undefined);
    }
    const after = run.seek(n);
    for (const w of words.values()) {
      const [by, ...more] = w.by,
        now = after.get(w.array, w.index);
      if (!by || more.length || (by === 'Min' ? now <= w.first : now >= w.first)) continue;
      wrong.push(`step ${n + 1}: atomic${by} takes ${run.arrays[w.array].name} from ${w.first} to ${now}`);
    }
  });
  return wrong;
}

let failed = 0,
  steps = 0,
  barriers = 0;
for (const file of process.argv.slice(2)) {
  const data = dataOf(file),
    own = new Run(data.run, data),
    both = [own];
  if (data.other) both.push(new Run(data.other, data, own.each));
  for (const run of both) {
    const wrong = [...run.check(), ...wrongWay(run)];
    steps += run.steps.length;
    barriers += run.intervals.filter((v) => v.held !== undefined).length;
    failed += wrong.length > 0;
    for (const text of wrong.slice(0, 10)) console.log(`${file.split('/').pop()}, ${run.who}: ${text}`);
  }
}
console.log(`${steps} steps, ${barriers} intervals held against memory, ${failed} runs wrong`);
process.exit(failed ? 1 : 0);
