import { expect, test } from 'vitest'
import { bytesOf } from './bytes.ts'

test('texts of any script and bytes are joined in order, as UTF-8', () => {
  expect(bytesOf(['a', Buffer.from('ü'), 'العربية', '', '🎲', new Uint8Array([33])]).toString()).toBe('aüالعربية🎲!')
  expect(bytesOf([])).toHaveLength(0)
})

test('later calls of any size do not change a returned buffer', () => {
  const first = bytesOf(['the first visitor'])
  const large = bytesOf(['€'.repeat(400_000)])
  const second = bytesOf(['x'])
  expect([first.toString(), second.toString()]).toEqual(['the first visitor', 'x'])
  expect(large.toString()).toBe('€'.repeat(400_000))
  expect(
    second.buffer.byteLength === 1 || second.buffer !== first.buffer || second.byteOffset !== first.byteOffset,
  ).toBe(true)
})
