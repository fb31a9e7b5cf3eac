/** Reads the remaining turnover before a withdrawal in a currency. */
import type { TurnoverWager } from '#contract/limits.ts'
import type { Account } from '#contract/wallet.ts'
import { useApi } from '../../api/use-api.ts'

export const turnoverRoute = 'GET /api/risk/reasons/turn-over-wager'

export function useTurnover(currency: string | undefined) {
  return useApi(
    turnoverRoute,
    { query: { currency: currency ?? '' } },
    { enabled: currency !== undefined, refetchOnMount: 'always' },
  )
}

/** Turnover blocks only if there is something to withdraw (specification, section 2). */
export function isTurnoverOpen(
  wager: TurnoverWager | undefined,
  { withdrawalBalance }: Pick<Account, 'withdrawalBalance'>,
): wager is TurnoverWager {
  return wager !== undefined && wager.isEnabled && withdrawalBalance > 0 && wager.turnOverWagerAmount > 0
}
