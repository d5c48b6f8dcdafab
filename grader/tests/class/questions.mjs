/* Reads what `make questions` wrote, by parsers that are not ours, and prints what it found:
 *     node questions.mjs gift FILE        the bank as Moodle would have it: a line a question, and its texts in JSON
 *     node questions.mjs bank FOLDER      the same from the bank itself
 *     node questions.mjs package FOLDER   what the unpacked package of QTI lacks
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { labsOf, mixed, readLab } from '../../class/questions/bank.mjs';
import { html, inline } from '../../class/questions/html.mjs';

const [what, path] = process.argv.slice(2);
const ARROWS = { Essay: 'think', Numerical: 'number', TF: 'truth', MC: 'choice', Matching: 'order' };

/* An arrow is written as an entity in GIFT alone. */
const same = (text) => (text ?? '').replace(/->/g, '-&gt;');
const line = (id, kind, answers, why) => console.log(JSON.stringify([id, kind, answers.map(same), same(why)]));

function gift() {
  const parsed = createRequire(`${resolve('build/questions-web')}/`)('gift-pegjs');
  const questions = (parsed.default ?? parsed).parse(readFileSync(path, 'utf8')).filter((q) => q.type !== 'Category');
  for (const q of questions) {
    const answers = {
      Essay: () => [],
      Numerical: () => [String(q.choices.number ?? q.choices)],
      TF: () => [String(q.isTrue)],
      MC: () => q.choices.map((c) => `${c.isCorrect}: ${c.text.text}`),
      Matching: () => q.matchPairs.map((p) => `${p.subanswer}: ${p.subquestion.text}`),
    }[q.type]();
    line(q.title, ARROWS[q.type], [q.stem.text, ...answers], q.globalFeedback?.text);
  }
}

const ASKED = { truth: 'True or false? ', order: 'Which is first, second, and so on? ' };
function bank() {
  process.chdir(path);
  for (const lab of labsOf('').map(readLab))
    for (const q of [...lab.think, ...lab.closed]) {
      const answers = {
        think: () => [],
        number: () => [String(q.answer)],
        truth: () => [String(q.answer)],
        choice: () => mixed(q).map((c) => `${c.right}: ${inline(c.text)}`),
        order: () => mixed(q).map((c) => `${c.right}: ${inline(c.text)}`),
      }[q.kind]();
      line(q.id, q.kind, [html((ASKED[q.kind] ?? '') + q.text), ...answers], q.why && html(q.why));
    }
}

/* All that a manifest names is there, and all that is there is named; each right answer is a choice. */
function packed() {
  const files = readdirSync(path),
    read = (name) => readFileSync(join(path, name), 'utf8'),
    manifest = read('imsmanifest.xml');
  const named = [...manifest.matchAll(/<file href="([^"]*)"/g)].map((m) => m[1]);
  for (const name of files)
    if (name !== 'imsmanifest.xml' && !named.includes(name)) console.log(`${name} is in no manifest`);
  for (const name of named) if (!files.includes(name)) console.log(`${name} is not there`);
  for (const test of files.filter((f) => f.startsWith('lab-')))
    for (const [, href] of read(test).matchAll(/<assessmentItemRef identifier="[^"]*" href="([^"]*)"/g))
      if (!files.includes(href)) console.log(`${test}: ${href} is not there`);
  for (const item of files.filter((f) => f.startsWith('q-'))) {
    const text = read(item),
      choices = [...text.matchAll(/<simpleChoice identifier="([^"]*)"/g)].map((m) => m[1]);
    for (const [, right] of /<correctResponse>(.*)<\/correctResponse>/.exec(text)?.[1].matchAll(/<value>([^<]*)</g) ??
      [])
      if (choices.length && !choices.includes(right)) console.log(`${item}: ${right} is no choice`);
    if (!text.includes('extendedTextInteraction') && !text.includes('<correctResponse>'))
      console.log(`${item} has no answer`);
  }
}

({ gift, bank, package: packed })[what]();
