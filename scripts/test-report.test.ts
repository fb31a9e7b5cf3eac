import { expect, test } from 'vitest'
import { judge, slowest, type TestReport } from './test-report.ts'

const root = '/repository'

/** `{ 'a.test.ts': { one: 'passed' } }`; a file without tests failed before its first. */
function report(files: Record<string, Record<string, string>>): TestReport {
  const statuses = Object.values(files).flatMap((tests) => Object.values(tests))
  return {
    numPassedTests: statuses.filter((status) => status === 'passed').length,
    numFailedTests: statuses.filter((status) => status === 'failed').length,
    numPendingTests: statuses.filter((status) => status === 'pending').length,
    testResults: Object.entries(files).map(([name, tests], index) => ({
      name: `${root}/${name}`,
      status: Object.keys(tests).length === 0 || Object.values(tests).includes('failed') ? 'failed' : 'passed',
      startTime: 1000,
      endTime: 1000 + 100 * (index + 1),
      assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
    })),
  }
}

test('a run without failures passes', () => {
  const run = report({ 'a.test.ts': { one: 'passed', two: 'pending' } })
  expect(judge(run, null, root)).toEqual({ passed: 1, failed: 0, skipped: 1, flaky: [], isPassed: true })
})

test('a test that passes when repeated counts as passed and is reported as flaky', () => {
  const first = report({ 'a.test.ts': { one: 'failed', two: 'passed' }, 'b.test.ts': { three: 'passed' } })
  const again = report({ 'a.test.ts': { one: 'passed', two: 'passed' } })
  expect(judge(first, again, root)).toEqual({
    passed: 3,
    failed: 0,
    skipped: 0,
    flaky: ['a.test.ts > one'],
    isPassed: true,
  })
})

test('a test that fails again, or only when repeated, fails the run', () => {
  const first = report({ 'a.test.ts': { one: 'failed', two: 'passed' } })
  expect(judge(first, report({ 'a.test.ts': { one: 'failed', two: 'passed' } }), root)).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: [],
    isPassed: false,
  })
  expect(judge(first, report({ 'a.test.ts': { one: 'passed', two: 'failed' } }), root)).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: ['a.test.ts > one'],
    isPassed: false,
  })
})

test('three flaky tests fail the run and count as failed', () => {
  const first = report({ 'a.test.ts': { one: 'failed', two: 'failed' }, 'b.test.ts': { three: 'failed' } })
  const again = report({ 'a.test.ts': { one: 'passed', two: 'passed' }, 'b.test.ts': { three: 'passed' } })
  expect(judge(first, again, root)).toMatchObject({ passed: 0, failed: 3, isPassed: false })
})

test('a file that fails before its first test is a failure, or flaky if it passes when repeated', () => {
  const first = report({ 'a.test.ts': {} })
  expect(judge(first, null, root)).toMatchObject({ failed: 1, isPassed: false })
  expect(judge(first, report({ 'a.test.ts': { one: 'passed' } }), root)).toMatchObject({
    passed: 1,
    failed: 0,
    flaky: ['a.test.ts > (its setup)'],
    isPassed: true,
  })
})

test('the slowest files come first, limited to the requested number', () => {
  const run = report({ 'a.test.ts': {}, 'b.test.ts': {}, 'c.test.ts': {} })
  expect(slowest(run, 2, root)).toEqual([
    { file: 'c.test.ts', ms: 300 },
    { file: 'b.test.ts', ms: 200 },
  ])
})
