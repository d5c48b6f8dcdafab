/*
 * What somebody does to a program so that it looks like another one: each changes the text and keeps the meaning.
 * All go by the syntax tree, so that what comes out is a program again.
 */
import { parse } from '../../../../build/similar-web/tokens.mjs';

const nodes = (node, type) => node.descendantsOfType(type);
const inside = (node, ...types) => {
  for (let p = node.parent; p; p = p.parent) if (types.includes(p.type)) return true;
  return false;
};
const CONSTANT = [
  'array_declarator',
  'enumerator',
  'kernel_call_syntax',
  'preproc_include',
  'preproc_def',
  'preproc_if',
  'initializer_list',
];

/* EDITS: [node or [from, to], text]; of two that overlap, the one inside waits for another round. */
function edited(text, edits) {
  const all = edits
    .map(([where, to]) => (Array.isArray(where) ? [...where, to] : [where.startIndex, where.endIndex, to]))
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let at = 0,
    out = '';
  for (const [from, end, to] of all) {
    if (from < at) continue;
    out += text.slice(at, from) + to;
    at = end;
  }
  return out + text.slice(at);
}

/* Again and again, innermost first, as long as CHANGE finds something that holds none of its like. */
function rounds(text, change, most = 40) {
  for (let i = 0; i < most; i++) {
    const edits = change(parse(text));
    if (edits.length === 0) break;
    text = edited(text, edits);
  }
  return text;
}

const isStatic = (f) => f.children.some((c) => c.type === 'storage_class_specifier' && c.text === 'static');
const nameOf = (node) => {
  while (node && node.type !== 'identifier')
    node =
      node.childForFieldName('declarator') ??
      node.namedChildren.find((c) => c.type.endsWith('declarator') || c.type === 'identifier');
  return node?.text;
};
const signature = (text, f) => text.slice(f.startIndex, f.childForFieldName('body').startIndex).trim();
const headEnd = (root) =>
  Math.max(...root.namedChildren.filter((n) => n.type === 'preproc_include').map((n) => n.endIndex));

export const DISGUISES = {
  order(text) {
    // of functions: the last one first, all declared before
    const root = parse(text),
      all = root.namedChildren.filter((n) => n.type === 'function_definition');
    const rest = edited(
      text,
      all.map((f) => [f, '']),
    );
    return `${rest}\n${all.map((f) => `${signature(text, f)};`).join('\n')}\n\n${all
      .reverse()
      .map((f) => f.text)
      .join('\n\n')}\n`;
  },
  inline(text) {
    // static functions that are one expression
    const root = parse(text),
      bodies = new Map();
    for (const f of nodes(root, 'function_definition')) {
      const body = f.childForFieldName('body').namedChildren.filter((n) => n.type !== 'comment');
      const value = body.length === 1 && body[0].type === 'return_statement' && body[0].namedChildren[0];
      if (isStatic(f) && value)
        bodies.set(nameOf(f.childForFieldName('declarator')), {
          value,
          names: nodes(f, 'parameter_declaration').map((p) => nameOf(p.childForFieldName('declarator') ?? p)),
        });
    }
    return edited(
      text,
      nodes(root, 'call_expression').flatMap((call) => {
        const f = bodies.get(call.childForFieldName('function').text),
          given = call.childForFieldName('arguments').namedChildren;
        if (!f) return [];
        const names = nodes(f.value, 'identifier').filter((n) => f.names.includes(n.text));
        const value = edited(
          text.slice(f.value.startIndex, f.value.endIndex),
          names.map((n) => [
            [n.startIndex - f.value.startIndex, n.endIndex - f.value.startIndex],
            `(${given[f.names.indexOf(n.text)].text})`,
          ]),
        );
        return [[call, `(${value})`]];
      }),
    );
  },
  extract(text) {
    // sums and comparisons of simple things become helpers
    const root = parse(text),
      helpers = { '+': 'added', '<': 'is_below' };
    const arrays = new Set(nodes(root, ['pointer_declarator', 'array_declarator', 'reference_declarator']).map(nameOf));
    const plain = (n) => ['identifier', 'number_literal'].includes(n.type) && !arrays.has(n.text);
    const edits = nodes(root, 'binary_expression').flatMap((e) => {
      const [left, op, right] = e.children,
        helper = helpers[op.type];
      return helper &&
        plain(left) &&
        plain(right) &&
        inside(e, 'compound_statement') &&
        !inside(e, 'argument_list', ...CONSTANT)
        ? [[e, `${helper}(${left.text}, ${right.text})`]]
        : [];
    });
    const both = /__global__|cudaStream_t/.test(text) ? 'static __host__ __device__' : 'static inline';
    const end = headEnd(root);
    return edited(text, [
      ...edits,
      [
        [end, end],
        `\n\n${both} size_t added(size_t a, size_t b) { return a + b; }\n` +
          `${both} int is_below(size_t a, size_t b) { return a < b; }\n`,
      ],
    ]);
  },
  loops(text) {
    // for becomes while
    return rounds(text, (root) =>
      nodes(root, 'for_statement').flatMap((f) => {
        const [start, until, step, body] = ['initializer', 'condition', 'update', 'body'].map((name) =>
          f.childForFieldName(name),
        );
        if (nodes(f, 'for_statement').length > 1 || nodes(f, 'continue_statement').length > 0 || !body) return [];
        const first = start ? start.text.replace(/;$/, '') + ';' : '';
        return [
          [f, `{\n${first}\nwhile (${until?.text ?? '1'}) {\n${body.text}\n${step ? step.text + ';' : ''}\n}\n}`],
        ];
      }),
    );
  },
  choices(text) {
    // x = c ? a : b becomes if and else
    return edited(
      text,
      nodes(parse(text), 'assignment_expression').flatMap((e) => {
        const value = e.childForFieldName('right'),
          left = e.childForFieldName('left').text,
          op = e.childForFieldName('operator').type;
        if (value.type !== 'conditional_expression' || e.parent.type !== 'expression_statement') return [];
        const [c, a, b] = ['condition', 'consequence', 'alternative'].map((name) => value.childForFieldName(name).text);
        return [[e.parent, `{\nif (${c})\n${left} ${op} ${a};\nelse\n${left} ${op} ${b};\n}`]];
      }),
    );
  },
  split(text) {
    // declarations and assignments in two steps
    const root = parse(text);
    const declarations = nodes(root, 'declaration').flatMap((d) => {
      const parts = d.namedChildren.filter((n) => n.type.endsWith('declarator') || n.type === 'identifier');
      const plain = parts.every(
        (p) =>
          p.type === 'init_declarator' &&
          ['identifier', 'pointer_declarator'].includes(p.childForFieldName('declarator').type) &&
          p.childForFieldName('value').type !== 'initializer_list',
      );
      if (!plain || d.parent.type !== 'compound_statement' || /\b(const|static|__shared__|auto)\b/.test(d.text))
        return [];
      const type = text.slice(d.startIndex, parts[0].startIndex).trim();
      return [
        [
          d,
          parts
            .map(
              (p) =>
                `${type} ${p.childForFieldName('declarator').text};\n${nameOf(p)} = ` +
                `${p.childForFieldName('value').text};`,
            )
            .join('\n'),
        ],
      ];
    });
    const steps = nodes(root, 'expression_statement').flatMap((s) => {
      const e = s.namedChildren[0],
        simple = (n) => n?.type === 'identifier';
      if (e?.type === 'update_expression' && simple(e.childForFieldName('argument')))
        return [
          [
            e,
            `${e.childForFieldName('argument').text} = ${e.childForFieldName('argument').text} ` +
              `${e.childForFieldName('operator').type[0]} 1`,
          ],
        ];
      if (e?.type !== 'assignment_expression' || !simple(e.childForFieldName('left'))) return [];
      const [left, op, right] = [
        e.childForFieldName('left').text,
        e.childForFieldName('operator').type,
        e.childForFieldName('right').text,
      ];
      return op === '=' ? [] : [[e, `${left} = ${left} ${op.slice(0, -1)} (${right})`]];
    });
    return edited(text, [...declarations, ...steps]);
  },
  turned(text) {
    // a < b becomes b > a
    const other = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==' };
    return rounds(
      text,
      (root) =>
        nodes(root, 'binary_expression').flatMap((e) => {
          const [left, op, right] = e.children;
          return other[op.type] &&
            nodes(e, 'binary_expression').every((b) => b.equals(e) || !other[b.children[1].type]) &&
            inside(e, 'compound_statement') &&
            !inside(e, 'preproc_if')
            ? [[e, `${right.text} ${other[op.type]} ${left.text}`]]
            : [];
        }),
      1,
    );
  },
  dead(text) {
    // a line without an effect behind every second statement
    let k = 0;
    return edited(
      text,
      nodes(parse(text), ['declaration', 'expression_statement'])
        .filter((n) => n.parent.type === 'compound_statement')
        .flatMap((n) => {
          k++;
          return k % 2 ? [] : [[[n.endIndex, n.endIndex], `\nint spare${k} = ${k} * 3;\n(void)spare${k};`]];
        }),
    );
  },
  constants(text) {
    // numbers get names
    const root = parse(text),
      found = nodes(root, 'number_literal').filter(
        (n) => /^[1-9]\d*$/.test(n.text) && inside(n, 'compound_statement') && !inside(n, 'preproc_if'),
      );
    const names = [...new Set(found.map((n) => n.text))],
      end = headEnd(root);
    return edited(text, [
      ...found.map((n) => [n, `NUMBER_${n.text}`]),
      [[end, end], `\n\nenum { ${names.map((n) => `NUMBER_${n} = ${n}`).join(', ')} };\n`],
    ]);
  },
  types(text) {
    // the same types by other names
    const other = { uint32_t: 'unsigned', size_t: 'unsigned long', uint64_t: 'unsigned long', int: 'signed' };
    return edited(
      text,
      nodes(parse(text), ['primitive_type', 'type_identifier'])
        .filter((n) => other[n.text])
        .map((n) => [n, other[n.text]]),
    );
  },
  parentheses(text) {
    // around all that is compared, added, indexed or assigned
    return edited(
      text,
      nodes(parse(text), ['identifier', 'number_literal']).flatMap((n) => {
        const p = n.parent,
          isValue =
            p.type === 'binary_expression' ||
            p.type === 'subscript_argument_list' ||
            (p.type === 'assignment_expression' && p.childForFieldName('right').equals(n));
        return isValue && inside(n, 'compound_statement') && !inside(n, ...CONSTANT) ? [[n, `(${n.text})`]] : [];
      }),
    );
  },
  names(text) {
    // of all that is the program's own
    const root = parse(text),
      own = new Map();
    for (const n of nodes(root, ['parameter_declaration', 'declaration', 'init_declarator']))
      for (const d of n.childrenForFieldName('declarator')) own.set(nameOf(d), 0);
    for (const f of nodes(root, 'function_definition'))
      isStatic(f)
        ? own.set(nameOf(f.childForFieldName('declarator')), 0)
        : own.delete(nameOf(f.childForFieldName('declarator')));
    [...own.keys()].sort().forEach((name, i) => own.set(name, `${'qwertzuiop'[i % 10]}${'asdfghjkl'[i % 9]}_${i}`));
    return edited(
      text,
      nodes(root, 'identifier')
        .filter((n) => own.has(n.text) && n.parent.type !== 'attribute')
        .map((n) => [n, own.get(n.text)]),
    );
  },
  layout(text) {
    // no comments, other indentation, braces on lines of their own
    const bare = edited(
      text,
      nodes(parse(text), 'comment').map((c) => [c, '']),
    );
    return (
      bare
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .map((line) => (line.startsWith('#') ? line : `\t\t${line.replace(/,/g, ' , ').replace(/\{$/, '\n\t\t{')}`))
        .join('\n') + '\n'
    );
  },
};
