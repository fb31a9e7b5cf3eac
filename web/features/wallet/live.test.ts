import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKey } from '../../api/use-api.ts'
import type { Account } from '#contract/wallet.ts'
import type { Live } from '../../live/live.ts'
import { followWallet } from './live.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns whether the accounts are read again when a tab becomes visible. */
function isReadOnReturn({
  isMobile = false,
  isTouched = false,
  isSignedIn = true,
  visibility = 'visible',
}: {
  isMobile?: boolean
  isTouched?: boolean
  isSignedIn?: boolean
  visibility?: DocumentVisibilityState
}): boolean {
  const document = Object.assign(new EventTarget(), { visibilityState: visibility })
  vi.stubGlobal('document', document)
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: isTouched && media === '(pointer: coarse)' }))
  const client = new QueryClient()
  const key = apiKey('GET /api/wallet/accounts')
  if (isSignedIn) client.setQueryData(key, [])
  followWallet({ on: () => () => undefined, onUnrecovered: () => () => undefined } as unknown as Live, client, {
    isMobile,
  })
  document.dispatchEvent(new Event('visibilitychange'))
  return client.getQueryState(key)?.isInvalidated === true
}

// Shows: 7.2.4
test('a phone or touch device reads the accounts again when a signed-in tab becomes visible', () => {
  expect(isReadOnReturn({ isMobile: true })).toBe(true)
  expect(isReadOnReturn({ isTouched: true })).toBe(true)
  expect(isReadOnReturn({ isMobile: true, visibility: 'hidden' })).toBe(false)
  expect(isReadOnReturn({ isMobile: true, isSignedIn: false })).toBe(false)
  expect(isReadOnReturn({})).toBe(false)
})

/** Creates a page with realtime handlers and a query in progress, whose answers the test resolves. */
function followed<T>(route: 'GET /api/wallet/accounts' | 'GET /api/game/open-rounds', initial: T[]) {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  let push: (account: Account) => void = () => undefined
  const on = (_channel: string, _event: string, listener: typeof push) => (push = listener)
  client.setQueryData(apiKey('GET /api/wallet/accounts'), [euros])
  client.setQueryData(apiKey(route), initial)
  followWallet({ on, onUnrecovered: () => () => undefined } as unknown as Live, client, { isMobile: false })
  const answers: Array<(answer: T[]) => void> = []
  const observer = new QueryObserver<T[]>(client, {
    queryKey: apiKey(route),
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  })
  observer.subscribe(() => undefined)
  void observer.refetch()
  const shown = async () => {
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
    return observer.getCurrentResult().data
  }
  return { push, answers, shown }
}
const euros = { id: 'euros', currency: 'EUR', status: 1, balance: 2000, version: 4 } as Account

test('a pushed balance is not replaced by an older answer, whoever reads the accounts', async () => {
  const { push, answers, shown } = followed('GET /api/wallet/accounts', [euros])
  push({ ...euros, balance: 1000, version: 5 })
  answers[0]!([euros])
  expect(await shown()).toMatchObject([{ balance: 1000 }])
})

test('a push of the account during a read of open rounds repeats the read', async () => {
  const { push, answers, shown } = followed('GET /api/game/open-rounds', [] as string[])
  push({ ...euros, balance: 1000, version: 5 })
  answers[0]!([])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!(['the round of the stake'])
  expect(await shown()).toEqual(['the round of the stake'])
})
