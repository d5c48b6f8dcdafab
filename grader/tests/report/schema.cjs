// Holds files NAME.FORMAT against FORMAT.json, by ajv; a file of Autolab is taken as an array of its lines.
//     node schema.cjs SCHEMAS FILE...      exit code 0, or 1 with a line for each that fails
const fs = require('fs');
const Ajv = require('ajv');
const path = require('path');
const [schemas, ...files] = process.argv.slice(2);
const compiled = {};
let failed = 0;

const schemaOf = (format) => {
  const read = () => JSON.parse(fs.readFileSync(path.join(schemas, `${format}.json`)));
  return (compiled[format] = compiled[format] || new Ajv().compile(read()));
};

const fail = (file, why) => {
  console.log(`${file}: ${why}`);
  failed = 1;
};

// Autolab quotes whatever looks like a name before a colon, wherever it stands.
const autolab = (text) => {
  const lines = text.trimEnd().split('\n');
  if (text.length > 1024000) throw new Error('longer than Autolab reads');
  for (const line of lines) if (/[A-Za-z0-9_]:/.test(line)) throw new Error('a word before a colon');
  return lines.map((line) => JSON.parse(line));
};

// What a schema cannot say: names are unique, and their length is in bytes.
const names = (value) => {
  const all = (value.tests || []).map((test) => test['test-name'] || test.name);
  if (new Set(all).size !== all.length) throw new Error('two tests have one name');
  if (all.some((name) => Buffer.byteLength(name) > 100)) throw new Error('a name is longer than 100 bytes');
};

for (const file of files) {
  const format = path.extname(file).slice(1);
  try {
    const validate = schemaOf(format);
    const bytes = fs.readFileSync(file);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value = format === 'autolab' ? autolab(text) : JSON.parse(text);
    names(value);
    if (format === 'prairielearn' && bytes.length > 1000000) throw new Error('longer than 1 MB');
    if (!validate(value)) fail(file, JSON.stringify(validate.errors[0]));
  } catch (error) {
    fail(file, error.message);
  }
}
process.exit(failed);
