/* A page in the reader's language. Its script makes all text in English; each text is looked up where it is shown, as
   common/simt/run/said.c does: a message of the catalogue is a form, and what stands at its %s and %d is looked up in
   turn. */
const LETTERS = /[A-Za-z]/;
const ATTRIBUTES = ['aria-label', 'aria-valuetext', 'title', 'placeholder'];
let forms = [],
  known = new Map();

/* A sentence of English, other than names, numbers and code. */
const ENGLISH = /(^| )(the|is|are|was|has|of|and|not|with|that|from|which)( |$)/;
const isEnglish = (text) => ENGLISH.test(text) && text.split(' ').length > 3;

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const CONVERSION = /%(?:(\d+)\$)?[-+ #0-9.*]*(?:ll|l|z)?([a-zA-Z])/;

/* What a message looks like, and how many letters of a text it knows. */
function formOf([english, translation]) {
  const parts = english.split(new RegExp(CONVERSION.source, 'g')),
    kinds = [];
  let pattern = '',
    letters = 0;
  for (let i = 0; i < parts.length; i += 3) {
    pattern += literal(parts[i]);
    letters += parts[i].length;
    if (i + 2 >= parts.length) break;
    kinds.push(parts[i + 2]);
    pattern += /[sSc]/.test(parts[i + 2]) ? '([^]*?)' : /[xXp]/.test(parts[i + 2]) ? '([0-9a-fA-F]+)' : '(-?[0-9.,]+)';
  }
  const worded = LETTERS.test(parts.filter((_, i) => i % 3 === 0).join(''));
  const key = parts.filter((_, i) => i % 3 === 0).reduce((a, b) => (b.length > a.length ? b : a), '');
  return { english, translation, kinds, worded, letters, key, pattern: new RegExp(`^${pattern}$`) };
}

/* A call or a launch, f<<<1, 128>>>(x, y), that goes on in the next part. */
function isCut(part) {
  return part.split('(').length !== part.split(')').length || part.includes('<<<') !== part.includes('>>>');
}

/* A form of no words joins two texts: they are parted where most is known. */
function partings(form, text) {
  if (form.worded || form.kinds.length !== 2) {
    const found = form.pattern.exec(text);
    return found ? [found.slice(1)] : [];
  }
  const [before, between, behind] = form.english.split(new RegExp(CONVERSION.source.replace(/\((?!\?)/g, '(?:'), 'g'));
  const ways = [];
  if (!between || !text.startsWith(before) || !text.endsWith(behind)) return ways;
  const inside = text.slice(before.length, text.length - behind.length);
  for (let at = inside.indexOf(between); at >= 0; at = inside.indexOf(between, at + 1))
    ways.push([inside.slice(0, at), inside.slice(at + between.length)]);
  return ways.filter((parts) => !parts.some(isCut));
}

function fill(form, parts) {
  let next = 0;
  return form.translation.replace(new RegExp(CONVERSION.source, 'g'), (all, number) => {
    const i = number ? number - 1 : next;
    next = i + 1;
    return parts[i] === undefined ? all : parts[i];
  });
}

/* The text, how much of it is known, and whether a sentence in it is not. */
function lookUp(text, depth) {
  if (known.has(text)) return known.get(text);
  let best = { text, score: 0, missed: isEnglish(text) };
  if (depth < 7 && LETTERS.test(text))
    for (const form of forms.filter(({ key }) => text.includes(key)))
      for (const parts of partings(form, text)) {
        const said = parts.map((part, i) =>
          form.kinds[i] === 's' && part !== text ? lookUp(part, depth + 1) : { text: part, score: 0, missed: false },
        );
        /* Words that nobody has translated, with a few of another language around them, would be hard to read. */
        if (form.letters < 20 && said.some((one, i) => !one.score && parts[i].split(' ').length > 4)) continue;
        let score = said.reduce((sum, one) => sum + one.score, form.worded ? 8 * form.letters - form.kinds.length : 0);
        /* What joins a message and something else is less than a message that ends with it. */
        if (!form.worded && score) score += said.filter((one) => one.score).length > 1 ? form.letters : -1;
        if (score > best.score)
          best = { text: fill(form, said.map((one) => one.text)), score, missed: said.some((one) => one.missed) };
      }
  known.set(text, best);
  return best;
}

/* A text of the page in the reader's language, line by line. */
export function said(text) {
  if (!forms.length) return text;
  return text
    .split('\n')
    .map((line) => {
      const [, before, core, behind] = /^(\s*)([^]*?)(\s*)$/.exec(line);
      const found = lookUp(core, 0);
      const whole = found.score || !/\.$/.test(core) ? found : lookUp(core.slice(0, -1), 0);
      if (whole.missed) tellMissed();
      if (whole === found) return before + found.text + behind;
      /* A sentence whose message has no full stop. */
      return before + (whole.score ? fill(formOf(['%s.', stop]), [whole.text]) : core) + behind;
    })
    .join('\n');
}
let stop = '%s.';

/* Once a page, at its end: some of it is in English for want of a translation. */
let told = false;
function tellMissed() {
  if (told || typeof document === 'undefined') return;
  told = true;
  const line = document.createElement('p');
  line.className = 'untranslated';
  line.textContent = 'Some messages have no translation yet, and are in English.';
  (document.querySelector('main') ?? document.body).append(line);
}

function translateNode(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.parentElement && node.parentElement.closest('code, script, style')) return;
    const text = said(node.data);
    if (text !== node.data) node.data = text;
    return;
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  for (const name of ATTRIBUTES) translateAttribute(node, name);
  for (const child of node.childNodes) translateNode(child);
}
function translateAttribute(node, name) {
  const value = node.getAttribute(name),
    text = value && said(value);
  if (value && text !== value) node.setAttribute(name, text);
}

/* What the page shows from here on is in the language of its data; without such data it stays English. */
export function speak(data) {
  if (!data.words) return;
  forms = data.words.map(formOf);
  known = new Map();
  const end = data.words.find(([english]) => english === '%s.');
  if (end) stop = end[1];
  document.documentElement.lang = data.language;
  translateNode(document.documentElement);
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'attributes') translateAttribute(change.target, change.attributeName);
      if (change.type === 'characterData') translateNode(change.target);
      change.addedNodes.forEach(translateNode);
    }
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}
