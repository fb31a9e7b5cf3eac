import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { route } from './social-callback.tsx'

const show = views()
const mark = 'abcdefghij_-1234'
const words = labelsOf('security')

// Shows: 1.1.1, 2.1.13, 7.3.3
test('a callback is sent once without its code in the address, and a second factor completes it', async () => {
  const device = await fingerprint()
  const shown = await show(
    <WithCookie>
      <route.View />
      <route.View />
    </WithCookie>,
    {
      isSignedIn: false,
      path: '/auth/social/google/callback',
      search: `?code=secret&state=${mark}.x`,
      params: { connection: 'google' },
      answer: ({ route: called }) => ({
        body: called.endsWith('/code')
          ? { accessToken: 'x.y.z', backRoute: '/games/dice' }
          : { accessToken: null, ticket: 'ticket-1', backRoute: '/' },
      }),
    },
  )
  expect(shown.address).toBe('/auth/social/google/callback')
  expect(shown.calls).toEqual([
    {
      route: 'POST /api/player/sessions/social',
      body: {
        query: { code: 'secret', state: `${mark}.x` },
        provider: 'google',
        locale: 'de',
        fingerprint: device,
        affiliateTag: null,
      },
    },
  ])
  expect(shown.text).toContain(words.secondFactorTitle)
  // The last digit sends the code.
  await shown.enter(words.codeLabel!, '123456')
  await shown.pass(1)
  expect(shown.calls[1]).toEqual({
    route: 'POST /api/player/sessions/social/code',
    body: { ticket: 'ticket-1', code: '123456', fingerprint: device },
  })
  expect(shown.documents).toEqual(['/games/dice'])
  expect(document.cookie).toMatch(/^access_token=x\.y\.z;/)
})

/** Sets the cookie of the browser that started the sign-in before the page reads it. */
function WithCookie({ children }: { children: ReactNode }) {
  if (document.cookie === '') document.cookie = `social-${mark}=${encodeURIComponent('/de/games/dice')}`
  return children
}
