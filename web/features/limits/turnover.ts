/** The remaining turnover before a withdrawal, for one currency. */
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

/** It only blocks when there is something to withdraw (specification, section 2). */
export function isTurnoverOpen(
  wager: TurnoverWager | undefined,
  { withdrawalBalance }: Pick<Account, 'withdrawalBalance'>,
): wager is TurnoverWager {
  return wager !== undefined && wager.isEnabled && withdrawalBalance > 0 && wager.turnOverWagerAmount > 0
}
