/*
 * What a deck refers to and never copies: code by a function's name, figures by a row's words or by a
 * lab's costs, pictures by name. resolve() puts them in; what cannot be found is an error with the deck,
 * its line and what to do. slides/README.md has the syntax.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const MOST_LINES = 12; // of code on a slide
const WIDTH = 77; // columns that a slide has room for

class Wrong extends Error {}

function read(root, file) {
  if (!existsSync(join(root, file)))
    throw new Wrong(`there is no file ${file}. Name it as it is named from the kit's top folder`);
  return readFileSync(join(root, file), 'utf8');
}

/* All functions, structs and enums of a C source: name to [first line, last line], counted from 0. */
function definitions(lines) {
  const found = new Map();
  for (let i = 0; i < lines.length; i++) {
    if (!/^[A-Za-z_]/.test(lines[i])) continue;
    let head = lines[i],
      end = i;
    while (!/[{};]\s*(\/\/.*)?$/.test(lines[end]) && end + 1 < lines.length) head += ` ${lines[++end].trim()}`;
    const name =
      /^(?:struct|enum)\s+(\w+)\s*\{/.exec(head) ??
      /(\w+)\s*\([^()]*\)\s*\{/.exec(head.replace(/__launch_bounds__\([^)]*\)/, ''));
    if (!name) continue;
    while (!/^\}|^\S.*\{.*\}/.test(lines[end]) && end + 1 < lines.length) end++;
    found.set(name[1], [i, end]);
    i = end;
  }
  return found;
}

/* Too long for a slide: its comment goes before it, or it goes on in the next line, a little further in. */
function fold(line) {
  if (line.length <= WIDTH) return [line];
  const indent = /^ */.exec(line)[0],
    comment = /^(.*\S)\s+(\/\/.*)$/.exec(line);
  if (comment) return [...fold(indent + comment[2]), ...fold(comment[1])];
  const head = /^ *(?:for|while|if) \([^()]*\)(?= \S)/.exec(line)?.[0].length,
    comma = line.lastIndexOf(', ', WIDTH - 1) + 1;
  const cut = head ?? (comma > WIDTH / 2 ? comma : line.lastIndexOf(' ', WIDTH));
  if (cut <= indent.length) return [line];
  const mark = line.trim().startsWith('//') ? '// ' : head ? '    ' : '        ';
  return [line.slice(0, cut), ...fold(indent + mark + line.slice(cut + 1))];
}

/* Numbers, from 0, of the lines that a student has to write: those between marks of a solution, but for braces. */
function graded(lines) {
  const found = new Set();
  let inside = false;
  lines.forEach((line, i) => {
    if (/^\s*\/\/[><]/.test(line)) inside = line.trim().startsWith('//>');
    else if (inside && /\w/.test(line) && !/^\s*\/\/\|/.test(line)) found.add(i);
  });
  return found;
}

/* The function as the solution has it, without the marks of the skeleton; lines count from 1. */
export function codeOf(text, file, name, from, to, secret) {
  const lines = text.split('\n'),
    all = definitions(lines),
    place = all.get(name);
  if (!place) throw new Wrong(`${file} has no function ${name}. It has ${[...all.keys()].join(', ')}`);
  const numbers = lines
    .map((_, i) => i)
    .slice(place[0], place[1] + 1)
    .filter((i) => !/^\s*\/\/[>|<]/.test(lines[i]));
  if (from && (from < 1 || to > numbers.length || from > to))
    throw new Wrong(`${name} in ${file} has lines 1 to ${numbers.length}, not ${from} to ${to}`);
  const taken = from ? numbers.slice(from - 1, to) : numbers,
    shown = taken.map((i) => lines[i]);
  const hidden = graded(lines),
    told = taken.find((i) => secret && hidden.has(i));
  if (told !== undefined)
    throw new Wrong(
      `this shows line ${told + 1} of ${file}, which students have to write; mark the slide ` +
        '<!-- for: instructor -->, and put pseudocode or another example on a slide <!-- for: students --> before it',
    );
  const indent = Math.min(...shown.filter((l) => l.trim()).map((l) => /^ */.exec(l)[0].length));
  const folded = shown.map((l) => l.slice(indent)).flatMap(fold);
  if (folded.length > MOST_LINES)
    throw new Wrong(
      `${name} in ${file} takes ${folded.length} lines, and a slide shows at most ${MOST_LINES}; name some of ` +
        `its ${numbers.length}, as in: ${file} ${name} 1-${Math.min(MOST_LINES, numbers.length) - 2}`,
    );
  return folded.join('\n');
}

/* A cell of the one table row in which the words stand; cells count from 1. */
export function numberOf(text, file, words, cell) {
  const plain = (s) => ` ${s.replace(/[|`*]/g, ' ').replace(/\s+/g, ' ').trim()} `;
  const rows = text.split('\n').filter((l) => /^\s*\|/.test(l) && plain(l).includes(plain(words)));
  if (rows.length !== 1)
    throw new Wrong(
      `${file} has ${rows.length || 'no'} row${rows.length > 1 ? 's' : ''} of a table with the words ` +
        `"${words}"; ${rows.length ? 'add a word that only one of them has' : 'write them as they stand there'}`,
    );
  const cells = rows[0]
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((c) => c.trim());
  if (cell < 1 || cell > cells.length)
    throw new Wrong(`the row "${words}" in ${file} has ${cells.length} cells, and no cell ${cell}`);
  return cells[cell - 1];
}

/* Short names of what a profile counts; what has none is asked for by its name in costs.json. */
const COUNTS = {
  loads: 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum',
  load_sectors: 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum',
  stores: 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum',
  store_sectors: 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum',
  shared_loads: 'requests_shared_ld',
  shared_stores: 'requests_shared_st',
  shared_atomics: 'requests_shared_atom',
  shared_wavefronts: 'wavefronts_shared',
  bank_conflicts_ld: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum',
  bank_conflicts_st: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum',
  shared_bytes: 'launch__shared_mem_per_block_static',
};

function count(stage, name, where) {
  if (name === 'key') return stage.keys;
  if (name === 'bank_conflicts')
    return count(stage, 'bank_conflicts_ld', where) + count(stage, 'bank_conflicts_st', where);
  const metric = COUNTS[name] ?? name,
    singular = COUNTS[`${name}s`];
  const known = stage.kernels.flatMap((k) => Object.keys(k.metrics));
  const asked = known.includes(metric) ? metric : (singular ?? metric);
  const counted = known.includes(asked) || asked.includes('conflicts'); // no conflict is no entry
  if (!counted) {
    const short = Object.keys(COUNTS).filter((c) => known.includes(COUNTS[c]));
    const there = [...short, ...known.filter((k) => !k.includes('__'))].join(', ');
    throw new Wrong(`${where} counts no ${name}. It has ${there}, and each per key`);
  }
  return stage.kernels.reduce((sum, k) => sum + (k.metrics[asked] ?? 0), 0);
}

const shown = (x) =>
  (Number.isInteger(x) ? x : Number(x.toPrecision(x < 1000 ? 3 : 6))).toLocaleString('en-US', {
    maximumFractionDigits: 4,
  });

/* A count of the reference in a stage of a lab, or one count per another: barriers_per_key. */
export function costOf(root, lab, stage, name) {
  const folder = readdirSync(join(root, 'labs')).find((f) => f.startsWith(`${lab}_`));
  if (!folder) throw new Wrong(`there is no lab ${lab}. Write its two digits, as in: cost: 03 4 barriers_per_key`);
  const stages = Object.entries(JSON.parse(read(root, `labs/${folder}/costs.json`)));
  if (stage < 1 || stage > stages.length)
    throw new Wrong(`labs/${folder}/costs.json has stages 1 to ${stages.length}, and no ${stage}`);
  const where = `stage ${stage} of labs/${folder}/costs.json`,
    [what, per] = name.split('_per_');
  const top = count(stages[stage - 1][1], what, where);
  return shown(per ? top / count(stages[stage - 1][1], per, where) : top);
}

/* A picture that grows, as it is after some of its steps. */
function upTo(svg, name, step) {
  const parts = svg.split('<g class="step">\n');
  if (step < 1 || step > parts.length)
    throw new Wrong(
      `picture ${name} has ${parts.length > 1 ? `steps 1 to ${parts.length}` : 'one step'}, and no ${step}`,
    );
  return step < parts.length ? `${parts.slice(0, step).join('<g class="step">\n')}</svg>` : svg;
}

/* A picture as data. A slide is light, whatever the browser likes, has its own ground and margin, and letters are the
   deck's. */
function pictureOf(pictures, name, step, style) {
  const file = join(pictures, `${name}.svg`);
  if (!existsSync(file))
    throw new Wrong(
      `there is no picture ${name}. make pictures writes ${
        existsSync(pictures)
          ? readdirSync(pictures)
              .filter((f) => f.endsWith('.svg'))
              .map((f) => f.slice(0, -4))
              .join(', ')
          : 'them'
      }`,
    );
  const inner = (all, width, height, margin) =>
    `width="${width - 2 * margin}" height="${height - 2 * margin}" ` +
    `viewBox="0 0 ${width - 2 * margin} ${height - 2 * margin}"`;
  const svg = readFileSync(file, 'utf8'),
    light = (step ? upTo(svg, name, Number(step)) : svg)
      .replace(/^@media \(prefers-color-scheme: dark\).*\n/m, '')
      .replace(/^<rect class="ground".*\n/m, '')
      .replace(/width="(\d+)" height="(\d+)" viewBox="-(\d+) [^"]*"/, inner)
      .replace('<style>', () => `<style>${style}`);
  return `data:image/svg+xml;base64,${Buffer.from(light).toString('base64')}`;
}

const REFERENCES = [
  [
    /^<!-- code: (\S+) (\w+)(?: (\d+)-(\d+))? -->$/,
    (k, file, name, from, to) => {
      const code = codeOf(read(k.root, file), file, name, Number(from), Number(to), k.secret);
      return `\`\`\`${file.endsWith('.cu') ? 'cuda' : 'c'}\n${code}\n\`\`\``;
    },
  ],
  [
    /<!-- number: (\S+) "([^"]+)" (\d+) -->/g,
    (k, file, words, cell) => numberOf(read(k.root, file), file, words, Number(cell)),
  ],
  [/<!-- cost: (\d+) (\d+) (\S+) -->/g, (k, lab, stage, name) => costOf(k.root, lab, Number(stage), name)],
  [
    /(!\[[^\]]+\])\(picture:(\w+)(?:@(\d+))?\)/g,
    (k, alt, name, step) => `${alt}(${pictureOf(k.pictures, name, step, k.style)})`,
  ],
];

function resolveLine(line, kit) {
  for (const [form, put] of REFERENCES) line = line.replace(form, (...match) => put(kit, ...match.slice(1, -2)));
  const left = /<!-- (code|number|cost):.*?(-->|$)|!\[[^\]]*\]\(picture:[^)]*\)/.exec(line);
  if (left) throw new Wrong(`${left[0].slice(0, 80)} cannot be read; slides/README.md has the forms`);
  return line;
}

/*
 * The text of one slide, whose first line is the deck's line `first`. kit: root, the top folder; pictures, their
 * folder; style, what goes into each picture; secret, whether lines that students have to write are refused.
 */
export function resolve(text, deck, first, kit) {
  const problems = [];
  let onSlide = 0; // lines of code that it shows so far
  const lines = text.split('\n').map((line, i) => {
    try {
      const put = resolveLine(line, kit);
      if (put.startsWith('```') && put !== line) onSlide += put.split('\n').length - 2;
      if (put !== line && onSlide > MOST_LINES)
        throw new Wrong(
          `with this the slide shows ${onSlide} lines of code, and at most ${MOST_LINES} are read; leave some out`,
        );
      return put;
    } catch (e) {
      if (!(e instanceof Wrong)) throw e;
      problems.push(`${deck}:${first + i}: ${e.message}`);
      return line;
    }
  });
  return { text: lines.join('\n'), problems };
}
