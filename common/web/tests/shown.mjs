/*
 * What a page shows, as HTML, without a browser: its own script runs on elements that know what dom.js needs, and no
 * more.
 *     node shown.mjs PAGE.html...     what several pages show, one after the other, an element with its text on each
 *                                     line
 * class.mjs holds it against what a browser shows.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const MARKS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };
const escaped = (text, marks) => String(text).replace(marks, (c) => MARKS[c]);

class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: new Map(), children: [], hidden: false, value: '' });
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  append(...children) {
    this.children.push(...children);
  }
  addEventListener() {}
  get firstChild() {
    return this.children[0];
  }
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join('');
  }
  set textContent(text) {
    this.children = [text];
  }
  get inside() {
    return this.children.map((child) => child.outside ?? escaped(child, /[&<>\u00a0]/g)).join('');
  }
  get outside() {
    const attributes = [...this.attributes]
      .map(([name, value]) => ` ${name}="${escaped(value, /[&"\u00a0]/g)}"`)
      .join('');
    return `<${this.tag}${attributes}>${this.tag === 'input' ? '' : `${this.inside}</${this.tag}>`}`;
  }
}

export function shown(file) {
  const page = readFileSync(file, 'utf8'),
    body = new Element('body');
  const [, data] = /<script type="application\/json" id="run">([^]*?)<\/script>/.exec(page),
    [, script] = /<script>([^]*)<\/script>/.exec(page);
  const create = (tag) => new Element(tag),
    text = { textContent: data };
  const document = {
    title: '',
    body,
    createElement: create,
    createElementNS: (_, tag) => create(tag),
    getElementById: () => text,
  };
  try {
    vm.runInNewContext(script, { document });
  } catch (error) {
    throw new Error(`${file} shows nothing: ${error.message}`); // without the script, which is one long line
  }
  return { title: document.title, html: body.inside };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const file of process.argv.slice(2)) {
    const { title, html } = shown(file);
    console.log(
      `<title>${escaped(title, /[&<>]/g)}</title>\n` +
        html.replace(/(<(section|tr|li|p|h\d|div|figure|dt|time)\b)/g, '\n$1'),
    );
  }
