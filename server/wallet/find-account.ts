/** A player's own account, for modules that deposit or withdraw. */
import { type Account, AccountStatus } from '#contract/wallet.ts'
import type { Database, Tx } from '../kernel/db/connect.ts'
import { presentAccount } from './internal/accounts.ts'

/** Undefined if the id is not of an account of the player. */
export async function findAccount(
  db: Database['kysely'] | Tx,
  { playerId, accountId }: { playerId: string; accountId: string },
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('wallet.accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row && presentAccount(row)
}

/** The player's account in a currency. */
export async function findAccountIn(
  db: Database['kysely'] | Tx,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('wallet.accounts')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row && presentAccount(row)
}

/** The currency of the active account; undefined for a player without accounts. */
export async function readActiveCurrency(db: Database['kysely'] | Tx, playerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('wallet.accounts')
    .select('currency')
    .where('player_id', '=', playerId)
    .where('status', '=', AccountStatus.active)
    .executeTakeFirst()
  return row?.currency
}

export async function ownerOfAccount(db: Database['kysely'] | Tx, accountId: string): Promise<string> {
  const { player_id } = await db
    .selectFrom('wallet.accounts')
    .select('player_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return player_id
}

export type PlayTerms = {
  bonus: bigint
  /** The highest stake while a bonus is active. */
  maxBet: bigint | null
  /** The amount that must be staked before deposits can be withdrawn, and the amount staked so far. */
  turnover: { total: bigint; placed: bigint }
}

export async function readPlayTerms(
  db: Database['kysely'] | Tx,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<PlayTerms | undefined> {
  const row = await db
    .selectFrom('wallet.accounts')
    .select(['bonus', 'max_bet', 'turnover_total', 'turnover_placed'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return (
    row && {
      bonus: row.bonus,
      maxBet: row.max_bet,
      turnover: { total: row.turnover_total, placed: row.turnover_placed },
    }
  )
}
