/* A line of source, with colours. */
const QUOTED = /(\/\/.*$|\/\*.*?\*\/|"(?:[^"\\]|\\.)*")/,
  CALLS = '__\\w+__|__syncthreads\\w*|__syncwarp|atomic\\w+',
  STEPS = 'if|else|for|while|do|return|break|continue',
  TYPES = 'struct|enum|const|static|void|bool|char|int|unsigned|u?int\\d+_t|size_t|float|double';
const WORDS = new RegExp(`${QUOTED.source}|\\b(${CALLS}|${STEPS}|${TYPES})\\b`, 'g');

/* Comments and words of the language, in two quiet colours. */
export function paint(line, to) {
  let at = 0;
  for (const m of line.matchAll(WORDS)) {
    to.append(line.slice(at, m.index));
    const span = document.createElement('span');
    span.className = m[1] ? 'comment' : 'word';
    span.textContent = m[0];
    to.append(span);
    at = m.index + m[0].length;
  }
  to.append(line.slice(at));
}
