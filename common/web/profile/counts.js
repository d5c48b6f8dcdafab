/* Counts of kernels and of lines, by the names of a report, and what is made of them. */
const GLOBAL = ['ld', 'st', 'red', 'atom'],
  SHARED = ['ld', 'st', 'atom'];

const sum = (metrics, kinds, before, after) =>
  kinds.reduce((all, kind) => all + (metrics[`${before}${kind}${after}`] || 0), 0);

/* What is shown of a list of metrics. */
export function countsOf(metrics) {
  return {
    requests: sum(metrics, GLOBAL, 'l1tex__t_requests_pipe_lsu_mem_global_op_', '.sum'),
    sectors: sum(metrics, GLOBAL, 'l1tex__t_sectors_pipe_lsu_mem_global_op_', '.sum'),
    ideal: sum(metrics, GLOBAL, 'ideal_sectors_global_', ''),
    shared: sum(metrics, SHARED, 'requests_shared_', ''),
    conflicts: sum(metrics, SHARED, 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_', '.sum'),
    barriers: metrics.barriers || 0,
    atomics: metrics.atomics || 0,
    diverges: metrics.divergent_branches || 0,
  };
}

export function add(a, b) {
  const all = { ...a };
  for (const key of Object.keys(b)) all[key] = (all[key] || 0) + b[key];
  return all;
}

const isEmpty = (c) => !Object.values(c).some((v) => v > 0);

/* What a line takes that it could spare: sectors, and rounds of shared memory. */
export const waste = (c) => Math.max(0, c.sectors - c.ideal) + c.conflicts;

/* One run: its kernels, and for a choice of them the counts line by line. */
export class Profile {
  constructor(data) {
    Object.assign(this, data);
    this.lines = data.source ? data.source.replace(/\n$/, '').split('\n') : [];
    this.kernels = data.kernels.map((k) => ({ ...k, counts: countsOf(k.metrics) }));
  }
  chosen(name) {
    return name ? this.kernels.filter((k) => k.name === name) : this.kernels;
  }
  /* Of all chosen kernels together; null where there is none. */
  totals(name) {
    const kernels = this.chosen(name);
    return kernels.length ? kernels.map((k) => k.counts).reduce(add) : null;
  }
  /* Of this file by line, and of others as "file:line". */
  byLine(name) {
    const own = new Map(),
      others = new Map();
    for (const kernel of this.chosen(name))
      for (const l of kernel.lines || []) {
        const c = countsOf(l.metrics),
          to = l.file === this.file ? own : others,
          key = l.file === this.file ? l.line : `${l.file}:${l.line}`;
        if (!isEmpty(c)) to.set(key, to.has(key) ? add(to.get(key), c) : c);
      }
    return { own, others };
  }
}
