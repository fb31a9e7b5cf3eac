import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bearerToken, issueAccessToken, readAccessToken } from './access-token.ts'

const keys = (secret = 'of-this-site') => ({ settings: { secret, accessTokenSeconds: 600 } })
const session = {
  playerId: randomUUID(),
  sessionId: randomUUID(),
  generation: 7,
  issuedAt: new Date('2026-11-21T12:00:00.900Z'),
}
const part = (token: string, at: number) => JSON.parse(Buffer.from(token.split('.')[at]!, 'base64url').toString())

// Shows: 3.26.1
test('an access token is a signed JWT whose exp is its lifetime after it was issued', async () => {
  const token = await issueAccessToken(keys(), session)
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(part(token, 0)).toMatchObject({ typ: 'JWT', alg: 'HS256' })
  const issued = Date.parse('2026-11-21T12:00:00Z') / 1000
  expect(part(token, 1)).toMatchObject({ sub: session.playerId, iat: issued, exp: issued + 600 })
  const { issuedAt: _, ...claims } = session
  const read = { ...claims, expiresAt: new Date('2026-11-21T12:10:00Z') }
  expect(await readAccessToken(keys(), token)).toEqual(read)
  expect(await issueAccessToken(keys(), session)).toBe(token)

  expect(await readAccessToken(keys('of-another'), token)).toBeNull()
  const renewed = { settings: { ...keys('renewed').settings, formerSecrets: ['of-this-site'] } }
  expect(await readAccessToken(renewed, token)).toEqual(read)
  const [header, , signature] = token.split('.')
  const later = Buffer.from(JSON.stringify({ ...part(token, 1), exp: issued + 6000 })).toString('base64url')
  expect(await readAccessToken(keys(), `${header}.${later}.${signature}`)).toBeNull()
})

// Shows: 3.26.1
test.each([
  ['Bearer a.b.c', 'a.b.c'],
  ['bearer a.b.c', 'a.b.c'],
  ['Basic a.b.c', null],
  ['Bearer a.b', null],
  ['Bearer a.b.c d', null],
  [`Bearer a.b.${'c'.repeat(4096)}`, null],
  [undefined, null],
])('of the header %s, the token is %s', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
