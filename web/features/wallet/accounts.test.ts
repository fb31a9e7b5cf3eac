import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Account } from '#contract/wallet.ts'
import { apiKey } from '../../api/use-api.ts'
import { keepNewer } from '../../live/newest.ts'
import { putAccount } from './accounts.ts'

const euros = { id: 'euros', currency: 'EUR', status: 1, version: 4 } as Account
const dollars = { id: 'dollars', currency: 'USD', status: 2, version: 1 } as Account

/** Creates a wallet whose accounts are being read; the test resolves the answers. */
function walletBeingRead() {
  const client = new QueryClient()
  const answers: Array<(accounts: Account[]) => void> = []
  client.setQueryData(apiKey('GET /api/wallet/accounts'), [euros])
  const observer = new QueryObserver<Account[]>(client, {
    queryKey: apiKey('GET /api/wallet/accounts'),
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
    structuralSharing: (cached, fetched) => keepNewer(cached as Account[], fetched as Account[]),
  })
  observer.subscribe(() => undefined)
  if (answers.length === 0) void observer.refetch()
  const shown = () => observer.getCurrentResult().data?.map(({ id, status }) => `${id} ${status}`)
  return { client, answers, shown }
}

test('an account that is opened during a read is kept, and the accounts are read again', async () => {
  const { client, answers, shown } = walletBeingRead()
  putAccount(client, dollars)
  putAccount(client, { ...dollars, status: 1, version: 2 })
  answers[0]!([euros])
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1))
  answers.at(-1)!([
    { ...dollars, status: 1, version: 2 },
    { ...euros, status: 2, version: 5 },
  ])
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(shown()).toEqual(['dollars 1', 'euros 2'])
})

test('a balance that is pushed during a read does not repeat the read', async () => {
  const { client, answers } = walletBeingRead()
  putAccount(client, { ...euros, version: 5 })
  answers[0]!([euros])
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(answers).toHaveLength(1)
})
