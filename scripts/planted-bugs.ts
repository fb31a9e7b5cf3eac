/**
 * The negative control of the money tests. `node scripts/planted-bugs.ts [first-last]` plants each known bug in a copy of the source and
 * runs the test that must catch it; `node scripts/planted-bugs.ts mutants [count] [seed] [first]` does the same with a random sample of
 * small changes and counts how many are noticed.
 */
import { plantedBugs } from './planted-bugs/bugs.ts'
import { type Copy, copySource } from './planted-bugs/copy.ts'
import { sampleMutants } from './planted-bugs/mutants.ts'

type Row = { name: string; isCaught: boolean }

async function plantAll(copy: Copy, first: number, last: number): Promise<Row[]> {
  const rows: Row[] = []
  const chosen = plantedBugs.slice(first - 1, last)
  const { isCaught: isBroken, by: why } = chosen.length === plantedBugs.length ? await copy.judge([], [...new Set(chosen.flatMap(({ tests }) => tests))]) : { isCaught: false, by: '' }
  if (isBroken) throw new Error(`the tests fail without any bug, so they would prove nothing: ${why}`)
  for (const [index, { name, edits, tests }] of plantedBugs.entries()) {
    if (index + 1 < first || index + 1 > last) continue
    const { isCaught, by, ms } = await copy.judge(edits, tests)
    rows.push({ name, isCaught })
    console.log(`${String(index + 1).padStart(3)} ${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${name.padEnd(52)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${by}`)
  }
  return rows
}

async function plantMutants(copy: Copy, count: number, seed: string, first: number): Promise<Row[]> {
  const { mutants, total } = sampleMutants(count, seed)
  console.log(`${count} of ${total} possible small changes, drawn with the seed ${seed}`)
  const rows: Row[] = []
  for (const [index, { name, edits, tests }] of mutants.entries()) {
    if (index + 1 < first) continue
    const { isCaught, by, ms } = await copy.judge(edits, tests)
    // What is no program any more proves nothing of the tests.
    const isVoid = by.includes('Transform failed')
    if (!isVoid) rows.push({ name, isCaught })
    console.log(`${String(index + 1).padStart(3)} ${isVoid ? 'void       ' : isCaught ? 'noticed    ' : 'NOT NOTICED'} ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}  ${by}`)
  }
  return rows
}

const [command = '', ...more] = process.argv.slice(2)
const copy = copySource()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { copy.remove(); process.exit(130) })
try {
  const [first = 1, last = plantedBugs.length] = command && command !== 'mutants' ? command.split('-').map(Number) : []
  const rows = command === 'mutants' ? await plantMutants(copy, Number(more[0] ?? 50), more[1] ?? 'mutants', Number(more[2] ?? 1)) : await plantAll(copy, first, last)
  const caught = rows.filter(({ isCaught }) => isCaught).length
  console.log(`${caught} of ${rows.length} ${command === 'mutants' ? 'noticed' : 'caught'}`)
  process.exitCode = command === 'mutants' || caught === rows.length ? 0 : 1
} finally {
  copy.remove()
}
