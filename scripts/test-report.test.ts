import { expect, test } from 'vitest'
import { describeFailures, judge, slowest, type TestReport } from './test-report.ts'

const root = '/repository'

/**
 * A report of files such as `{ 'a.test.ts': { one: 'passed' } }`; a file without tests has failed before its first
 * test.
 */
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
      message: '',
      assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status, failureMessages: [] })),
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

test('a test that fails again fails the run; one that fails only when repeated is flaky', () => {
  const first = report({ 'a.test.ts': { one: 'failed', two: 'passed' } })
  expect(judge(first, report({ 'a.test.ts': { one: 'failed', two: 'passed' } }), root)).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: [],
    isPassed: false,
  })
  expect(judge(first, report({ 'a.test.ts': { one: 'passed', two: 'failed' } }), root)).toMatchObject({
    passed: 2,
    failed: 0,
    flaky: ['a.test.ts > one', 'a.test.ts > two'],
    isPassed: true,
  })
})

test('a test that never passed fails the run, although the setup of its file failed at first', () => {
  expect(judge(report({ 'a.test.ts': {} }), report({ 'a.test.ts': { one: 'failed' } }), root)).toMatchObject({
    failed: 1,
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

test('flaky and failed tests are named with the start of their error and its line', () => {
  const first = report({ 'a.test.ts': { one: 'failed', two: 'failed' }, 'b.test.ts': {} })
  const again = report({ 'a.test.ts': { one: 'failed', two: 'passed' } })
  again.testResults[0]!.assertionResults[0]!.failureMessages = [
    [
      'AssertionError: expected \u001B[31m1\u001B[39m to be 2',
      '',
      `- ${'x'.repeat(300)}`,
      '    at poll (/repository/node_modules/vitest/poll.js:1:1)',
      '    at /repository/a.test.ts:12:3',
      '    at /repository/other.ts:1:1',
    ].join('\n'),
  ]
  first.testResults[0]!.assertionResults[1]!.failureMessages = ['TimeoutError: waited 60 s']
  first.testResults[1]!.message = "Cannot find module './gone.ts'"
  expect(describeFailures(first, again, root)).toEqual([
    'flaky: a.test.ts > two',
    '    TimeoutError: waited 60 s',
    'failed: a.test.ts > one',
    '    AssertionError: expected 1 to be 2',
    `    - ${'x'.repeat(158)}…`,
    '    at a.test.ts:12:3',
    'failed: b.test.ts > (its setup)',
    "    Cannot find module './gone.ts'",
  ])
})

test('a long error is cut after its first lines', () => {
  const run = report({ 'a.test.ts': { one: 'failed' } })
  run.testResults[0]!.assertionResults[0]!.failureMessages = ['1\n2\n3\n4\n5\n6']
  expect(describeFailures(run, null, root)).toEqual(['failed: a.test.ts > one', '    1', '    2', '    3', '    4'])
})
