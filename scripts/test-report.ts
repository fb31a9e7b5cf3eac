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
/** What a run writes for `npm run verify`: its counts, and descriptions of its flaky and failed tests. */
export type TestOutcome = { passed: number; failed: number; described: string[] }
export type Verdict = { passed: number; failed: number; skipped: number; flaky: string[]; isPassed: boolean }

/** This many tests that pass only when repeated indicate a fault in the code, not a busy machine. */
export const tooManyFlaky = 3

/**
 * `again` contains the files that failed in `first`, run once more. A test fails if no run of it passed, and is flaky
 * if one run passed and the other failed, whichever came first.
 */
export function judge(first: TestReport, again: TestReport | null, root: string): Verdict {
  const files = withRepetition(first, again)
  const flaky = files.flatMap((file) => file.flaky.map(({ name }) => `${relative(root, file.name)} > ${name}`))
  const failed = files.flatMap((file) => file.failed).length
  const recovered = files.reduce((sum, file) => sum + file.recovered, 0)
  const isTooFlaky = flaky.length >= tooManyFlaky
  return {
    passed: first.numPassedTests + recovered - (isTooFlaky ? flaky.length : 0),
    failed: failed + (isTooFlaky ? flaky.length : 0),
    skipped: first.numPendingTests,
    flaky,
    isPassed: failed === 0 && !isTooFlaky,
  }
}

type Failure = { name: string; error: string }
type Repeated = {
  name: string
  failed: Failure[]
  /** Tests that failed in one of the runs, with the error of that run. */
  flaky: Failure[]
  /** The number of tests that passed only in the repetition. */
  recovered: number
}

/** The files that failed, each with the result of both runs. */
function withRepetition(first: TestReport, again: TestReport | null): Repeated[] {
  const second = new Map(again?.testResults.map((file) => [file.name, file]))
  return first.testResults
    .filter(({ status }) => status === 'failed')
    .map((file) => {
      const repeated = second.get(file.name)
      if (!repeated) return { name: file.name, failed: failedTests(file), flaky: [], recovered: 0 }
      const [passedFirst, passedAgain] = [passesOf(file), passesOf(repeated)]
      const failedAgain = failedTests(repeated)
      const stillFailed = new Set(failedAgain.map(({ name }) => name))
      return {
        name: file.name,
        failed: failedAgain.filter(({ name }) => !passedFirst.has(name)),
        flaky: [
          ...failedTests(file).filter(({ name }) => !stillFailed.has(name)),
          ...failedAgain.filter(({ name }) => passedFirst.has(name)),
        ],
        recovered: [...passedAgain].filter((name) => !passedFirst.has(name)).length,
      }
    })
}

/** A file that fails before its first test counts as one failure under this name. */
const beforeTests = '(its setup)'

type File = TestReport['testResults'][number]

function failedTests({ status, message, assertionResults }: File): Failure[] {
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ name: fullName, error: failureMessages[0] ?? '' }))
  return tests.length === 0 && status === 'failed' ? [{ name: beforeTests, error: message }] : tests
}

const passesOf = ({ assertionResults }: File): Set<string> =>
  new Set(assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName))

export function slowest({ testResults }: TestReport, count: number, root: string): Array<{ file: string; ms: number }> {
  return testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
}

const maxErrorLines = 4
const maxErrorWidth = 160

/**
 * The flaky tests, then those that did not pass in any run, each with the start of its last error and its line in the
 * test.
 */
export function describeFailures(first: TestReport, again: TestReport | null, root: string): string[] {
  const files = withRepetition(first, again)
  const describe = (verdict: 'flaky' | 'failed') =>
    files.flatMap((file) =>
      file[verdict].flatMap(({ name, error }) => [
        `${verdict}: ${relative(root, file.name)} > ${name}`,
        ...summaryOf(error, root).map((line) => `    ${line}`),
      ]),
    )
  return [...describe('flaky'), ...describe('failed')]
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
