/** The bonus money of a wallet, for the module that grants and ends bonuses. */
import type { Kysely } from 'kysely'
import type { Database, Tx } from '../kernel/db/connect.ts'
import type { Tables } from '../kernel/db/tables.ts'
import { hasOpenBonusBet, hasOpenBonusRound } from '../ledger/index.ts'

type Owner = { player_id: string; currency: string }
export type BonusWallet = {
  bonus: bigint
  held: bigint
  bonus_id: string | null
  wager_placed: bigint
  wager_total: bigint
}

/**
 * Locks the wallet, so that no bet or withdrawal uses it meanwhile. As everywhere that money moves, it is locked before
 * the rows of its bonuses.
 */
export async function lockBonusWallet(tx: Tx, { player_id, currency }: Owner): Promise<BonusWallet> {
  return tx
    .selectFrom('wallet.accounts')
    .select(['bonus', 'held', 'bonus_id', 'wager_placed', 'wager_total'])
    .where('player_id', '=', player_id)
    .where('currency', '=', currency)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The amount wagered under this bonus while it is active. */
export async function readWagerPlaced(
  db: Kysely<Tables>,
  { player_id, currency, id }: Owner & { id: string },
): Promise<bigint> {
  const wallet = await db
    .selectFrom('wallet.accounts')
    .select('wager_placed')
    .where('player_id', '=', player_id)
    .where('currency', '=', currency)
    .where('bonus_id', '=', id)
    .executeTakeFirst()
  return wallet && wallet.wager_placed > 0n ? wallet.wager_placed : 0n
}

const isOver = `bonus_id IS NOT NULL AND (wager_placed >= wager_total OR bonus = 0 AND NOT ${hasOpenBonusBet('accounts.bonus_id')})`

/** SQL for a time in the past if the wager of any bonus is met or its money used up; otherwise null. */
export const finishedBonusesDue = `(SELECT 'epoch'::timestamptz FROM wallet.accounts WHERE ${isOver} LIMIT 1)`

/** SQL for whether the wager of a bonus is met, and a round of it is still open. */
export const isWaitingForRound = (bonusId: string): string =>
  `EXISTS (SELECT FROM wallet.accounts WHERE accounts.bonus_id = ${bonusId} AND wager_placed >= wager_total AND ${hasOpenBonusRound(bonusId)})`

/**
 * Bonuses whose wager is met or money used up. Those with open rounds are omitted, so that they do not block others.
 */
export async function findFinishedBonuses({ pool }: Pick<Database, 'pool'>, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ bonus_id: string }>(
    `SELECT bonus_id FROM wallet.accounts WHERE ${isOver} AND NOT ${hasOpenBonusRound('accounts.bonus_id')} LIMIT $1`,
    [most],
  )
  return rows.map(({ bonus_id }) => bonus_id)
}
