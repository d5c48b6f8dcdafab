/* Numbers, sentences, and what ncu's names mean. */
export const whole = (n) => n.toLocaleString('en');
export const short = (n) => (n < 10000 ? whole(n) : n < 1e6 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`);
export const ratio = (n) =>
  n >= 100 ? whole(Math.round(n)) : n >= 10 ? n.toFixed(1) : n >= 0.1 || n === 0 ? n.toFixed(n ? 2 : 0) : n.toFixed(4);
const some = (n, one, many = `${one}s`) => `${whole(n)} ${n === 1 ? one : many}`;

/* What a line does, in a sentence or two. */
export function sentence(c) {
  const said = [];
  if (c.requests)
    said.push(
      `${some(c.requests, 'request')} to global memory ${c.requests === 1 ? 'takes' : 'take'} ` +
        `${some(c.sectors, 'sector')}: ${ratio(c.sectors / c.requests)} each, and ` +
        `${ratio(c.ideal / c.requests)} would be enough`,
    );
  if (c.shared)
    said.push(
      `${some(c.shared, 'request')} to shared memory ` +
        (c.conflicts ? `and ${some(c.conflicts, 'round')} more for bank conflicts` : 'without a bank conflict'),
    );
  if (c.atomics) said.push(`${some(c.atomics, 'atomic')} of a warp`);
  if (c.barriers) said.push(`${some(c.barriers, 'barrier')}`);
  if (c.diverges) said.push(`the lanes of a warp diverge ${some(c.diverges, 'time')}`);
  return said.length ? `${said.map(capital).join('. ')}.` : 'It asks nothing of memory.';
}

/* What is usually done about it. */
export function advice(c) {
  if (c.sectors > 1.25 * c.ideal && c.sectors - c.ideal >= c.conflicts)
    return 'Neighbouring lanes should touch neighbouring words. Then 32 lanes need 4 sectors.';
  if (c.conflicts > 0.1 * c.shared)
    return (
      'Lanes of one request want different words of one bank, and take turns. Banks repeat every 32 words. ' +
      'Another stride or a word of padding spreads them.'
    );
  if (c.barriers && !c.requests && !c.shared) return 'Each barrier makes all warps of the block wait for the slowest.';
  if (c.diverges)
    return (
      'Where lanes diverge, a warp runs both branches one after the other. A choice of values (?:, min, max) ' +
      'often needs no branch.'
    );
  return '';
}

const capital = (s) => `${s[0].toUpperCase()}${s.slice(1)}`;

const KINDS = { ld: 'loads', st: 'stores', red: 'atomics without result', atom: 'atomics' };
const MEANINGS = [
  [/^l1tex__t_requests_.*_op_(\w+)\.sum/, 'requests of warps to global memory'],
  [/^l1tex__t_sectors_.*_op_(\w+)\.sum/, 'sectors of 32 bytes that they take'],
  [/^ideal_sectors_global_(\w+)/, 'the smallest number of sectors that is enough'],
  [/^requests_shared_(\w+)/, 'requests of warps to shared memory'],
  [/^l1tex__data_pipe_lsu_wavefronts_.*_op_(\w+)\.sum/, 'rounds that they take'],
  [/^l1tex__data_bank_conflicts_.*_op_(\w+)\.sum/, 'rounds lost to bank conflicts'],
  [/^wavefronts_shared$/, 'rounds in shared memory, in all'],
  [/^ideal_wavefronts_shared$/, 'the smallest number of rounds that is enough'],
  [/^barriers$/, 'barriers of a block'],
  [/^atomics$/, 'atomics, of a warp each'],
  [/^divergent_branches$/, 'branches at which the lanes of a warp diverge'],
  [/^lanes_global_atomics$/, 'threads that take part in atomics in global memory'],
  [/^lanes_(?:global|shared)_(\w+)/, 'threads that take part in these requests'],
  [/^lanes$/, 'accesses of threads, in all'],
  [/^requests$/, 'requests of warps, in all'],
  [/^busiest_warp$/, 'requests of the busiest warp of each launch'],
  [/^busiest_block$/, 'requests of the busiest block of each launch'],
  [/^launch__grid_size$/, 'blocks launched'],
  [/^launch__thread_count$/, 'threads launched'],
  [/^launch__shared_mem_per_block_static$/, 'bytes of __shared__ arrays a block'],
  [/^launch__shared_mem_per_block_dynamic$/, 'bytes of shared memory given at the launch'],
];

export function meaning(name) {
  for (const [pattern, words] of MEANINGS) {
    const m = pattern.exec(name);
    if (m) return m[1] ? `${words}: ${KINDS[m[1]] || m[1]}` : words;
  }
  return '';
}

const LIMITS = {
  threads: 'its warps are all taken then',
  'shared memory': 'there is no more shared memory then',
  blocks: 'it takes no more blocks than that, however small',
};

export function occupancy(o) {
  return (
    `One multiprocessor of ${/^[AHLR]/.test(o.gpu) ? 'an' : 'a'} ${o.gpu} holds ${some(o.blocks, 'block')} ` +
    `of it at once: ${LIMITS[o.limit] || o.limit}.`
  );
}
