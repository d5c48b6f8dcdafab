/**
 * @file
 * @brief A student's file: its functions, the steps that they belong to, its loops and comparisons.
 */
import { readFileSync, readdirSync } from 'node:fs';

/** The functions of a file: {name, from, to}, in lines from 1. They begin at column 0, and so do their last braces. */
export function functionsOf(lines) {
  const found = [];
  let open = null,
    inside = false;
  lines.forEach((line, i) => {
    const named = !inside && /^[A-Za-z_].*?\b(\w+)\s*\(/.exec(line);
    if (named && !/^(#|typedef\b|enum\b|return\b)/.test(line)) open = { name: named[1], from: i + 1 };
    if (open && !inside && /;\s*(\/\/.*)?$/.test(line) && !line.includes('{')) open = null;
    if (open && !inside && /\{\s*(\/\/.*)?$/.test(line)) inside = true;
    if (inside && /^\}/.test(line)) {
      found.push({ ...open, to: i + 1 });
      open = null;
      inside = false;
    }
  });
  return found;
}

/** Which steps each function of a lab holds, as the marks of its solution say: Map of names to steps, none where it
 * is given. */
export function stepsOf(lab) {
  const file = readdirSync('solutions').find((f) => f.startsWith(`${lab}.`));
  const lines = readFileSync(`solutions/${file}`, 'utf8').split('\n'),
    steps = new Map();
  for (const f of functionsOf(lines)) {
    const own = lines
      .slice(f.from - 1, f.to)
      .map((l) => /^ *\/\/> TODO (\d+)/.exec(l))
      .filter(Boolean)
      .map((m) => Number(m[1]));
    steps.set(f.name, [...new Set(own)]);
  }
  return steps;
}

/** What the lab's page says of each step: Map of numbers to Markdown. */
export function tasksOf(lab) {
  const text = /\n## Do\n([^]*?)\n\n/.exec(`${readFileSync(`labs/${lab}/README.md`, 'utf8')}\n\n`)[1];
  return new Map(
    text
      .split(/^(?=\d+\. )/m)
      .filter((t) => /^\d/.test(t))
      .map((t) => [
        parseInt(t, 10),
        t
          .replace(/^\d+\. */, '')
          .replace(/\s+/g, ' ')
          .replace(/`/g, '')
          .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
          .trim(),
      ]),
  );
}

const code = (line) => line.replace(/\/\/.*$|\/\*.*?\*\//g, '').replace(/"[^"]*"/g, '""');
/** Lines of a function with a loop, or with a comparison of two words of memory. */
export const loopsIn = (lines, f) => linesIn(lines, f, /\b(for|while)\s*\(/);
export const comparesIn = (lines, f) => linesIn(lines, f, /\w+\[[^\]]*\]+\s*(<=?|>=?)\s*\w|\w\s*(<=?|>=?)\s*\w+\[/);
function linesIn(lines, f, pattern) {
  const found = [];
  for (let i = f.from; i < f.to; i++) if (pattern.test(code(lines[i]))) found.push(i + 1);
  return found;
}
