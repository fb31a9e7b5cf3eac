import { afterEach, expect, test, vi } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'

const run = hooks()
afterEach(() => vi.resetModules())

/** Presents a sign-in link to a server that answers so. */
async function spent(status: number, body: object, cookie = '') {
  const page = await run(() => null, { isSignedIn: false, answer: () => ({ status, body }) })
  vi.stubGlobal('document', { ...(document as object), cookie })
  // The fingerprint of a tab is kept by its module, and read from there by this page's alone.
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'fingerprint' ? 'device-1' : null) })
  vi.resetModules()
  const { spend } = await import('./autologin.tsx')
  const outcome = await page.perform(() => spend('one-time'))
  return { outcome, calls: page.calls, cookie: document.cookie }
}

// Shows: 7.3.2
test('a sign-in link is exchanged with the fingerprint of the device for a token, which is stored', async () => {
  const { outcome, calls, cookie } = await spent(200, { accessToken: 'x.y.z' })
  expect(outcome).toBe('done')
  expect(calls).toEqual([
    { route: 'POST /api/player/sessions/token', body: { token: 'one-time', fingerprint: 'device-1' } },
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
