/*
 * How alike the pairs of a corpus (corpus.mjs) are, and how many would be listed:
 *     node measure.mjs CORPUS      in the kit's top folder, after make deps-similar
 */
import fs from 'node:fs';
import { compare } from '../../../../build/similar-web/compare.mjs';
import { THRESHOLD } from '../../../../build/similar-web/groups.mjs';
import { wordsOf } from '../../../../build/similar-web/tokens.mjs';
import { unmarked } from './unmarked.mjs';

const corpus = process.argv[2],
  read = (file) => fs.readFileSync(file, 'utf8');
for (const kind of ['copies', 'halves', 'honest']) {
  const pairs = fs.readdirSync(`${corpus}/${kind}`).sort();
  const found = pairs.filter((pair) => {
    const folder = `${corpus}/${kind}/${pair}`,
      file = fs.readdirSync(`${folder}/a`)[0],
      how = `${folder}/disguises`;
    const { percent } = compare(
      ['a', 'b'].map((who) => wordsOf(read(`${folder}/${who}/${file}`))),
      wordsOf(unmarked(read(`solutions/${file}`), true)),
    ).alike(0, 1);
    console.log(`${kind} ${pair} ${file} ${percent} % ${fs.existsSync(how) ? read(how).trim() : ''}`.trim());
    return percent >= THRESHOLD;
  });
  console.log(`${kind}: ${found.length} of ${pairs.length} found`);
}
