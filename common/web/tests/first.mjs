/* Prints what each page opens on, a line a page: node first.mjs PAGE.html... */
import { Run } from '../trace/model.js';
import { mistakeWords } from '../trace/words.js';
import { dataOf } from '../data.mjs';

for (const file of process.argv.slice(2)) {
  const data = dataOf(file);
  const run = new Run(data.run, data);
  if (data.other) run.compareWith(new Run(data.other, data));
  const said = run.firstMistake ? mistakeWords(run, run.firstMistake) : { title: 'no mistake', text: '' };
  console.log(`${file.split('/').pop()}: ${said.title}: ${said.text}`);
}
