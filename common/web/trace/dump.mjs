/* Prints a trace as text, an access a line: node dump.mjs TRACE SOURCE, for tests and the curious. */
import { readFileSync } from 'node:fs';
import { Run } from './model.js';
import { cellName, value, verbs } from './words.js';

const [trace, source] = process.argv.slice(2);
const file = source.split('/').pop();
const run = new Run(
  {
    who: 'yours',
    file,
    path: source,
    source: readFileSync(source, 'utf8'),
    message: '',
    right: true,
    trace: JSON.parse(readFileSync(trace, 'utf8')),
  },
  { unwritten: 4266454272 },
  Infinity,
);
run.steps.forEach((step, n) => {
  console.log(`step ${n + 1}: ${run.launchOf(step).kernel}, block ${step.block}`);
  for (const m of step.before)
    if (m.what === 6) console.log(`  the host sets ${cellName(run, m.array, m.index)} to ${m.value}`);
  for (let i = step.start; i < step.end; i++) {
    const s = run.sites[run.x.site[i]],
      a = run.x.array[i];
    const change =
      s.kind === 0
        ? value(run, a, run.x.value[i])
        : `${value(run, a, run.x.before[i])} -> ${value(run, a, run.x.value[i])}`;
    console.log(
      `  thread ${run.x.thread[i]} ${verbs[s.kind]} ${cellName(run, a, run.x.index[i])}: ${change} (line ${s.line})`,
    );
  }
  if (step.by === 'barrier') console.log(`  barrier (line ${run.sites[step.site].line})`);
});
