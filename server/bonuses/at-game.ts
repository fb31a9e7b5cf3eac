/** A player's bonuses at one game: free spins that can be played there, and whether stakes there are under a bonus. */
import { BonusStatus } from '#contract/bonuses.ts'
import { sql } from 'kysely'
import type { KernelDeps } from '../deps.ts'
import type { TermsKind } from '../partners/game-studio/port.ts'
import { percentAt } from './internal/contribution.ts'
import { readTerms } from './internal/rows.ts'

export type AtGame = { playerId: string; currency: string; gameId: string }
export type FreeSpinsAt = { stake: bigint; used: number; total: number }
export type ActiveFreeSpins = FreeSpinsAt & { id: string; expiresAt: Date }

/** The active free spins at the game that the next bet uses; null if there are none. */
export async function activeFreeSpins(
  { db, clock }: KernelDeps,
  { playerId, currency, gameId }: AtGame,
): Promise<ActiveFreeSpins | null> {
  const spins = await db.kysely
    .selectFrom('bonuses.player_freespins')
    .select(['id', 'spin_amount', 'used', 'count', 'expires_at'])
    .where('player_id', '=', playerId)
    .where('status', '=', BonusStatus.active)
    .where('currency', '=', currency)
    .where('game_id', '=', gameId)
    .where('expires_at', '>', clock.now())
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return spins
    ? { id: spins.id, stake: spins.spin_amount, used: spins.used, total: spins.count, expiresAt: spins.expires_at }
    : null
}

/** The free spins at this game that were started last, including finished ones, with their rounds. */
export async function latestFreeSpins(
  { db }: KernelDeps,
  { playerId, currency, gameId, stake }: AtGame & { stake: bigint },
): Promise<(FreeSpinsAt & { winsAs: 'cash' | 'bonus'; rounds: Array<{ studio: string; id: string }> }) | null> {
  const { rows } = await sql<{ id: string; used: number; count: number; wins_as_bonus: boolean }>`
    SELECT id, used, count, wins_as_bonus FROM bonuses.player_freespins
    WHERE player_id = ${playerId} AND currency = ${currency} AND game_id = ${gameId} AND spin_amount = ${stake}
      AND status IN (${BonusStatus.active}, ${BonusStatus.finished})
    ORDER BY (status = ${BonusStatus.active}) DESC, coalesce(finished_at, created_at) DESC, expires_at, id LIMIT 1`.execute(
    db.kysely,
  )
  const spins = rows[0]
  if (!spins) return null
  const { rows: rounds } = await sql<{ studio: string; id: string }>`
    SELECT substr(movement.actor, 8) AS studio, movement.reference_id AS id
    FROM bonuses.freespin_uses AS use
    JOIN ledger.movements AS movement ON movement.actor = use.actor AND movement.idempotency_key = use.bet_key
    WHERE use.freespin_id = ${spins.id} AND starts_with(use.actor, 'studio:')`.execute(db.kysely)
  return { stake, used: spins.used, total: spins.count, winsAs: spins.wins_as_bonus ? 'bonus' : 'cash', rounds }
}

/** True while a bonus that may be staked at the game is active in this currency. */
export async function isStakedWithBonus(
  { db }: KernelDeps,
  { playerId, currency, ...game }: AtGame & { gameKind: TermsKind },
): Promise<boolean> {
  const bonus = await db.kysely
    .selectFrom('bonuses.player_bonuses')
    .select('terms')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('status', '=', BonusStatus.active)
    .executeTakeFirst()
  return bonus !== undefined && percentAt(readTerms(bonus.terms).contribution, game) > 0
}

export type GivenFreeSpins = {
  id: string
  playerId: string
  currency: string
  gameId: string
  stake: bigint
  count: number
  used: number
  expiresAt: Date
  isActive: boolean
}

/** Free spins by their ids; unknown ones are omitted. */
export async function readFreeSpins({ db }: KernelDeps, ids: string[]): Promise<GivenFreeSpins[]> {
  if (ids.length === 0) return []
  const rows = await db.kysely.selectFrom('bonuses.player_freespins').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    id: row.id,
    playerId: row.player_id,
    currency: row.currency,
    gameId: row.game_id,
    stake: row.spin_amount,
    count: row.count,
    used: row.used,
    expiresAt: row.expires_at,
    isActive: row.status === BonusStatus.active,
  }))
}
