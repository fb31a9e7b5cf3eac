/**
 * The player's reality check as stored, whether it is due, and as the player sees it. The posting call refuses stakes
 * while it is due.
 */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { RealityCheck } from '#contract/reality-checks.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'
import { type SportsPlay, sumOpenStakes, sumSportsPlay } from '../../../ledger/index.ts'
import type { Policy } from '../../../kernel/policy.ts'
import { policyOf } from '../../../identity/index.ts'
import { sumTickets } from '../../jackpots/sum-tickets.ts'

/** As in 13-reality-checks.sql: play ends so long after its last stake. */
const playEndsAfterMs = 30 * 60_000

type Row = Selectable<Tables['games.reality_checks']>
type Play = { began_at: Date; after_movement_id: bigint; played_at: Date; due_at: Date; paused_until: Date | null }
/** Every launch for money passes here, so that no stake is without its check. */
export async function ensureRealityCheck(
  db: Kysely<Tables>,
  { settings }: KernelDeps,
  playerId: string,
): Promise<void> {
  if (await readRow(db, playerId)) return
  const { realityCheckDefaultMinutes } = await policyOf(db, settings, playerId)
  await db
    .insertInto('games.reality_checks')
    .values({ player_id: playerId, interval_minutes: realityCheckDefaultMinutes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readRow(db: Kysely<Tables>, playerId: string): Promise<Row | undefined> {
  return db.selectFrom('games.reality_checks').selectAll().where('player_id', '=', playerId).executeTakeFirst()
}

/** The row, locked until the transaction ends; created when missing. */
export async function lockRow(tx: Tx, needs: KernelDeps, playerId: string): Promise<Row> {
  await ensureRealityCheck(tx, needs, playerId)
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
    paused_until: row.paused_until,
  }
  return isDue(play, now) || now.getTime() < row.played_at.getTime() + playEndsAfterMs ? play : null
}

export function isDue({ due_at, played_at }: Play, now: Date): boolean {
  return now >= due_at && played_at.getTime() > due_at.getTime() - playEndsAfterMs
}

/** Also during the pause after it. */
export async function isRealityCheckDue(deps: KernelDeps, playerId: string): Promise<boolean> {
  const now = deps.clock.now()
  const play = playOf(await readRow(deps.db.kysely, playerId), now)
  return play !== null && (isDue(play, now) || (play.paused_until !== null && now < play.paused_until))
}

export async function present(
  db: Kysely<Tables>,
  { clock, settings }: KernelDeps,
  { playerId, row }: { playerId: string; row: Row | undefined },
): Promise<RealityCheck> {
  const now = clock.now()
  const play = playOf(row, now)
  const policy = await policyOf(db, settings, playerId)
  // Rounded up: 0 is the moment itself.
  const secondsTo = (to: Date) => Math.max(0, Math.ceil((to.getTime() - now.getTime()) / 1000))
  return {
    intervalMinutes: row?.interval_minutes ?? policy.realityCheckDefaultMinutes,
    choices: choicesOf(policy),
    play: play && {
      startedAt: play.began_at.toISOString(),
      elapsedSeconds: Math.max(0, Math.floor((now.getTime() - play.began_at.getTime()) / 1000)),
      dueAt: play.due_at.toISOString(),
      dueInSeconds: secondsTo(play.due_at),
      resumesInSeconds: play.paused_until ? secondsTo(play.paused_until) : 0,
      totals: await sumPlay(db, { playerId, after: play.after_movement_id }),
    },
  }
}

export function choicesOf({ realityCheckChoices, realityCheckLongestMinutes }: Policy): number[] {
  return realityCheckChoices.filter((minutes) => minutes <= realityCheckLongestMinutes)
}

async function sumPlay(db: Kysely<Tables>, { playerId, after }: { playerId: string; after: bigint }) {
  const { rows: ofRounds } = await sql<SportsPlay>`
    SELECT currency, sum(stake)::bigint AS staked, sum(won)::bigint AS won
    FROM games.rounds WHERE player_id = ${playerId} AND first_movement_id > ${after} GROUP BY currency ORDER BY currency`.execute(
    db,
  )
  const ofBets = await sumSportsPlay(db, { playerId, after })
  const open = await sumOpenStakes(db, { playerId, after })
  const tickets = await sumTickets(db, { playerId, after })
  const byCurrency = Map.groupBy([...ofRounds, ...ofBets, ...tickets], ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, parts]) => ({
    currency,
    staked: parts.reduce((sum, part) => sum + part.staked, 0n),
    won: parts.reduce((sum, part) => sum + part.won, 0n),
  }))
  const inOrder = sums.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return inOrder.map(({ currency, staked, won }) => {
    const own = open.find((each) => each.currency === currency)
    const inTickets = tickets.find((each) => each.currency === currency)?.open ?? 0n
    const inPlay = (own ? own.rounds + own.bets : 0n) + inTickets
    return {
      currency,
      staked: toWire(staked),
      won: toWire(won),
      inPlay: toWire(inPlay),
      net: toWire(won - staked + inPlay),
    }
  })
}
