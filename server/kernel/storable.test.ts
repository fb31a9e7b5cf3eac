import { expect, test } from 'vitest'
import { areValuesStorable, isStorable, storableText } from './storable.ts'

test('text without NUL and unpaired surrogates can be stored', () => {
  expect(['', 'plain', '😀', '\u0001', '\ufffd'].filter((text) => !isStorable(text))).toEqual([])
  expect(['\0', 'a\0b', '\ud83d', '\ude00\ud83d'].filter(isStorable)).toEqual([])
})

test('every value and every key has to be storable, at any depth', () => {
  expect(isStorable({ a: [1, null, true, { b: 'c' }] })).toBe(true)
  expect(isStorable({ a: [1, { b: ['c', '\0'] }] })).toBe(false)
  expect(isStorable({ a: { 'b\0': 1 } })).toBe(false)
})

test('a value in more than sixteen others is refused, so that nothing recurses without end', () => {
  const nested = (times: number) => Array.from({ length: times }).reduce<unknown>((inner) => [inner], 1)
  expect([16, 17, 18].map((times) => isStorable(nested(times)))).toEqual([true, true, false])
  const circle: unknown[] = []
  circle.push(circle)
  expect(isStorable(circle)).toBe(false)
})

test("a partner's call is refused for what its escapes stand for, and text that is not JSON has no values", () => {
  expect(areValuesStorable('{"a":"b"}')).toBe(true)
  expect(areValuesStorable('{"a":"\\u0000"}')).toBe(false)
  expect(areValuesStorable('{"a":"\\ud83d"}')).toBe(false)
  expect(areValuesStorable('not JSON')).toBe(true)
})

test('bytes become text that can be stored, whatever they are', () => {
  const text = storableText(Buffer.from([0x61, 0, 0xff, 0xc3, 0xa4, 0]))
  expect(text).toBe('a\ufffd\ufffdä\ufffd')
  expect(isStorable(text)).toBe(true)
})
