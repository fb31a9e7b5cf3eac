/** Hooks to read, switch and hide the player's accounts. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/wallet.ts'
import { api } from '../../api/client.ts'
import { apiKey, callGet, invalidate, readAgainIfReading, useApi, writeApi } from '../../api/use-api.ts'
import { mergePushed } from '../../live/newest.ts'
import { useVisitor } from '../../render/router.tsx'
import { turnoverRoute } from '../limits/turnover.ts'
import { usePaymentRegion } from './region.ts'

const route = 'GET /api/wallet/accounts'
const currencyQueries = [
  'GET /api/payment/methods/deposit',
  'GET /api/payment/methods/withdrawal',
  turnoverRoute,
] as const

export function useAccounts() {
  const { isSignedIn } = useVisitor()
  return useApi(route, undefined, { enabled: isSignedIn })
}

export function useActiveAccount(): Account | undefined {
  return useAccounts().data?.find((account) => account.status === 1)
}

/** Queries with amounts in the currency of the active account. */
const inActiveCurrency = ['GET /api/retention/quests', 'GET /api/game/bonuses/pages/{identity}'] as const

/** Merges a newer version of an account. Hidden accounts are removed, and only one can be active, which is first. */
export function putAccount(client: QueryClient, account: Account): void {
  const before = client.getQueryData<Account[]>(apiKey(route))
  if (!before?.some(({ id, status }) => id === account.id && status === account.status))
    readAgainIfReading(client, route)
  writeApi(client, route, undefined, (cached) => {
    const merged = mergePushed(cached, account)
    const isTaken = merged.includes(account)
    const others =
      isTaken && account.status === 1
        ? merged.map((other) =>
            other.id !== account.id && other.status === 1 ? { ...other, status: 2 as const } : other,
          )
        : merged
    return others.filter(({ status }) => status !== 3).toSorted((a, b) => a.status - b.status)
  })
  if (account.status === 1 && before?.some(({ id, status }) => id === account.id && status !== 1))
    void invalidate(client, ...inActiveCurrency)
}

export type AccountActions = {
  /** Switches to the currency's account, opening it first if needed. */
  switchTo(currency: string): Promise<void>
  hide(account: Account): Promise<void>
}

export function useAccountActions(): AccountActions {
  const client = useQueryClient()
  const { country } = usePaymentRegion()
  const open = async (currency: string) => {
    const account = await api('POST /api/wallet/accounts', { body: { currency } })
    putAccount(client, account)
    return account
  }
  return {
    async switchTo(currency) {
      const existing = client
        .getQueryData<Account[]>([route, null, null])
        ?.find((account) => account.currency === currency)
      const account = existing ?? (await open(currency))
      putAccount(client, await api('PUT /api/wallet/accounts/{id}/switch', { params: { id: account.id } }))
      // Payment methods and turnover depend on the currency, so they are read again or prefetched.
      await invalidate(client, ...currencyQueries)
      for (const each of currencyQueries) {
        const query = each === turnoverRoute ? { currency } : { currency, country: country ?? undefined }
        void client.prefetchQuery({ queryKey: apiKey(each, { query }), queryFn: () => callGet(each, { query }) })
      }
    },
    async hide({ id }) {
      putAccount(client, await api('PUT /api/wallet/accounts/{id}/hide', { params: { id } }))
    },
  }
}
