/** The open jackpots, and a player's tickets. */
import { sql } from 'kysely'
import { ok, type Ok, type ReplyOf, type VerbInput } from '#contract/endpoint.ts'
import type { Jackpot, listTickets as contract } from '#contract/jackpots.ts'
import { toWire } from '#contract/money.ts'
import type { Ctx, PlayerCtx } from '../../deps.ts'
import { policyOfCaller } from '../../identity/index.ts'
import { gameNames } from '../games/game-names.ts'
import { presentJackpot } from './rows.ts'

export async function listJackpots(ctx: Ctx): Promise<Ok<Jackpot[]>> {
  const db = ctx.db.kysely
  const rows = await db
    .selectFrom('jackpots.jackpots')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('currency')
    .execute()
  if (rows.length === 0 || (await policyOfCaller(ctx)).games.excluded.includes('jackpot')) return ok([])
  return ok(await Promise.all(rows.map((row) => presentJackpot(db, row))))
}

type Row = {
  round_id: string
  game_id: string
  jackpot_id: string
  pair_id: bigint
  side_stake: bigint
  state: 'open' | 'drawn' | 'returned'
  movement_id: bigint
  bought_at: Date
  number: bigint | null
  nonce: bigint | null
  pots: bigint[] | null
  drawn: bigint[] | null
  won: bigint[] | null
}

const pageSize = 100

export async function listTickets(
  ctx: PlayerCtx,
  { currency, pairId, before }: VerbInput<typeof contract>,
): Promise<Ok<ReplyOf<typeof contract>>> {
  const db = ctx.db.kysely
  const { rows } = await sql<Row>`
    SELECT ticket.*, (SELECT created_at FROM ledger.movements WHERE id = ticket.movement_id) AS bought_at
    FROM jackpots.tickets AS ticket
    WHERE ticket.player_id = ${ctx.caller.player.id} AND ticket.currency = ${currency}
      AND (${pairId ?? null}::bigint IS NULL OR ticket.pair_id = ${pairId ?? null}::bigint)
      AND (${before ?? null}::bigint IS NULL OR ticket.movement_id < ${before ?? null}::bigint)
    ORDER BY ticket.movement_id DESC LIMIT ${pageSize + 1}`.execute(db)
  const page = rows.slice(0, pageSize)
  const ids = [...new Set(page.map((row) => row.jackpot_id))]
  const jackpots =
    ids.length === 0 ? [] : await db.selectFrom('jackpots.jackpots').selectAll().where('id', 'in', ids).execute()
  const names = new Map(gameNames(ctx, [...new Set(page.map((row) => row.game_id))]).map(({ id, name }) => [id, name]))
  return ok({
    data: page.map((row) => ({
      roundId: row.round_id,
      game: { id: row.game_id, name: names.get(row.game_id) ?? row.game_id },
      jackpotId: row.jackpot_id,
      pairId: String(row.pair_id),
      sideStake: toWire(row.side_stake),
      state: row.state,
      boughtAt: row.bought_at.toISOString(),
      draw:
        row.number === null
          ? null
          : {
              number: toWire(row.number),
              nonce: toWire(row.nonce!),
              pots: row.pots!.map((each) => toWire(each)),
              drawn: row.drawn!.map((each) => toWire(each)),
              won: row.won!.map((each) => toWire(each)),
            },
    })),
    next: rows.length > pageSize ? String(page.at(-1)!.movement_id) : null,
    jackpots: await Promise.all(jackpots.map((row) => presentJackpot(db, row))),
  })
}
