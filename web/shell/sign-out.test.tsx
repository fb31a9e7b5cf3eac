import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
import { UserNav } from './user-nav.tsx'

const show = views()
const profile = { id: 'abcdef12-0000-4000-8000-000000000001', nickname: 'Kim', email: null, exclusion: null }

/** Signs out against a server that refuses expired tokens; returns each call with the token that it has sent. */
async function signedOut(expired: string[]) {
  const page = await show(<UserNav />, {
    answers: [
      [apiKey('GET /api/player/profile'), profile],
      [apiKey('GET /api/retention/account'), null],
    ],
  })
  const sent: Array<[call: string, token: string | undefined]> = []
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    const token = (headers as Record<string, string>).authorization
    sent.push([`${method} ${url}`, token])
    if (url.endsWith('/refresh')) return Response.json({ accessToken: 'fresh' })
    return Response.json({}, { status: expired.includes(token!) ? 401 : 200 })
  })
  await page.press(labelsOf('shell').signOut!)
  return { sent, cookie: document.cookie }
}

// Shows: 4.4.2, 7.3.1
test('a sign-out removes the token and ends its session; an expired token is refreshed for that', async () => {
  expect(await signedOut([])).toEqual({
    sent: [['POST /api/player/sessions/logout', 'Bearer abc']],
    cookie: expect.stringMatching(/^access_token=; .*Max-Age=0/),
  })
  expect((await signedOut(['Bearer abc'])).sent).toEqual([
    ['POST /api/player/sessions/logout', 'Bearer abc'],
    ['POST /api/player/sessions/refresh', 'Bearer abc'],
    ['POST /api/player/sessions/logout', 'Bearer fresh'],
  ])
})
