/*
 * What pages tell, without a browser, a line for each fact: node facts.mjs PAGE.html...
 *     PAGE: array NAME PLACES · PAGE: mistake TITLE: TEXT · PAGE: compare SAME of ENDS, ALIKE in step
 *     PAGE: costs SECTORS WASTED TURNS, in steps of one access of a thread, and in one step an interval
 */
import { align, counterpart } from '../trace/align.js';
import { costsOf, Run } from '../trace/model.js';
import { differentMistakes, mistakeWords } from '../trace/words.js';
import { dataOf } from '../data.mjs';

/* At how many ends of intervals the arrays of both runs hold the same: steps are paired as the page pairs them. */
function compare(run, other) {
  const partner = align(run, other),
    ends = run.lastStep;
  const same = ends.filter((s) => {
    const mine = run.seek(s),
      theirs = other.seek(partner[s]);
    return run.arrays.every((a, i) => {
      const j = counterpart(run, i, other);
      for (let k = 0; j >= 0 && k < a.length; k++)
        if (mine.get(i, k + a.origin) !== theirs.get(j, k + other.arrays[j].origin)) return false;
      return true;
    });
  });
  return `${same.length} of ${ends.length}, ${partner.filter((s, i) => s === i).length} in step`;
}

for (const file of process.argv.slice(2)) {
  const data = dataOf(file),
    run = new Run(data.run, data),
    tell = (text) => console.log(`${file.split('/').pop()}: ${text}`);
  const other = data.other && new Run(data.other, data, run.each);
  for (const a of run.arrays) if (a.last >= a.first) tell(`array ${a.name} ${a.length}`);
  if (other) run.compareWith(other);
  for (const m of differentMistakes(run)) {
    const said = mistakeWords(run, m);
    tell(`mistake ${said.title}: ${said.text}`);
  }
  tell(`costs ${costsOf(run)} and ${costsOf(new Run(data.run, data, Infinity))}`);
  if (other) tell(`compare ${compare(run, other)}`);
}
