import { expect, test, vi } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { spend } from './autologin.tsx'

const run = hooks()
const device = await fingerprint()

/** Presents a sign-in link to a server that answers so. */
async function spent(status: number, body: object, cookie = '') {
  const page = await run(() => null, { isSignedIn: false, answer: () => ({ status, body }) })
  vi.stubGlobal('document', { ...(document as object), cookie })
  const outcome = await page.perform(() => spend('one-time'))
  return { outcome, calls: page.calls, cookie: document.cookie }
}

// Shows: 7.3.2
test('a sign-in link is exchanged with the fingerprint of the device for a token, which is stored', async () => {
  const { outcome, calls, cookie } = await spent(200, { accessToken: 'x.y.z' })
  expect(outcome).toBe('done')
  expect(calls).toEqual([
    { route: 'POST /api/player/sessions/token', body: { token: 'one-time', fingerprint: device } },
  ])
  expect(cookie).toMatch(/^access_token=x\.y\.z; .*Max-Age=31536000/)
})

test('a player who is signed in already stays so, and the link is not used', async () => {
  expect(await spent(200, {}, 'access_token=abc')).toMatchObject({ outcome: 'done', calls: [] })
})

test('a link that is refused names the reason', async () => {
  const outcome = async (status: number, name = '') => (await spent(status, { error: { name } })).outcome
  expect(await outcome(403, 'accountBlocked')).toBe('blocked')
  expect(await outcome(403, 'countryRestricted')).toBe('restricted')
  expect(await outcome(422, 'tokenInvalid')).toBe('invalid')
  expect([await outcome(429), await outcome(503)]).toEqual(['unreachable', 'unreachable'])
})
