/** Rows of bonuses and free spins: shown to their player, moved on, and pushed. */
import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { BonusStatus, type PlayerBonus, type PlayerFreespin } from '#contract/bonuses.ts'
import { playerChannel } from '#contract/channels.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../deps.ts'
import { record } from '../../../facts/fact.ts'
import { bonusFinished, freespinsFinished } from '../../../facts/kinds.ts'
import { append } from '../../../outbox/append.ts'
import type { Mover } from '../../../platform/machine.ts'
import { bonusStates, columnsOf, type Ending, type FreespinState, freespinStates, stateOf } from './states.ts'

export type BonusRow = Selectable<Tables['bonuses.player_bonuses']>
export type FreespinRow = Selectable<Tables['bonuses.player_freespins']>
/** Kept with the grant: what the offer said when it was given. */
export type Terms = { name: Record<string, string>; wagering: number; excludedGames: string[] }

export async function presentBonus(db: Kysely<Tables>, row: BonusRow, locale: string): Promise<PlayerBonus> {
  const placed =
    row.status === BonusStatus.active ? await wagerPlaced(db, row) : stateOf(row) === 'played' ? row.wager_total : 0n
  const left = row.wager_total > placed ? row.wager_total - placed : 0n
  return {
    id: row.id,
    bonusId: row.bonus_id,
    name: nameOf(row, locale),
    status: row.status,
    result: row.result,
    amount: toWire(row.amount),
    currency: row.currency,
    packageId: row.package_id,
    issueSessionId: row.issue_session_id,
    maxBetAmount: row.max_bet === null ? null : toWire(row.max_bet),
    excludedGames: (row.terms as Terms).excludedGames,
    wagerTotal: toWire(row.wager_total),
    wagerRemaining: toWire(left),
    unsettledStake: row.status === BonusStatus.active ? toWire(await unsettledStake(db, row)) : 0,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
  }
}

async function wagerPlaced(db: Kysely<Tables>, { player_id, currency, id }: BonusRow): Promise<bigint> {
  const wallet = await db
    .selectFrom('wallet.accounts')
    .select('wager_placed')
    .where('player_id', '=', player_id)
    .where('currency', '=', currency)
    .where('bonus_id', '=', id)
    .executeTakeFirst()
  return wallet && wallet.wager_placed > 0n ? wallet.wager_placed : 0n
}

/** A round that is still open lies among the player's newest; the bound keeps the question cheap for who has played for years. */
const newestRounds = 1000

async function unsettledStake(db: Kysely<Tables>, { player_id, id }: BonusRow): Promise<bigint> {
  const newest = db
    .selectFrom('games.rounds')
    .select(['bonus_id', 'bonus_stake', 'status'])
    .where('player_id', '=', player_id)
    .orderBy('first_movement_id', 'desc')
    .limit(newestRounds)
  const open = await db
    .selectFrom(newest.as('round'))
    .select(({ fn }) => fn.sum<string | null>('bonus_stake').as('stake'))
    .where('bonus_id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return BigInt(open.stake ?? 0)
}

export function presentFreespin(row: FreespinRow, locale: string): PlayerFreespin {
  return {
    id: row.id,
    bonusId: row.bonus_id,
    name: nameOf(row, locale),
    status: row.status,
    result: row.result,
    count: row.count,
    used: row.used,
    currency: row.currency,
    gameId: row.game_id,
    spinAmount: toWire(row.spin_amount),
    packageId: row.package_id,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
  }
}

function nameOf({ terms }: Pick<BonusRow, 'terms'>, locale: string): string {
  const { name } = terms as Terms
  return name[locale] ?? name.en ?? ''
}

/** Taken before the rows of its bonuses, as everywhere that money moves, so that no bet or withdrawal takes of it meanwhile. */
export async function lockWallet(tx: Tx, { player_id, currency }: Pick<BonusRow, 'player_id' | 'currency'>) {
  return tx
    .selectFrom('wallet.accounts')
    .select(['bonus', 'held', 'bonus_id', 'wager_placed', 'wager_total'])
    .where('player_id', '=', player_id)
    .where('currency', '=', currency)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** A player's own bonus, behind the lock of its wallet; undefined where there is none of that id. */
export async function lockOwnBonus(tx: Tx, playerId: string, id: string): Promise<BonusRow | undefined> {
  const own = tx.selectFrom('bonuses.player_bonuses').selectAll().where('id', '=', id).where('player_id', '=', playerId)
  const seen = await own.executeTakeFirst()
  if (!seen) return undefined
  await lockWallet(tx, seen)
  return own.forUpdate().executeTakeFirst()
}

export type Made<Name> = { move: Name; by: Mover; at: Date }
/** Writes the move, its fact and its push. The row must be locked, or just made, by the caller. */
export async function moveBonus(
  tx: Tx,
  row: BonusRow,
  { move, by, at }: Made<'activated' | Ending>,
  locale: string,
): Promise<BonusRow> {
  const { to, announces } = bonusStates.move(stateOf(row), move, by)
  const moved = await tx
    .updateTable('bonuses.player_bonuses')
    .set({
      ...columnsOf(to),
      ...(to === 'active' ? { activated_at: at } : { finished_at: at }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (announces === bonusFinished)
    await record(tx, bonusFinished, {
      player: moved.player_id,
      subject: moved.id,
      data: { bonusId: moved.bonus_id, currency: moved.currency, result: moved.result },
    })
  await publishBonus(tx, moved, locale)
  return moved
}

export async function publishBonus(tx: Tx, row: BonusRow, locale: string): Promise<void> {
  await append(tx, {
    channel: playerChannel('bonus:player-bonuses', row.player_id),
    event: 'playerBonus',
    payload: await presentBonus(tx, row, locale),
    version: row.version,
  })
}

export async function moveFreespin(
  tx: Tx,
  row: FreespinRow,
  { move, by, at }: Made<'activated' | 'cancelled' | 'expired'>,
  locale: string,
): Promise<FreespinRow> {
  const { to, announces } = freespinStates.move(stateOf(row) as FreespinState, move, by)
  const moved = await tx
    .updateTable('bonuses.player_freespins')
    .set({
      ...columnsOf(to),
      ...(to === 'active' ? {} : { finished_at: at }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (announces === freespinsFinished)
    await record(tx, freespinsFinished, {
      player: moved.player_id,
      subject: moved.id,
      data: { bonusId: moved.bonus_id, used: moved.used, result: moved.result },
    })
  await publishFreespin(tx, moved, locale)
  return moved
}

export async function publishFreespin(tx: Tx, row: FreespinRow, locale: string): Promise<void> {
  await append(tx, {
    channel: playerChannel('bonus:player-freespins', row.player_id),
    event: 'playerFreespin',
    payload: presentFreespin(row, locale),
    version: row.version,
  })
}
