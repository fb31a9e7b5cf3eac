/** Combines the results of a test run and the repetition of its failed files. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type TestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: Array<{
    name: string
    status: string
    startTime: number
    endTime: number
    /** Why the file failed before its first test. */
    message: string
    assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>
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

const failuresOf = (file: File): string[] => failedTests(file).map(({ name }) => name)

function failedTests({ status, message, assertionResults }: File): Array<{ name: string; error: string }> {
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ name: fullName, error: failureMessages[0] ?? '' }))
  return tests.length === 0 && status === 'failed' ? [{ name: beforeTests, error: message }] : tests
}

const passesOf = ({ assertionResults }: File): number =>
  assertionResults.filter(({ status }) => status === 'passed').length

export function slowest({ testResults }: TestReport, count: number, root: string): Array<{ file: string; ms: number }> {
  return testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
}

const maxErrorLines = 4
const maxErrorWidth = 160

/** The tests that failed in their last run, each with the start of its error and its line in the test. */
export function describeFailures(first: TestReport, again: TestReport | null, root: string): string[] {
  const second = new Map(again?.testResults.map((file) => [file.name, file]))
  return first.testResults
    .filter(({ status }) => status === 'failed')
    .map((file) => second.get(file.name) ?? file)
    .flatMap((file) =>
      failedTests(file).flatMap(({ name, error }) => [
        `failed: ${relative(root, file.name)} > ${name}`,
        ...summaryOf(error, root).map((line) => `    ${line}`),
      ]),
    )
}

function summaryOf(error: string, root: string): string[] {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const isFrame = (line: string) => /^\s+at /.test(line)
  const message = lines.filter((line) => !isFrame(line)).slice(0, maxErrorLines)
  const place = lines.find((line) => isFrame(line) && line.includes(root) && !line.includes('node_modules'))
  return [...message, ...(place ? [place.trim().replaceAll(`${root}/`, '')] : [])].map((line) =>
    line.length > maxErrorWidth ? `${line.slice(0, maxErrorWidth)}…` : line,
  )
}
