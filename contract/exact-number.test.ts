import { expect, test } from 'vitest'
import { cutToSubunits, ExactAmount, ExactNumber, parseExactly, plainDecimal, readDecimal } from './exact-number.ts'

const cut = (json: string) => {
  const read = ExactAmount.safeParse(parseExactly(json))
  return read.success ? cutToSubunits(read.data) : 'no amount'
}

test('a whole number that a double holds exactly is parsed as a number, any other as its text', () => {
  expect(parseExactly('[1, -5, 1e3, 10.0, 9007199254740991]')).toEqual([1, -5, 1000, 10, Number.MAX_SAFE_INTEGER])
  expect(parseExactly('{"a":[9007199254740993,1.10,5e-7,"1.5",null]}')).toEqual({
    a: [new ExactNumber('9007199254740993'), new ExactNumber('1.10'), new ExactNumber('5e-7'), '1.5', null],
  })
})

test.each([
  ['1050.9999999999999999', { amount: 1050n, remainder: '0.9999999999999999' }],
  ['5e-7', { amount: 0n, remainder: '0.0000005' }],
  ['1.050E2', { amount: 105n, remainder: null }],
  ['12.50', { amount: 12n, remainder: '0.5' }],
  ['0', { amount: 0n, remainder: null }],
  ['9007199254740991.4', { amount: 9_007_199_254_740_991n, remainder: '0.4' }],
  ['9007199254740992', null],
  ['-0.5', 'no amount'],
  ['"1"', 'no amount'],
  ['1e100', 'no amount'],
  ['null', 'no amount'],
])('%s is cut to whole subunits', (json, expected) => {
  expect(cut(json)).toEqual(expected)
})

test('text that is not a JSON number is refused as a decimal', () => {
  for (const text of ['', '.5', '5.', '+1', ' 1', '1e', 'NaN', '٣', '1'.repeat(41)])
    expect(readDecimal(text)).toBeNull()
})

test.each([
  ['5e-7', '0.0000005'],
  ['1.25E2', '125'],
  ['-0.5e-1', '-0.05'],
  ['12.30', '12.30'],
  ['x', null],
])('%s in plain decimals is %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain)
})
