/** Free bets: staked by the operator for the player, who is paid the winnings without the stake. */
import type { Kysely, Selectable } from 'kysely'
import type { FreeBet } from '#contract/sportsbook-protocol.ts'
import { readOdds } from '#contract/settlement/odds.ts'
import { toWire } from '#contract/money.ts'
import { jsonColumn, TextsByName } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Tx } from '../../deps.ts'

export type FreeBetRow = Selectable<Tables['sports.free_bets']>
const readNames = jsonColumn('sports.free_bets.names', TextsByName)

type Owner = { playerId: string; currency: string }
type FreeSlip = { kind: string; isEachWay: boolean; stake: number; selections: ReadonlyArray<{ odds: string }> }

/** Those that can be used now, the first to expire first. */
export async function listFreeBets(
  db: Kysely<Tables>,
  { playerId, currency, locale, now }: Owner & { locale: string; now: Date },
): Promise<FreeBet[]> {
  const rows = await db
    .selectFrom('sports.free_bets')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('bet', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(20)
    .execute()
  return rows.map(({ id, amount, names, min_odds: minOdds, expires_at: expiresAt }) => ({
    id,
    name: nameIn({ names }, locale),
    amount: toWire(amount),
    minOdds,
    expiresAt: expiresAt.toISOString(),
  }))
}

export function nameIn({ names }: Pick<FreeBetRow, 'names'>, locale: string): string {
  const byLocale = readNames(names)
  return byLocale[locale] ?? byLocale.en ?? ''
}

/** Locked. Null if this slip cannot stake it: another's, used, expired, of another amount, at odds that are too low. */
export async function findFreeBet(
  tx: Tx,
  id: string,
  { playerId, currency, now, slip }: Owner & { now: Date; slip: FreeSlip },
): Promise<FreeBetRow | null> {
  const row = await tx
    .selectFrom('sports.free_bets')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('bet', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!row || BigInt(slip.stake) !== row.amount || slip.kind === 'system' || slip.isEachWay) return null
  return haveOdds(slip.selections, row.min_odds) ? row : null
}

/** Also of a bet that is void no longer. One that was staked again meanwhile stays with the other bet. */
export async function stakeFreeBet(tx: Tx, { id, bet }: { id: string; bet: string }): Promise<void> {
  await tx.updateTable('sports.free_bets').set({ bet }).where('id', '=', id).where('bet', 'is', null).execute()
}

/** Of a bet that was declined or is void. One whose time is over stays expired. */
export async function returnFreeBet(tx: Tx, { id, bet }: { id: string; bet: string }): Promise<void> {
  await tx.updateTable('sports.free_bets').set({ bet: null }).where('id', '=', id).where('bet', '=', bet).execute()
}

export function haveOdds(selections: ReadonlyArray<{ odds: string }>, least: string): boolean {
  return lowestOdds(selections) >= readOdds(least)
}

/** In thousandths. */
export function lowestOdds(selections: ReadonlyArray<{ odds: string }>): bigint {
  return selections.map(({ odds }) => readOdds(odds)).reduce((lowest, each) => (each < lowest ? each : lowest))
}
