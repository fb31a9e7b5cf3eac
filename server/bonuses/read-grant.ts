/** A bonus or free spins of a player, for messages about them. */
import { BonusStatus } from '#contract/bonuses.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { readOfferName } from './internal/rows.ts'

export type Grant = {
  name: string
  /** How many free spins; null for a bonus. */
  spins: number | null
  isActive: boolean
  isOver: boolean
  isFromDeposit: boolean
  expiresAt: Date
}

export async function readGrant(db: Kysely<Tables>, id: string, locale: string): Promise<Grant | null> {
  const read = async (table: 'bonuses.player_bonuses' | 'bonuses.player_freespins') =>
    db.selectFrom(table).select(['terms', 'status', 'invoice_id', 'expires_at']).where('id', '=', id).executeTakeFirst()
  const bonus = await read('bonuses.player_bonuses')
  const row = bonus ?? (await read('bonuses.player_freespins'))
  if (!row) return null
  const count = bonus
    ? null
    : await db.selectFrom('bonuses.player_freespins').select('count').where('id', '=', id).executeTakeFirstOrThrow()
  return {
    name: readOfferName(row, locale),
    spins: count && count.count,
    isActive: row.status === BonusStatus.active,
    isOver: row.status === BonusStatus.finished,
    isFromDeposit: row.invoice_id !== null,
    expiresAt: row.expires_at,
  }
}

/** When each of these bonuses and free spins ends; unknown ids are absent. */
export async function readExpiries(db: Kysely<Tables>, ids: string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; at: Date }>`
    SELECT id, expires_at AS at FROM bonuses.player_bonuses WHERE id = ANY (${ids}::uuid[])
    UNION ALL SELECT id, expires_at FROM bonuses.player_freespins WHERE id = ANY (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
