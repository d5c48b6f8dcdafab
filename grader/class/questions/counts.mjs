/**
 * @file
 * @brief Prints what an expression makes of a profile's counts: node counts.mjs PAGE|REPORT EXPRESSION, of m and keys.
 */
import { readFileSync } from 'node:fs';
import { dataOf } from '../../../common/web/data.mjs';

const [file, expression] = process.argv.slice(2),
  m = {};
const { kernels, n } = file.endsWith('.html')
  ? { ...dataOf(file).run, n: dataOf(file).n }
  : JSON.parse(readFileSync(file, 'utf8'));
for (const kernel of kernels)
  for (const [name, count] of Object.entries(kernel.metrics)) m[name] = (m[name] ?? 0) + count;
/* Short names of what is asked for most. */
const of = (name, kind) => m[`l1tex__t_${name}_pipe_lsu_mem_global_op_${kind}.sum`];
Object.assign(m, {
  loads: of('requests', 'ld'),
  load_sectors: of('sectors', 'ld'),
  stores: of('requests', 'st'),
  store_sectors: of('sectors', 'st'),
  conflicts: m['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum'],
});
console.log(new Function('m', 'keys', `return ${expression}`)(m, n));
