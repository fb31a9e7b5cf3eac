/** The facts of a new limit, cooling-off period or exclusion, and of a limit that ends. */
import type { Tx } from '../../deps.ts'
import { record } from '../../kernel/facts/fact.ts'
import { exclusionStarted, limitRemoved, limitSet } from '../../kernel/facts/kinds.ts'
import type { LimitRow } from './rows.ts'

export async function recordSet(tx: Tx, row: LimitRow, { isForced = false } = {}): Promise<void> {
  const { id: subject, player_id: player, definition, period, currency, amount, ends_at } = row
  if (amount !== null)
    await record(tx, limitSet, {
      player,
      subject,
      data: { definition, period, currency, amount, ...(isForced && { isForced }) },
    })
  else
    await record(tx, exclusionStarted, {
      player,
      subject,
      data: { definition, period, endsAt: ends_at?.toISOString() ?? null },
    })
}

/** Exclusions end by their term, and by no one's wish. */
export async function recordRemoved(tx: Tx, row: LimitRow): Promise<void> {
  const { id: subject, player_id: player, definition, period, currency, amount } = row
  if (amount !== null)
    await record(tx, limitRemoved, { player, subject, data: { definition, period, currency, amount } })
}
