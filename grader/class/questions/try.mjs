/**
 * @file
 * @brief Runs the check of each question that has one: it has to print the answer of the bank.
 */
import { spawnSync } from 'node:child_process';

const answerOf = (q) => (q.order ? q.order.join('\n') : String(q.answer));

function tryOne(q) {
  const run = spawnSync('sh', ['-c', `. grader/class/questions/try.sh\n${q.check}`], { encoding: 'utf8' });
  const said = run.stdout.trim(),
    right = run.status === 0 && said === answerOf(q).trim();
  console.log(`${right ? 'ok' : 'not ok'} - ${q.id}`);
  if (!right)
    console.log(
      `# the bank says: ${answerOf(q)}\n# the check says: ${said} ${run.stderr.trim()}`.replace(/\n(?!#)/g, '\n# '),
    );
  return right;
}

/** False where a check does not print its answer. */
export function tryAll(questions) {
  const checked = questions.filter((q) => q.check),
    wrong = checked.filter((q) => !tryOne(q)).length;
  for (const q of questions.filter((q) => q.unchecked)) console.log(`not tried - ${q.id}: ${q.unchecked}`);
  return wrong === 0;
}
