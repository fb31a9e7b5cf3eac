import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey } from '../../api/use-api.ts'
import type { Live } from '../../live/live.ts'
import { followWallet } from './live.ts'

afterEach(() => vi.unstubAllGlobals())

/** A tab that becomes visible: is the list of accounts read again? */
function isReadOnReturn({ isPhone, isSignedIn = true, visibility = 'visible' }: Record<string, unknown>): boolean {
  const document = Object.assign(new EventTarget(), { visibilityState: visibility })
  vi.stubGlobal('document', document)
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: isPhone === true && media === '(pointer: coarse)' }))
  const client = new QueryClient()
  const key = apiKey('GET /api/wallet/accounts')
  if (isSignedIn) client.setQueryData(key, [])
  followWallet({ on: () => () => undefined, onUnrecovered: () => () => undefined } as unknown as Live, client)
  document.dispatchEvent(new Event('visibilitychange'))
  return client.getQueryState(key)?.isInvalidated === true
}

test('a phone reads the accounts again when a signed-in tab becomes visible', () => {
  expect(isReadOnReturn({ isPhone: true })).toBe(true)
  expect(isReadOnReturn({ isPhone: true, visibility: 'hidden' })).toBe(false)
  expect(isReadOnReturn({ isPhone: true, isSignedIn: false })).toBe(false)
  expect(isReadOnReturn({ isPhone: false })).toBe(false)
})
