/**
 * The negative control of the money tests. `node scripts/planted-bugs.ts [first-last]` plants each known bug in a copy
 * of the source and runs the test that must catch it. `node scripts/planted-bugs.ts mutants [count|all] [seed] [first]`
 * does the same with a random sample of mutations of the money's code, or with all of them, several at a time, and
 * counts those detected. `site [count|all] [seed] [first] [folder]` mutates what the specification describes instead, and
 * runs the fast tests that import the file.
 */
import { type PlantedBug, plantedBugs } from './planted-bugs/bugs.ts'
import { type Copy, copySource } from './planted-bugs/copy.ts'
import { type Population, sampleMutants } from './planted-bugs/mutants.ts'

type Row = { name: string; isCaught: boolean }

async function plantAll(copy: Copy, first: number, last: number): Promise<Row[]> {
  const rows: Row[] = []
  const chosen = plantedBugs.slice(first - 1, last)
  if (chosen.length === plantedBugs.length) await checkWithoutBugs(copy, chosen)
  for (const [index, { name, edits, tests }] of plantedBugs.entries()) {
    if (index + 1 < first || index + 1 > last) continue
    const { isCaught, by, ms } = await copy.judge(edits, tests)
    rows.push({ name, isCaught })
    console.log(
      `${String(index + 1).padStart(3)} ${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${name.padEnd(52)} ${(ms / 1000).toFixed(1).padStart(5)} s  ${by}`,
    )
  }
  return rows
}

/** Throws if a test fails without any bug: the run would prove nothing. */
async function checkWithoutBugs(copy: Copy, bugs: PlantedBug[]): Promise<void> {
  const { isCaught, by } = await copy.judge([], [...new Set(bugs.flatMap(({ tests }) => tests))])
  if (isCaught) throw new Error(`the tests fail without any bug, so the run would prove nothing: ${by}`)
}

/** The tests mostly wait, so two copies in parallel use two cores. */
const parallel = 2

async function plantMutants(population: Population, count: number, seed: string, first: number): Promise<Row[]> {
  const { mutants, total, equivalent } = sampleMutants(count, seed, population)
  console.log(
    `${mutants.length} of ${total} mutations with the seed ${seed}; ${equivalent} equivalent ones excluded (see equivalent.ts)`,
  )
  const rows: Row[] = []
  const remaining = mutants.entries().drop(first - 1)
  const judgeNext = async (copy: Copy): Promise<void> => {
    for (const [index, { name, edits, tests }] of remaining) {
      const { isCaught, by, ms } = await copy.judge(edits, tests)
      // A mutation that does not compile proves nothing about the tests.
      const isVoid = by.includes('Transform failed')
      if (!isVoid) rows.push({ name, isCaught })
      console.log(
        `${String(index + 1).padStart(4)} ${isVoid ? 'invalid     ' : isCaught ? 'detected    ' : 'NOT DETECTED'} ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}  ${by}`,
      )
    }
  }
  await Promise.all(
    copies(parallel).map(async (copy, index) => {
      if (index === 0 && population === 'money') await checkWithoutBugs(copy, mutants)
      await judgeNext(copy)
    }),
  )
  return rows
}

const copied: Copy[] = []
function copies(count: number): Copy[] {
  for (let each = 0; each < count; each++) copied.push(copySource())
  return copied
}
const removeAll = (): void => {
  for (const copy of copied) copy.remove()
}

const [command = '', ...parameters] = process.argv.slice(2)
const population =
  command === 'mutants' ? ('money' as const) : command === 'site' ? { within: parameters[3] ?? '' } : null
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    removeAll()
    process.exit(130)
  })
try {
  const [first = 1, last = plantedBugs.length] = command && !population ? command.split('-').map(Number) : []
  const rows = population
    ? await plantMutants(
        population,
        parameters[0] === 'all' ? Infinity : Number(parameters[0] ?? 50),
        parameters[1] ?? 'mutants',
        Number(parameters[2] ?? 1),
      )
    : await plantAll(copies(1)[0]!, first, last)
  const caught = rows.filter(({ isCaught }) => isCaught).length
  console.log(`${caught} of ${rows.length} ${population ? 'detected' : 'caught'}`)
  process.exitCode = population || caught === rows.length ? 0 : 1
} finally {
  removeAll()
}
