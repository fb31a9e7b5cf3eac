import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { route } from './verification.tsx'

const show = views()
const words = labelsOf('verification')
const check = { isEnabled: true, status: 'none', comment: null, updatedAt: null }

// Shows: 7.3.8
test('an identity check begins with a token of the server, and gets another one whenever the provider asks', async () => {
  let tokens = 0
  const page = await show(<route.View />, {
    answer: ({ route: called }) =>
      called.startsWith('GET')
        ? { body: check }
        : { body: { token: `token-${++tokens}`, scriptUrl: 'https://check.test/sdk.js', expiresAt: '' } },
  })
  const begun: string[] = []
  let renew = async () => ''
  const builder = { build: () => ({ launch: (container: string) => void begun.push(container) }) }
  Object.assign(builder, { withConf: () => builder, withOptions: () => builder, onMessage: () => builder })
  vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'dark' }))
  Object.assign(window, {
    snsWebSdk: {
      init(token: string, newToken: typeof renew) {
        begun.push(token)
        renew = newToken
        return builder
      },
    },
  })
  expect(tokens).toBe(0)
  await page.press(words.begin!)
  expect(begun).toEqual(['token-1', expect.stringMatching(/^#[\w-]+$/)])
  expect(await page.perform(() => renew())).toBe('token-2')
  expect(page.calls.filter(({ route: called }) => !called.startsWith('GET'))).toEqual(
    Array.from({ length: 2 }, () => ({ route: 'POST /api/player/services/sumsub/auth', body: null })),
  )
})
