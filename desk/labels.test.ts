import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  formatAge,
  formatDuration,
  formatMoment,
  formatMoney,
  formatTerm,
  label,
  labelOf,
  lineOf,
  titleOf,
  wordOf,
} from './labels.ts'

test.each([
  [0, '0 seconds'],
  [999, '0 seconds'],
  [1_000, '1 second'],
  [59_999, '59 seconds'],
  [60_000, '1 minute'],
  [3_599_999, '59 minutes'],
  [3_600_000, '1 hour'],
  [86_399_999, '23 hours'],
  [86_400_000, '1 day'],
  [3 * 86_400_000 - 1, '2 days'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('what lies in the future is no age', () => {
  const now = Date.UTC(2026, 10, 29)
  const at = (ms: number) => new Date(now - ms).toISOString()
  expect([formatAge(at(120_000), now), formatAge(at(-120_000), now)]).toEqual(['2 minutes', '0 seconds'])
})

test('a moment and a term do not break between their words', () => {
  const at = '2026-11-02T12:00:00.000Z'
  expect(formatMoment(at)).toMatch(/^2\u00a0Nov\u00a02026,\u00a0\d{2}:\d{2}:\d{2}$/)
  expect(formatTerm(at, null)).toBe(`from\u00a0${formatMoment(at)}`)
  expect(formatTerm(at, at)).toBe(`${formatMoment(at)} to\u00a0${formatMoment(at)}`)
  expect(formatTerm(null, null)).toBe('')
})

test('pages format moments and numbers only by the functions of labels.ts', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
    (file) => file !== 'labels.ts' && !file.includes('.test.'),
  )
  expect(sources).toContain('acts.tsx')
  const others = sources.filter((file) =>
    /\bIntl\.|toLocale\w*String|to(Date|Time|UTC)String\(\)|<When\b/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  )
  expect(others).toEqual([])
})

test('money has all its decimal places, however large, before its currency', () => {
  expect(formatMoney({ amount: '1234.50', currency: 'EUR' })).toBe('1,234.50\u00a0EUR')
  expect(formatMoney({ amount: '-7', currency: 'EUR' })).toBe('-7\u00a0EUR')
  expect(formatMoney({ amount: '12345678901234567.00000001', currency: 'BTC' })).toBe(
    '12,345,678,901,234,567.00000001\u00a0BTC',
  )
})

test('values are put into a label, and a name without a value stays', () => {
  expect(label('complaints.answerOf', { name: 'Ada', outcome: 'Upheld' })).toContain('Ada')
  expect(label('complaints.answerOf')).toContain('{name}')
})

test('a key without a label, a word or a part is shown as far as it says something', () => {
  expect(labelOf('complaints')).toBe('Complaints')
  expect(labelOf('never.written')).toBe('never.written')
  expect(wordOf('never-written')).toBe('never-written')
  expect(lineOf(['F1042', '', { amount: '5.00', currency: 'EUR' }, { key: 'act.never-written', values: {} }])).toBe(
    'F1042 · 5.00\u00a0EUR · never-written',
  )
})

test('a name of a property is shown as words', () => {
  expect([titleOf('minStake'), titleOf('days')]).toEqual(['Min stake', 'Days'])
})
