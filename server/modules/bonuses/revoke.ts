/** An operator ends a bonus or free spins that are not over; the player's cash is unaffected, also in open rounds. */
import { BonusStatus } from '#contract/bonuses.ts'
import type { Deps, Tx } from '../../deps.ts'
import { readLocale } from '../players/read-locale.ts'
import { finish } from './internal/play-with.ts'
import { lockOwnBonus, moveFreespin, readOfferName } from './internal/rows.ts'

export type Revoked = { playerId: string; name: string }

/** The name is in the player's language. Null if there is none of this id, or it is over. */
export async function revokeBonus(tx: Tx, deps: Pick<Deps, 'ledger' | 'clock'>, id: string): Promise<Revoked | null> {
  const owner = await tx
    .selectFrom('bonuses.player_bonuses')
    .select('player_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!owner) return revokeSpins(tx, deps, id)
  const row = await lockOwnBonus(tx, owner.player_id, id)
  if (!row || row.status === BonusStatus.finished) return null
  await finish(tx, deps, row, 'cancelled', 'operator')
  return { playerId: row.player_id, name: readOfferName(row, await readLocale(tx, row.player_id)) }
}

/** Of a deposit, what is not over: ids of its bonus or its free spins. */
export async function listOpenOfDeposit(tx: Tx, invoiceId: string): Promise<string[]> {
  const open = (table: 'bonuses.player_bonuses' | 'bonuses.player_freespins') =>
    tx.selectFrom(table).select('id').where('invoice_id', '=', invoiceId).where('status', '<', BonusStatus.finished)
  const rows = await open('bonuses.player_bonuses').unionAll(open('bonuses.player_freespins')).execute()
  return rows.map(({ id }) => id)
}

async function revokeSpins(tx: Tx, { clock }: Pick<Deps, 'clock'>, id: string): Promise<Revoked | null> {
  const row = await tx
    .selectFrom('bonuses.player_freespins')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<', BonusStatus.finished)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const locale = await readLocale(tx, row.player_id)
  await moveFreespin(tx, row, { move: 'cancelled', by: 'operator', at: clock.now() }, locale)
  return { playerId: row.player_id, name: readOfferName(row, locale) }
}
