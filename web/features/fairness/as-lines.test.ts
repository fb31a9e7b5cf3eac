import { expect, test } from 'vitest'
import { asLines } from './as-lines.ts'

test('what fits is one line, rows of numbers stay together, and the text is the same JSON', () => {
  const rows = Array.from({ length: 3 }, () => Array.from({ length: 60 }, (_, index) => index))
  const value = {
    short: { a: 1, b: 'x' },
    missing: undefined,
    rows,
    pairs: rows.map((row) => row.map((each) => [each, each])),
  }
  const text = asLines(value)
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
  expect(text.split('\n')).toContain('  "short": {"a":1,"b":"x"},')
  expect(text.split('\n').filter((line) => line.trim() === `${JSON.stringify(rows[0])},`).length).toBe(2)
})
