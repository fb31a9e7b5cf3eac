import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasLeadingZeros } from '#contract/fields/proof-of-work.ts'
import { createProofOfWork } from './proof-of-work.ts'

const difficulty = 8
let drawn = 0
const captcha = createProofOfWork({
  key: 'a key',
  difficulty,
  randomBytes: (size) => new Uint8Array(size).fill(++drawn),
})
const now = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const place = '198.51.100'

function solve(challenge: string): string {
  for (let counter = 0; ; counter++) {
    const answer = `${challenge}:${counter}`
    if (hasLeadingZeros(createHash('sha256').update(answer).digest(), difficulty)) return answer
  }
}

test('a solved challenge is accepted until it expires, and names itself', async () => {
  const { challenge, expiresAt } = captcha.challenge({ place, now })
  const answer = solve(challenge)
  const passed = await captcha.verify(answer, { place, now })
  expect(passed).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), expiresAt })
  expect(await captcha.verify(answer, { place, now: later(9 * 60_000) })).not.toBeNull()
  expect(await captcha.verify(answer, { place, now: later(10 * 60_000) })).toBeNull()
})

test('an answer without the work, from another block, with another key, or with altered difficulty or expiry is refused', async () => {
  const { challenge } = captcha.challenge({ place, now })
  const answer = solve(challenge)
  let lazy = 0
  while (hasLeadingZeros(createHash('sha256').update(`${challenge}:${lazy}`).digest(), difficulty)) lazy++
  const [nonce, expires, bits, signature] = challenge.split('.')
  const other = createProofOfWork({ key: 'another key', difficulty, randomBytes: (size) => new Uint8Array(size) })
  const forged = [
    `${challenge}:${lazy}`,
    solve([nonce, expires, '0', signature].join('.')),
    solve([nonce, Number(expires) + 60_000, bits, signature].join('.')),
    solve(other.challenge({ place, now }).challenge),
    answer.replace(/:.*/, ''),
    `${answer}x`,
    '',
  ]
  for (const each of forged) expect(await captcha.verify(each, { place, now }), each).toBeNull()
  expect(await captcha.verify(answer, { place: '203.0.113', now })).toBeNull()
})
