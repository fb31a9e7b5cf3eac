/** Jackpots, tickets and seed pairs as they are stored, and as players read them. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { type JackpotLevel, jackpotLevels } from '#contract/jackpot-odds.ts'
import type { Jackpot, TicketPair } from '#contract/jackpots.ts'
import { toWire } from '#contract/money.ts'
import type { Tables } from '../../kernel/db/tables.ts'

export type JackpotRow = Selectable<Tables['jackpots.jackpots']>
type Latest = { level: JackpotLevel; amount: bigint; number: bigint; at: Date }

const latestShown = 5

export async function findOpen(db: Kysely<Tables>, currency: string): Promise<JackpotRow | undefined> {
  return db
    .selectFrom('jackpots.jackpots')
    .selectAll()
    .where('currency', '=', currency)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

export async function presentJackpot(db: Kysely<Tables>, row: JackpotRow): Promise<Jackpot> {
  const { rows: latest } = await sql<Latest>`
    SELECT prize.level, prize.amount, won.number, won.ended_at AS at
    FROM (SELECT number, ended_at, won FROM jackpots.tickets
      WHERE jackpot_id = ${row.id} AND won <> '{0,0,0}' ORDER BY number DESC LIMIT ${latestShown}) AS won
    CROSS JOIN LATERAL unnest(${sql.raw(`'{${jackpotLevels.join()}}'`)}::text[], won.won) AS prize (level, amount)
    WHERE prize.amount > 0 ORDER BY won.number DESC, prize.amount DESC LIMIT ${latestShown}`.execute(db)
  return {
    id: row.id,
    currency: row.currency,
    sideStake: toWire(row.side_stake),
    levels: jackpotLevels.map((level, place) => ({
      level,
      pot: toWire(row.pots[place]!),
      seed: toWire(row.seeds[place]!),
      cap: toWire(row.caps[place]!),
      contribution: toWire(row.contributions[place]!),
      wins: row.wins[place]!,
    })),
    draws: toWire(row.draws),
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    latest: latest.map(({ level, amount, number, at }) => ({
      level,
      amount: toWire(amount),
      number: toWire(number),
      at: at.toISOString(),
    })),
  }
}

type PairRow = Selectable<Tables['jackpots.pairs']>

/** The player's pairs of one currency, newest first. The seed of the open one is secret. */
export async function listPairs(
  db: Kysely<Tables>,
  { playerId, currency }: { playerId: string; currency: string },
): Promise<TicketPair[]> {
  const { rows } = await sql<PairRow>`
    SELECT pair.* FROM jackpots.pairs AS pair JOIN jackpots.jackpots AS jackpot ON jackpot.id = pair.jackpot_id
    WHERE pair.player_id = ${playerId} AND jackpot.currency = ${currency} ORDER BY pair.id DESC LIMIT 500`.execute(db)
  return rows.map((row) => ({
    id: String(row.id),
    jackpotId: row.jackpot_id,
    number: row.number,
    key: row.draw_key,
    serverSeedHash: row.server_seed_hash,
    clientSeed: row.client_seed,
    nextNonce: toWire(row.next_nonce),
    openedAt: row.opened_at.toISOString(),
    revealedAt: row.revealed_at?.toISOString() ?? null,
    serverSeed: row.revealed_at && row.server_seed,
    proof: row.revealed_at && row.proof,
  }))
}
