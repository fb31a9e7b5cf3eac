/** The player's reality check as stored, whether it is due, and as the player sees it. The posting call refuses stakes while it is due. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { RealityCheck } from '#contract/reality-checks.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../db/tables.ts'
import type { PlayerCtx, Tx } from '../../../deps.ts'

/** The longest interval is the default: Germany and Ontario require a check at least once an hour. */
export const intervals = { choices: [15, 30, 45, 60], byDefault: 60 } as const
/** As in 13-reality-checks.sql: play ends so long after its last stake. */
const playEndsAfterMs = 30 * 60_000

type Row = Selectable<Tables['games.reality_checks']>
type Play = { began_at: Date; after_movement_id: bigint; played_at: Date; due_at: Date }

/** Every launch for money passes here, so that no stake is without its check. */
export async function ensureRealityCheck(db: Kysely<Tables>, playerId: string): Promise<void> {
  await db
    .insertInto('games.reality_checks')
    .values({ player_id: playerId, interval_minutes: intervals.byDefault })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readRow(db: Kysely<Tables>, playerId: string): Promise<Row | undefined> {
  return db.selectFrom('games.reality_checks').selectAll().where('player_id', '=', playerId).executeTakeFirst()
}

/** The row, locked until the transaction ends; created when missing. */
export async function lockRow(tx: Tx, playerId: string): Promise<Row> {
  await ensureRealityCheck(tx, playerId)
  return tx
    .selectFrom('games.reality_checks')
    .selectAll()
    .where('player_id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Null if nothing was staked for half an hour and no check is due. */
export function playOf(row: Row | undefined, now: Date): Play | null {
  if (!row?.began_at || !row.played_at || !row.due_at || row.after_movement_id === null) return null
  const play = {
    began_at: row.began_at,
    after_movement_id: row.after_movement_id,
    played_at: row.played_at,
    due_at: row.due_at,
  }
  return isDue(play, now) || now.getTime() < row.played_at.getTime() + playEndsAfterMs ? play : null
}

export function isDue({ due_at, played_at }: Play, now: Date): boolean {
  return now >= due_at && played_at.getTime() > due_at.getTime() - playEndsAfterMs
}

export async function isRealityCheckDue(ctx: Pick<PlayerCtx, 'db' | 'clock'>, playerId: string): Promise<boolean> {
  const now = ctx.clock.now()
  const play = playOf(await readRow(ctx.db.kysely, playerId), now)
  return play !== null && isDue(play, now)
}

export async function present(db: Kysely<Tables>, row: Row | undefined, now: Date): Promise<RealityCheck> {
  const play = playOf(row, now)
  const secondsTo = (to: Date) => Math.round((to.getTime() - now.getTime()) / 1000)
  return {
    intervalMinutes: row?.interval_minutes ?? intervals.byDefault,
    choices: [...intervals.choices],
    play: play && {
      startedAt: play.began_at.toISOString(),
      elapsedSeconds: Math.max(0, -secondsTo(play.began_at)),
      dueAt: play.due_at.toISOString(),
      // Rounded up: when it is 0, the check is due.
      dueInSeconds: Math.max(0, Math.ceil((play.due_at.getTime() - now.getTime()) / 1000)),
      totals: await sumPlay(db, { playerId: row!.player_id, after: play.after_movement_id }),
    },
  }
}

async function sumPlay(db: Kysely<Tables>, { playerId, after }: { playerId: string; after: bigint }) {
  const { rows } = await sql<{ currency: string; staked: bigint; won: bigint }>`
    SELECT currency, sum(stake)::bigint AS staked, sum(won)::bigint AS won
    FROM games.rounds WHERE player_id = ${playerId} AND first_movement_id > ${after} GROUP BY currency ORDER BY currency`.execute(
    db,
  )
  return rows.map(({ currency, staked, won }) => ({
    currency,
    staked: toWire(staked),
    won: toWire(won),
    net: toWire(won - staked),
  }))
}
