/**
 * The play session of a signed-in session, begun by begin-play-session.ts. Its amounts are sums over the player's
 * rounds, its net result also over sports bets and tickets of jackpots, so they are right in every tab and after every reload. Once something
 * is staked, time and net result are those of the reality check: a player is not shown two results of one evening.
 */
import { type Kysely, sql } from 'kysely'
import type { PlaySession } from '#contract/games.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { PlayerCtx } from '../../../deps.ts'
import { newestMovement, sumOpenStakes, sumSportsPlay } from '../../../ledger/index.ts'
import { sumTickets } from '../../jackpots/sum-tickets.ts'
import { playOf, readRow } from './reality-check.ts'

/** Rounds of which the line is drawn. */
const lineLength = 60

/** Undefined if neither a game nor the sportsbook was opened for real money since the sign-in. */
export async function presentPlaySession(ctx: PlayerCtx, currency: string): Promise<PlaySession | undefined> {
  const { id: playerId, sessionId } = ctx.caller.player
  const session = await ctx.db.kysely
    .selectFrom('games.play_sessions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!session) return undefined
  const play = playOf(await readRow(ctx.db.kysely, playerId), ctx.clock.now())
  const after = play?.after_movement_id ?? session.after_movement_id
  const sum = (range: { after: bigint; isDecided?: boolean }) =>
    sumRounds(ctx.db.kysely, { playerId, currency, ...range })
  const [whole, since, bets, open, tickets] = await Promise.all([
    sum({ after }),
    sum({ after: session.statistics_after_movement_id, isDecided: true }),
    sumSportsPlay(ctx.db.kysely, { playerId, after }),
    sumOpenStakes(ctx.db.kysely, { playerId, after }),
    sumTickets(ctx.db.kysely, { playerId, after }),
  ])
  const sports = bets.find((each) => each.currency === currency)
  const stakes = open.find((each) => each.currency === currency)
  const ticketed = tickets.find((each) => each.currency === currency)
  const inPlay = (stakes ? stakes.rounds + stakes.bets : 0n) + (ticketed?.open ?? 0n)
  const results = await latestResults(ctx.db.kysely, {
    playerId,
    currency,
    after: session.statistics_after_movement_id,
  })
  let result = since.won - since.staked - results.reduce((total, each) => total + each, 0n)
  return {
    startedAt: (play?.began_at ?? session.started_at).toISOString(),
    currency,
    net: toWire(
      whole.won -
        whole.staked +
        (sports ? sports.won - sports.staked : 0n) +
        (ticketed ? ticketed.won - ticketed.staked : 0n) +
        inPlay,
    ),
    inPlay: toWire(inPlay),
    statistics: {
      since: session.statistics_since.toISOString(),
      rounds: since.rounds,
      staked: toWire(since.staked),
      won: toWire(since.won),
      net: toWire(since.won - since.staked),
      biggestWin: toWire(since.biggest),
      line: results.map((each) => toWire((result += each))),
    },
  }
}

/** False if there is no play session to reset. */
export async function restartStatistics({ db, clock, caller }: PlayerCtx): Promise<boolean> {
  const { id: playerId, sessionId } = caller.player
  const { numUpdatedRows } = await db.kysely
    .updateTable('games.play_sessions')
    .set({
      statistics_since: clock.now(),
      statistics_after_movement_id: await newestMovement(db.kysely, playerId),
    })
    .where('session_id', '=', sessionId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Range = { playerId: string; currency: string; after: bigint }

/** A round that was rolled back has no stake left, and counts as none. */
async function sumRounds(
  db: Kysely<Tables>,
  { playerId, currency, after, isDecided = false }: Range & { isDecided?: boolean },
) {
  const { rows } = await sql<{ staked: bigint; won: bigint; biggest: bigint; rounds: bigint }>`
    SELECT coalesce(sum(stake), 0)::bigint AS staked, coalesce(sum(won), 0)::bigint AS won, coalesce(max(won), 0)::bigint AS biggest,
      count(*) FILTER (WHERE status = 'settled') AS rounds
    FROM games.rounds WHERE player_id = ${playerId} AND first_movement_id > ${after} AND currency = ${currency}
      AND (status <> 'open' OR NOT ${isDecided})`.execute(db)
  const { staked, won, biggest, rounds } = rows[0]!
  return { staked, won, biggest, rounds: Number(rounds) }
}

async function latestResults(db: Kysely<Tables>, { playerId, currency, after }: Range): Promise<bigint[]> {
  const rows = await db
    .selectFrom('games.rounds')
    .select(['stake', 'won'])
    .where('player_id', '=', playerId)
    .where('first_movement_id', '>', after)
    .where('currency', '=', currency)
    .where('status', '=', 'settled')
    .orderBy('first_movement_id', 'desc')
    .limit(lineLength)
    .execute()
  return rows.map(({ stake, won }) => won - stake).toReversed()
}
