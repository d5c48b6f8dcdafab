/*
 * Compares the files of one lab, each with each: Dolos's index of runs of K words, every one kept, those of the
 * skeleton left out. What is measured is the share of the shorter one's own words that stand in the other too.
 */
import { File, FingerprintIndex, Region, TokenizedFile } from '@dodona/dolos-core';

export const K = 10;
const MOST_OCCURRENCES = 1e6; // of the same runs in two files: there it is the same line again and again

/* Dolos asks where words stand. They are counted here, so that those out of their order on the page do no harm. */
function tokenized(words, id) {
  const places = words.map((_, i) => new Region(i, 0, i, 1));
  return new TokenizedFile(new File(String(id), '', undefined, id), words, places);
}

/* 1 for each of a file's words that lies in a run of these. */
function marked(runs, file) {
  const marks = new Uint8Array(file.tokens.length);
  for (const run of runs) for (const { side } of run.occurrencesOf(file)) marks.fill(1, side.start, side.stop + 1);
  return marks;
}

/* The longest stretches first; none takes words that a longer one has taken, in either file. */
function longest(stretches) {
  const taken = { a: new Set(), b: new Set() },
    size = ({ a }) => a[1] - a[0] + 1;
  const each = ([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const isFree = (s) => ['a', 'b'].every((side) => each(s[side]).every((i) => !taken[side].has(i)));
  const free = stretches
    .sort((x, y) => size(y) - size(x) || x.a[0] - y.a[0] || x.b[0] - y.b[0])
    .filter((s) => {
      if (!isFree(s)) return false;
      for (const side of ['a', 'b']) each(s[side]).forEach((i) => taken[side].add(i));
      return true;
    });
  return free.sort((x, y) => x.a[0] - y.a[0]).map((s) => ({ ...s, words: size(s) }));
}

/**
 * FILES and SKELETON are of wordsOf (tokens.mjs).
 * Comes back: `own`, how many words of each file the skeleton has not; `alike(i, j)`, in percent, and how many words;
 * `runs(i, j)`, the stretches that two files share, by their lines in both; none where they repeat themselves.
 */
export function compare(files, skeleton, k = K) {
  const index = new FingerprintIndex(k, 1),
    all = files.map((f, i) => tokenized(f.words, i));
  index.addFiles(all);
  index.addIgnoredFile(tokenized(skeleton.words, files.length)); // last: it is ignored in those that are there
  const entries = index.entries(),
    skeletons = entries.map((e) => marked(e.ignored, e.file));
  const own = skeletons.map((marks) => marks.filter((m) => !m).length);
  const shared = (i, j) => {
    const [small, large] = entries[i].shared.size < entries[j].shared.size ? [i, j] : [j, i];
    return [...entries[small].shared].filter((run) => entries[large].shared.has(run));
  };
  const alike = (i, j) => {
    const shorter = own[i] <= own[j] ? i : j,
      tokens = marked(shared(i, j), all[shorter]).filter((m, at) => m && !skeletons[shorter][at]).length;
    return { percent: own[shorter] ? Math.floor((100 * tokens) / own[shorter]) : 0, tokens };
  };
  const runs = (i, j) => {
    const occurrences = shared(i, j).reduce(
      (n, run) => n + run.occurrencesOf(all[i]).length * run.occurrencesOf(all[j]).length,
      0,
    );
    if (occurrences > MOST_OCCURRENCES) return [];
    const stretches = index
      .getPair(all[i], all[j])
      .buildFragments()
      .map(({ leftSelection: l, rightSelection: r }) => ({ a: [l.startRow, l.endRow], b: [r.startRow, r.endRow] }));
    const lines = (file, words) => words.map((at) => file.lines[at]);
    return longest(stretches).map(({ a, b, words }) => ({
      a: lines(files[i], a),
      b: lines(files[j], b),
      tokens: words,
    }));
  };
  return { own, alike, runs };
}
