/**
 * The posting function counts free spins in the call of their bet; this builds the push from the row that it stored.
 */
import type { PlayerFreespin } from '#contract/bonuses.ts'
import { type FreespinRow, presentFreespin } from './internal/rows.ts'

type Written = {
  row: Omit<FreespinRow, 'spin_amount' | 'created_at' | 'expires_at'> & {
    spin_amount: number
    created_at: string
    expires_at: string
  }
  locale: string | null
}

export function presentFreeSpinsEvent(payload: unknown): PlayerFreespin {
  const { row, locale } = payload as Written
  return presentFreespin(
    {
      ...row,
      spin_amount: BigInt(row.spin_amount),
      created_at: new Date(row.created_at),
      expires_at: new Date(row.expires_at),
    },
    locale ?? 'en',
  )
}
