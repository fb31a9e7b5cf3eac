import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('the text %j does not begin as a formula', (text) => {
  expect(csvLine([{ text }])).toMatch(/^"?'/)
})

test('a figure stays a number, and quotes, commas and lines stay in their cell', () => {
  expect(csvLine([{ figure: '-12.50' }, { text: 'a, "b"\nc' }, { text: 'plain' }])).toBe(
    '-12.50,"a, ""b""\nc",plain\r\n',
  )
})
