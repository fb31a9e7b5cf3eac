import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasLeadingZeros } from '#contract/fields/proof-of-work.ts'
import { sha256, solve } from './solve.ts'

const reference = (message: Uint8Array) => createHash('sha256').update(message).digest('hex')

test('sha256 equals the hash of node:crypto for lengths from 0 to 200', () => {
  for (let length = 0; length <= 200; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255)
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(reference(message))
  }
})

test('a solution begins with the challenge, and its hash has the required leading zeros', () => {
  const answer = solve('a challenge', 10)
  expect(answer).toMatch(/^a challenge:\d+$/)
  expect(hasLeadingZeros(createHash('sha256').update(answer).digest(), 10)).toBe(true)
})

test('leading zeros are counted in bits', () => {
  const hash = Uint8Array.of(0, 0b0001_0000, 255)
  expect([0, 8, 11].map((bits) => hasLeadingZeros(hash, bits))).toEqual([true, true, true])
  expect([12, 16, 24].map((bits) => hasLeadingZeros(hash, bits))).toEqual([false, false, false])
})
