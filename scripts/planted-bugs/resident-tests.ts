/**
 * A long-running Vitest, whose database server and compiled modules serve one planted bug after another. It runs in a
 * process of its own (controlled by messages, see `Order`), so that it can be killed whatever a planted bug does to it.
 */
import { createVitest, type TestCase, type TestModule, type TestSpecification } from 'vitest/node'

/** Runs these test files in order, one at a time, until the first failure. `changed` are files to reload. */
export type Order = { tests: string[]; changed: string[] }
/**
 * `file` and `by` are the first failed file and test, empty if none failed; `ms` has the duration of each test file.
 */
export type Outcome = { isCaught: boolean; by: string; file: string; ms: Record<string, number> }

let order: string[] = []
class OrderedSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    const rank = new Map(order.map((file, index) => [file, index]))
    return files.toSorted((a, b) => (rank.get(a.moduleId) ?? Infinity) - (rank.get(b.moduleId) ?? Infinity))
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}

/** The modules of this run; Vitest's own state also contains the failures of previous runs. */
let ended: TestModule[] = []
function onModuleEnd(module: TestModule): void {
  ended.push(module)
  // A failed test ends the run by itself; a file that fails before its tests would not.
  if (module.state() === 'failed' && firstFailed(module) === undefined) void vitest.cancelCurrentRun('test-failure')
}
const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  reporters: [{ onTestModuleEnd: onModuleEnd }],
  maxWorkers: 1,
  cache: false,
  // One group, so that the order is kept across projects.
  sequence: { sequencer: OrderedSequencer, groupOrder: 0 },
  // Half of a test's usual time limit: most tests that time out do so because of the bug.
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
      by: failed.map(describeFailure)[0] ?? unhandledErrors.map(String)[0] ?? '',
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
// The parent process has ended, and has deleted the folder.
process.on('disconnect', () => {
  void vitest.close().finally(() => process.exit())
})
process.send!('ready')

function firstFailed(module: TestModule): TestCase | undefined {
  for (const test of module.children.allTests('failed')) return test
  return undefined
}

/** The failed test and the reason, which distinguishes a timeout from a detection. */
function describeFailure(module: TestModule): string {
  const test = firstFailed(module)
  const [error] = test?.result().errors ?? module.errors()
  return `${test?.name ?? 'the file itself'}: ${error?.message.split('\n')[0] ?? '?'}`
}
