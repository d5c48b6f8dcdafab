/*
 * From files to groups: files of the same text are one, and files that are alike are a group with all that those are
 * like.
 */
import { compare, K } from './compare.mjs';
import { wordsOf } from './tokens.mjs';

/* Tried on 40 disguised copies and 40 honest pairs (grader/tests/class/similar, docs/instructor/results.md). */
export const THRESHOLD = 80;
const LEAST_WORDS = 40,
  MOST_WORDS = 20000,
  MOST_TOKENS = 40000;
const RANKS = ['class', 'earlier', 'reference'];

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const isClass = (file) => file.members.some((m) => m.origin === 'class');

/* Who answers for a file: a team does as one. */
const handsOf = (files) =>
  new Set(
    files
      .flatMap((f) => f.members)
      .map((m) =>
        m.team ? `team ${m.team}` : m.origin === 'reference' ? 'reference' : `student ${m.origin} ${m.student}`,
      ),
  );

/* Files of the same bytes become one, with all who handed that in. */
function gathered(files) {
  const byContent = new Map();
  for (const { content, text, source, lab, ...member } of files) {
    if (!byContent.has(content)) byContent.set(content, { text, source, members: [] });
    byContent.get(content).members.push(member);
  }
  return [...byContent.values()].map((f) => ({ ...f, ...read(f.text) }));
}

/* Of a program that is none, a parser can run out of its stack; most cannot be so long. */
function read(text) {
  const nothing = { words: [], lines: [] };
  let tokens = 0;
  for (const at = /\w+|[^\s\w]/g; tokens <= MOST_TOKENS && at.test(text); tokens++);
  if (tokens > MOST_TOKENS) return { code: nothing, why: 'it is too long: more than 40,000 tokens' };
  try {
    const code = wordsOf(text, MOST_WORDS);
    return code.words.length > MOST_WORDS ? { code: nothing, why: 'it is too long: more than 20,000 words' } : { code };
  } catch {
    return { code: nothing, why: 'its statements lie too deep in each other' };
  }
}

const refused = (file, own) =>
  file.why ?? (own < LEAST_WORDS ? 'there is too little in it that the skeleton has not' : '');

/* The pairs that are alike, the most alike first: one of them has to be of the class, and not both of one team. */
function pairsOf(files, compared) {
  const pairs = [];
  files.forEach((a, i) =>
    files.slice(i + 1).forEach((b, k) => {
      if ((!isClass(a) && !isClass(b)) || handsOf([a, b]).size < 2) return;
      const { percent, tokens } = compared.alike(i, i + 1 + k);
      if (percent >= THRESHOLD) pairs.push({ a: i, b: i + 1 + k, percent, tokens });
    }),
  );
  return pairs.sort((p, q) => q.percent - p.percent || q.tokens - p.tokens || p.a - q.a || p.b - q.b);
}

/* Of each file the pair that brought it into its group: as few as join all of it. */
function joined(files, pairs) {
  const groupOf = files.map((_, i) => ({ files: [i], pairs: [] }));
  for (const pair of pairs) {
    const [one, other] = [groupOf[pair.a], groupOf[pair.b]];
    if (one === other) continue;
    one.files.push(...other.files);
    one.pairs.push(...other.pairs, pair);
    for (const i of other.files) groupOf[i] = one;
  }
  return [...new Set(groupOf)];
}

/* The group as class.json has it; its files are counted anew, in the order in which they came. */
function told(lab, group, files, compared) {
  const order = group.files.sort((a, b) => a - b),
    at = (i) => order.indexOf(i);
  const identical = order.length === 1;
  const pairs = group.pairs.sort((p, q) => q.percent - p.percent || p.a - q.a || p.b - q.b);
  return {
    lab,
    identical,
    percent: identical ? 100 : pairs[0].percent,
    files: order.map((i) => ({
      source: files[i].source,
      tokens: compared.own[i],
      members: files[i].members.map(({ team, ...who }) => who),
    })),
    pairs: pairs.map(({ a, b, ...rest }) => ({ a: at(a), b: at(b), ...rest, runs: compared.runs(a, b) })),
  };
}

/* One lab: its groups, how many files of the class were compared, and what was left out. */
function lab({ lab: name, skeleton, files: handedIn }) {
  const sorted = handedIn.sort(
    (p, q) =>
      RANKS.indexOf(p.origin) - RANKS.indexOf(q.origin) || byText(p.student, q.student) || byText(p.source, q.source),
  );
  const every = gathered(sorted),
    bare = wordsOf(skeleton);
  const own = compare(
      every.map((f) => f.code),
      bare,
    ).own,
    why = every.map((f, i) => refused(f, own[i]));
  const files = every.filter((_, i) => !why[i]),
    compared = compare(
      files.map((f) => f.code),
      bare,
    );
  const leftOut = every.flatMap((f, i) =>
    why[i]
      ? f.members
          .filter((m) => m.origin !== 'reference')
          .map(({ student, shown, origin }) => ({ lab: name, student, shown, origin, why: why[i] }))
      : [],
  );
  const groups = joined(files, pairsOf(files, compared)).filter((g) => {
    const members = g.files.map((i) => files[i]);
    return members.some(isClass) && handsOf(members).size > 1;
  });
  const count = files.flatMap((f) => f.members).filter((m) => m.origin === 'class').length;
  return { groups: groups.map((g) => told(name, g, files, compared)), count, leftOut };
}

const foreign = (group) => group.files.some((f) => f.members.some((m) => m.origin !== 'class'));

/* Texts that differ come first, then what came from elsewhere; who handed in the same bytes comes last. */
const byInterest = (g, h) =>
  g.identical - h.identical ||
  (g.identical ? foreign(h) - foreign(g) : 0) ||
  h.percent - g.percent ||
  byText(g.lab, h.lab) ||
  byText(g.files[0].members[0].student, h.files[0].members[0].student);

/**
 * LABS: {lab, skeleton, files: [{student, shown?, team?, origin: class|earlier|reference, source, content, text}]}.
 * Comes back: "similarity" of class.json (grader/grade/report/class.schema.json).
 */
export function similarity(labs) {
  const all = labs.map(lab),
    groups = all.flatMap((l) => l.groups).sort(byInterest);
  return {
    threshold: THRESHOLD,
    run: K,
    compared: all.reduce((n, l) => n + l.count, 0),
    groups: groups.map((g, i) => ({ page: `look-alikes/${String(i + 1).padStart(2, '0')}.html`, ...g })),
    left_out: all.flatMap((l) => l.leftOut),
  };
}
