// What an editor makes of the files of `make editor`, for test_editor.sh:
//     node editor.mjs parse FILE...            each is JSON
//     node editor.mjs words LABEL              the command of a task, a word a line, while a file of lab 03 is open
//     node editor.mjs matched LABEL <OUTPUT    "error FILE LINE MESSAGE" for each line that the task's problem matcher
//                                              takes, as a list has them at the end: of the last check of a watch
//     node editor.mjs clangd FILE...           "FILE:LINE: MESSAGE" for each error of clangd
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const task = (label) => json('.vscode/tasks.json').tasks.find((task) => task.label === `Sortlab: ${label}`);

function matched(label) {
  const { pattern, background } = task(label).problemMatcher;
  let list = [],
    active = !background || background.activeOnStart;
  for (const line of readFileSync(0, 'utf8').split('\n')) {
    if (background && new RegExp(background.beginsPattern).test(line)) ((active = true), (list = []));
    if (background && new RegExp(background.endsPattern).test(line)) active = false;
    const parts = active && new RegExp(pattern.regexp).exec(line);
    if (parts) list.push(['severity', 'file', 'line', 'message'].map((part) => parts[pattern[part]]).join(' '));
  }
  if (active && background) list.push('the check has no end');
  return list;
}

// One file after the other is opened, as in an editor that knows nothing of the kit.
function clangd(files) {
  const server = spawn('clangd', ['--background-index=false', '--log=error'], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const open = () => {
    if (!files.length) return server.kill();
    const uri = `file://${encodeURI(resolve(files[0]))}`,
      text = readFileSync(files[0], 'utf8');
    const languageId = files[0].endsWith('.cu') ? 'cuda-cpp' : 'c';
    send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId, version: 1, text } } });
  };
  const heard = (message) => {
    if (message.id === 1) open();
    if (message.method !== 'textDocument/publishDiagnostics' || !files.length) return;
    for (const d of message.params.diagnostics)
      if (d.severity === 1) console.log(`${files[0]}:${d.range.start.line + 1}: ${d.message.split('\n')[0]}`);
    files.shift();
    open();
  };
  let got = Buffer.alloc(0);
  server.stdout.on('data', (data) => {
    got = Buffer.concat([got, data]);
    for (let head; (head = got.indexOf('\r\n\r\n')) >= 0;) {
      const end = head + 4 + Number(/Content-Length: (\d+)/.exec(got.subarray(0, head))[1]);
      if (got.length < end) return;
      const message = JSON.parse(got.subarray(head + 4, end));
      got = got.subarray(end);
      heard(message);
    }
  });
  server.on('close', () => files.forEach((file) => console.log(`${file}: clangd ended before it said anything`)));
  send({ id: 1, method: 'initialize', params: { processId: process.pid, rootUri: null, capabilities: {} } });
}

const [what, ...rest] = process.argv.slice(2);
if (what === 'parse') rest.forEach(json);
if (what === 'words') {
  const { command, args } = task(rest[0]);
  console.log([command, ...args].join('\n').replaceAll('${fileDirnameBasename}', '03_atomic_merge'));
}
if (what === 'matched') console.log(matched(rest[0]).join('\n'));
if (what === 'clangd') clangd(rest);
