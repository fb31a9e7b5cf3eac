/**
 * Finds the accounts as they were before a bet. A busy device may read the balance after the bet before it handles the
 * game's message that the bet has begun; without this, the stake would be subtracted twice.
 */
import { useEffect, useRef } from 'react'
import type { Account } from '#contract/wallet.ts'

/** Accounts and the time at which they were read, in ms since 1970. */
export type Reading = { accounts: Account[]; at: number }
const maxReadings = 4

/** Returns the accounts of the latest reading up to `at`, or of the oldest if there is none. */
export const accountsAt = (readings: readonly Reading[], at: number): Account[] =>
  (readings.findLast((reading) => reading.at <= at) ?? readings[0])?.accounts ?? []

export function useAccountsAt({ accounts, at }: Reading): (at?: number) => Account[] {
  const readings = useRef<readonly Reading[]>([])
  useEffect(() => {
    readings.current = [...readings.current, { accounts, at }].slice(-maxReadings)
  }, [accounts, at])
  return (then = Date.now()) => accountsAt(readings.current, then)
}
