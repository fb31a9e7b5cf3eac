/** Combines the results of a test run and the repetition of its failed files. */
import { relative } from 'node:path'

export type TestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: Array<{
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: Array<{ fullName: string; status: string }>
  }>
}
export type Verdict = { passed: number; failed: number; skipped: number; flaky: string[]; isPassed: boolean }

/** This many tests that pass only when repeated indicate a fault in the code, not a busy machine. */
export const tooManyFlaky = 3

/** `again` contains the files that failed in `first`, run once more; only their second run counts. */
export function judge(first: TestReport, again: TestReport | null, root: string): Verdict {
  const second = new Map(again?.testResults.map((file) => [file.name, file]))
  const flaky: string[] = []
  let failed = 0
  for (const file of first.testResults.filter(({ status }) => status === 'failed')) {
    const repeated = second.get(file.name) ?? file
    failed += failuresOf(repeated).length
    const stillFailed = new Set(failuresOf(repeated))
    for (const test of failuresOf(file))
      if (!stillFailed.has(test)) flaky.push(`${relative(root, file.name)} > ${test}`)
  }
  const recovered = first.testResults
    .filter(({ status }) => status === 'failed')
    .reduce((sum, file) => sum + passesOf(second.get(file.name) ?? file) - passesOf(file), 0)
  const isTooFlaky = flaky.length >= tooManyFlaky
  return {
    passed: first.numPassedTests + recovered - (isTooFlaky ? flaky.length : 0),
    failed: failed + (isTooFlaky ? flaky.length : 0),
    skipped: first.numPendingTests,
    flaky,
    isPassed: failed === 0 && !isTooFlaky,
  }
}

/** A file that fails before its first test counts as one failure under this name. */
const beforeTests = '(its setup)'

type File = TestReport['testResults'][number]

function failuresOf({ status, assertionResults }: File): string[] {
  const names = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
  return names.length === 0 && status === 'failed' ? [beforeTests] : names
}

const passesOf = ({ assertionResults }: File): number =>
  assertionResults.filter(({ status }) => status === 'passed').length

export function slowest({ testResults }: TestReport, count: number, root: string): Array<{ file: string; ms: number }> {
  return testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
}
