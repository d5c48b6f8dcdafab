/*
 * What a program does, as a list of words: its syntax tree from first to last, without all that is changed
 * to disguise a copy. Names and numbers are one word, types and layout none. A loop is a loop, `i++` and
 * `i += 1` are `i = i + 1`, `a > b` is `b < a`, and a declaration is the assignment in it.
 */
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

await Parser.init();
const grammar = await Language.load(createRequire(import.meta.url).resolve('tree-sitter-cuda/tree-sitter-cuda.wasm'));

/* Names that only another program would call something else. */
const GIVEN = new RegExp(
  '^(__\\w+|atomic\\w+|cuda\\w+|threadIdx|blockIdx|blockDim|gridDim|min|max|' +
    'memcpy|memset|memmove|malloc|free|CU|CU_LAUNCHED|assert)$',
);
const SILENT = new Set([
  'comment',
  'preproc_include',
  'preproc_def',
  'preproc_call',
  'type_qualifier',
  'storage_class_specifier',
  'type_descriptor',
  'primitive_type',
  'sized_type_specifier',
  'placeholder_type_specifier',
  'using_declaration',
  'attribute_specifier',
  'launch_bounds',
  'parameter_list',
  'abstract_pointer_declarator',
  'empty_statement',
  'break_statement',
  'expression_placeholder',
]);
const LEAVES = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'number_literal',
  'char_literal',
  'string_literal',
  'true',
  'false',
  'null',
  'this',
  'concatenated_string',
]);
const TURNED = { '>': '<', '>=': '<=' };

const at = (node, field) => node.childForFieldName(field);
const present = (...nodes) => nodes.filter(Boolean);
const inside = (node) => node.namedChildren;
const operator = (node) => at(node, 'operator')?.type ?? '';

/* What a declarator such as `*a = b` sets. */
function declared(node) {
  const value = at(node, 'value');
  return value && node.type === 'init_declarator' ? ['=', 'x', value] : [];
}

/* What stands for a node: words, and nodes that come in its place; in a list of its own. */
const RULES = {
  identifier: (n) => [GIVEN.test(n.text) ? n.text : 'x'],
  parenthesized_expression: inside,
  condition_clause: inside,
  cast_expression: (n) => present(at(n, 'value')),
  compound_statement: inside,
  expression_statement: inside,
  comma_expression: inside,
  else_clause: (n) => ['else', ...inside(n)],
  declaration: (n) => inside(n).flatMap(declared),
  function_definition: (n) => ['function', ...present(at(n, 'body'))],
  assignment_expression: (n) => {
    const [left, right, op] = [at(n, 'left'), at(n, 'right'), operator(n)];
    return op === '=' ? ['=', left, right] : ['=', left, op.slice(0, -1), left, right];
  },
  update_expression: (n) => ['=', at(n, 'argument'), operator(n)[0], at(n, 'argument'), 'x'],
  binary_expression: (n) => {
    const [left, right, op] = [at(n, 'left'), at(n, 'right'), operator(n)];
    return TURNED[op] ? [TURNED[op], right, left] : [op, left, right];
  },
  unary_expression: (n) => [operator(n), at(n, 'argument')],
  pointer_expression: (n) => [operator(n), at(n, 'argument')],
  subscript_expression: (n) => ['[', ...inside(n)],
  subscript_argument_list: inside,
  argument_list: inside,
  field_expression: (n) => {
    const of = at(n, 'argument');
    return of?.type === 'identifier' && GIVEN.test(of.text)
      ? [`${of.text}.${at(n, 'field')?.text}`]
      : ['.', ...inside(n)];
  },
  call_expression: (n) => ['call', ...inside(n)],
  kernel_call_syntax: (n) => ['<<<', ...inside(n)],
  for_statement: (n) => present(at(n, 'initializer'), 'loop', at(n, 'condition'), at(n, 'body'), at(n, 'update')),
  while_statement: (n) => ['loop', ...inside(n)],
};

function rule(node) {
  if (!node.isNamed || SILENT.has(node.type)) return [];
  if (RULES[node.type]) return RULES[node.type](node);
  return LEAVES.has(node.type) || node.namedChildCount === 0 ? ['x'] : [node.type, ...inside(node)];
}

const parser = new Parser();
parser.setLanguage(grammar);

/* Of `(n) - 1` and `(f(n)) - 1` the grammar makes casts of -1, to types n and f(n). Blanks take the place of such
   parentheses. */
const A_TYPE = /_t$|^(unsigned|signed|int|long|short|char|bool|float|double)$/;
const NAMED = /\((\w+(?:\([^()]*\))?)\)(?=\s*[-+*&])/g;
function clear(text) {
  return text.replace(NAMED, (all, name, at) => {
    let before = at;
    while (before > 0 && /\s/.test(text[before - 1])) before--;
    const called =
      /[\w)\]]/.test(text[before - 1] ?? '') && !/\breturn$/.test(text.slice(Math.max(0, before - 7), before));
    return called || A_TYPE.test(name) ? all : ` ${name} `;
  });
}

/** The root of a program's syntax tree; it holds up to the next call. */
export function parse(text) {
  before?.delete();
  before = parser.parse(clear(text));
  return before.rootNode;
}
let before;

/**
 * The words of a program in C or CUDA, and on which line (from 1) each stands. Trees may be as deep as they like.
 * With more than `most` words it ends there: one more than that comes back.
 */
export function wordsOf(text, most = Infinity) {
  const words = [],
    lines = [],
    left = [parse(text)];
  for (let line = 1; left.length > 0 && words.length <= most;) {
    const next = left.pop();
    if (typeof next === 'string') {
      words.push(next);
      lines.push(line);
      continue;
    }
    line = Math.max(line, next.startPosition.row + 1); // a loop's step counts to its last line
    const items = rule(next);
    for (let i = items.length - 1; i >= 0; i--) left.push(items[i]);
  }
  return { words, lines };
}
