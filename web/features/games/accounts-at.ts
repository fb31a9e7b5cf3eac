/**
 * The accounts before a bet. A busy device may read the ledger's answer to the bet before the game's message that it has
 * begun: its stake would be subtracted twice.
 */
import { useEffect, useRef } from 'react'
import type { Account } from '#contract/wallet.ts'

/** Accounts as they were read at a time, in ms since 1970. */
export type Reading = { accounts: Account[]; at: number }
const kept = 4

/** The latest of these that was read by then, or else the oldest. */
export const accountsAt = (readings: readonly Reading[], at: number): Account[] =>
  (readings.findLast((reading) => reading.at <= at) ?? readings[0])?.accounts ?? []

export function useAccountsAt({ accounts, at }: Reading): (at?: number) => Account[] {
  const readings = useRef<readonly Reading[]>([])
  useEffect(() => {
    readings.current = [...readings.current, { accounts, at }].slice(-kept)
  }, [accounts, at])
  return (then = Date.now()) => accountsAt(readings.current, then)
}
