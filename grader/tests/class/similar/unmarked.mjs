/* A solution without its marks, as common/build/skeleton.awk leaves it; of the skeleton what is the learner's goes
   too. */
export function unmarked(text, skeleton = false) {
  let marked = false;
  return text
    .split('\n')
    .map((line) => {
      const bare = line.trimStart(),
        mark = bare.slice(0, 3);
      if (mark === '//>') marked = true;
      if (mark === '//<') marked = false;
      if (mark === '//|') return skeleton ? line.replace('//|', '   ') : '';
      return mark === '//>' || mark === '//<' || (skeleton && marked) ? '' : line;
    })
    .join('\n');
}
