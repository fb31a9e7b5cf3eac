/**
 * One Vitest that stays: its database server and what it has compiled serve one planted bug after another. A process of its own
 * (spoken to by messages, see `Order`), so that it can be ended whatever a planted bug does to it.
 */
import { createVitest, type TestCase, type TestModule, type TestSpecification } from 'vitest/node'

/** Runs these test files in this order, one at a time, until the first failure. `changed` are files to read anew. */
export type Order = { tests: string[]; changed: string[] }
/** `file` and `by`: where a test failed first, and which; empty if none. `ms`: how long each test file took. */
export type Outcome = { isCaught: boolean; by: string; file: string; ms: Record<string, number> }

let order: string[] = []
class AsOrdered {
  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = new Map(order.map((file, index) => [file, index]))
    return files.toSorted((a, b) => (rank.get(a.moduleId) ?? Infinity) - (rank.get(b.moduleId) ?? Infinity))
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}

/** Of this run: Vitest's own state remembers the failures of the runs before. */
let ended: TestModule[] = []
function keep(module: TestModule): void {
  ended.push(module)
  // A test that fails ends the run by itself; a file that does not come to its tests would not.
  if (module.state() === 'failed' && firstFailed(module) === undefined) void vitest.cancelCurrentRun('test-failure')
}
const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  reporters: [{ onTestModuleEnd: keep }],
  maxWorkers: 1,
  cache: false,
  sequence: { sequencer: AsOrdered },
  // Half of what a test may take else: most that waits in vain waits because of the bug.
  testTimeout: 30_000,
  hookTimeout: 60_000,
})
await vitest.standalone()

process.on('message', ({ tests, changed }: Order) => {
  for (const file of changed) vitest.invalidateFile(file)
  order = tests
  ended = []
  void vitest.runTestFiles(tests).then(({ unhandledErrors }) => {
    const failed = ended.filter((module) => module.state() === 'failed')
    const outcome: Outcome = {
      isCaught: failed.length > 0 || unhandledErrors.length > 0,
      by: failed.map(blame)[0] ?? unhandledErrors.map(String)[0] ?? '',
      file: failed[0]?.moduleId ?? '',
      ms: Object.fromEntries(
        ended
          .filter((module) => module.state() === 'passed')
          .map((module) => [module.moduleId, module.diagnostic().duration]),
      ),
    }
    process.send!(outcome)
  })
})
// The one who asks is gone: so is its folder.
process.on('disconnect', () => {
  void vitest.close().finally(() => process.exit())
})
process.send!('ready')

function firstFailed(module: TestModule): TestCase | undefined {
  for (const test of module.children.allTests('failed')) return test
  return undefined
}

/** The test and why it failed, so that one that only had no time can be told from one that noticed. */
function blame(module: TestModule): string {
  const test = firstFailed(module)
  const [error] = test?.result().errors ?? module.errors()
  return `${test?.name ?? 'a whole file'}: ${error?.message.split('\n')[0] ?? '?'}`
}
