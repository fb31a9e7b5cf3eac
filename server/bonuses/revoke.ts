/** An operator ends an open bonus or open free spins; the player's cash is unaffected, also in open rounds. */
import { sql } from 'kysely'
import { BonusStatus } from '#contract/bonuses.ts'
import type { KernelDeps, LedgerDeps, Tx } from '../deps.ts'
import { readLocale } from '../identity/index.ts'
import { lockBonusWallet } from '../wallet/index.ts'
import { isCompleted } from './internal/completed.ts'
import { finish } from './internal/play-with.ts'
import { lockOwnBonus, moveFreespin, readOfferName } from './internal/rows.ts'

export type Revoked = { playerId: string; name: string }

/** The name is in the player's language. Null if the id is unknown, or the bonus has ended. */
export async function revokeBonus(tx: Tx, deps: LedgerDeps, id: string): Promise<Revoked | null> {
  const owner = await tx
    .selectFrom('bonuses.player_bonuses')
    .select('player_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!owner) return revokeSpins(tx, deps, id)
  const row = await lockOwnBonus(tx, owner.player_id, id)
  if (!row || row.status === BonusStatus.finished) return null
  // A completed bonus that only waits for the job that ends it belongs to the player.
  if (await isCompleted(tx, row, await lockBonusWallet(tx, row))) {
    await finish(tx, deps, row, 'played')
    return null
  }
  await finish(tx, deps, row, 'cancelled', 'operator')
  return { playerId: row.player_id, name: readOfferName(row, await readLocale(tx, row.player_id)) }
}

/** The ids of a deposit's open bonus and free spins, and of the open bonus from their wins. */
export async function listOpenOfDeposit(tx: Tx, invoiceId: string): Promise<string[]> {
  const bonuses = tx
    .selectFrom('bonuses.player_bonuses')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('status', '<', BonusStatus.finished)
  const spins = tx
    .selectFrom('bonuses.player_freespins')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where(isOpenOrOwed)
  const rows = await bonuses.unionAll(spins).execute()
  return rows.map(({ id }) => id)
}

/** Spins that have not ended, or have ended with wins that are not credited yet. */
const isOpenOrOwed = sql<boolean>`(status < ${sql.lit(BonusStatus.finished)} OR won > wins_settled)`

async function revokeSpins(tx: Tx, { clock }: KernelDeps, id: string): Promise<Revoked | null> {
  const row = await tx
    .selectFrom('bonuses.player_freespins')
    .selectAll()
    .where('id', '=', id)
    .where(isOpenOrOwed)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const locale = await readLocale(tx, row.player_id)
  // Wins of rounds that are still open are forfeited too.
  if (row.wins_as_bonus)
    await tx
      .updateTable('bonuses.player_freespins')
      .set({ wins_forfeited: true, wins_due_at: clock.now() })
      .where('id', '=', id)
      .execute()
  if (row.status < BonusStatus.finished)
    await moveFreespin(tx, row, { move: 'cancelled', by: 'operator', at: clock.now() }, locale)
  return { playerId: row.player_id, name: readOfferName(row, locale) }
}
