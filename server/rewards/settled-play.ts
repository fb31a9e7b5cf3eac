/**
 * What settled: rounds, sports bets and deposits of a range of movements, read once for everything that counts play, and
 * grouped by player. What counts them is a function of these and of its own state; no round is read again.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../deps.ts'
import { readColumns } from '../kernel/db/read-columns.ts'
import type { Pass, Range } from '../kernel/facts/consumer.ts'
import { settledRounds } from '../play/index.ts'
import { lockRates, type RateHistory, readRateHistory } from '../reference/index.ts'
import { decidedBets } from '../sports/index.ts'

/** One object for each game of a batch. */
export type Game = { studio: string; id: string }

/** Moments in microseconds since 1970, as exact as the database's. Amounts in subunits. */
export type Round = {
  movement: number
  currency: string
  game: Game
  /** When its first stake was taken. */
  betAt: number
  settledAt: number
  stake: bigint
  won: bigint
  bonusStake: bigint
  freeStake: bigint
}

/** A decision about a bet, or its correction: below zero where that takes back what counted. */
export type Bet = {
  movement: number
  currency: string
  placedAt: number
  decidedAt: number
  /** Of each selection, in thousandths. */
  lowestOdds: bigint
  staked: bigint
  won: bigint
  /** Stake that was settled by its results, not cashed out. */
  settled: bigint
}

type Deposit = { movement: number; currency: string; at: number; amount: bigint }

/** What settled for one player, each list in the order of the movements. */
export type PlayerPlay = { player: string; rounds: Round[]; bets: Bet[]; deposits: Deposit[] }
export type Play = { players: PlayerPlay[]; games: Game[]; rates: RateHistory }

const idsPerRead = 20_000n

export const settledPlay: Pass<Play> = {
  name: 'settled play',
  // Most of the cost is by the player, whatever the number of rounds: the larger the batch, the less a round costs.
  batchSize: 250_000,
  maxDelayMs: 20_000,
  async read(tx, { after, upTo }) {
    // Until the transaction ends, what has settled is converted at the same rates whenever it is counted.
    await lockRates(tx)
    const reading = collect()
    for (let from = after; from < upTo; from += idsPerRead) {
      const to = from + idsPerRead
      await readRounds(tx, { after: from, upTo: to < upTo ? to : upTo }, reading)
    }
    await readBets(tx, { after, upTo }, reading)
    await readDeposits(tx, { after, upTo }, reading)
    const rates = await readRateHistory(tx, reading.period())
    return { players: reading.players(), games: reading.games(), rates }
  },
}

/** Players in portions, between which other work of the process has its turn. */
export async function* portionsOf<Each>(players: readonly Each[]): AsyncGenerator<Each> {
  const size = 500
  for (let at = 0; at < players.length; at++) {
    if (at > 0 && at % size === 0) await new Promise((resolve) => setImmediate(resolve))
    yield players[at]!
  }
}

type Reading = ReturnType<typeof collect>

function collect() {
  const players = new Map<string, PlayerPlay>()
  const games = new Map<string, Map<string, Game>>()
  let [from, to] = [Infinity, 0]
  return {
    /** Their list, and the time over which rates are needed. */
    of(player: string, earliest: number, latest: number): PlayerPlay {
      if (earliest < from) from = earliest
      if (latest > to) to = latest
      let play = players.get(player)
      if (!play) players.set(player, (play = { player, rounds: [], bets: [], deposits: [] }))
      return play
    },
    game(studio: string, id: string): Game {
      let own = games.get(studio)
      if (!own) games.set(studio, (own = new Map()))
      let game = own.get(id)
      if (!game) own.set(id, (game = { studio, id }))
      return game
    },
    /** In the order of their ids, in which every writer of many of them locks their rows. */
    players: () => [...players.values()].sort((a, b) => (a.player < b.player ? -1 : 1)),
    games: () => [...games.values()].flatMap((own) => [...own.values()]),
    period: () => ({ from: Math.min(from, to), to }),
  }
}

const micros = (column: string): RawBuilder<bigint> =>
  sql`round(date_part('epoch', ${sql.ref(column)}) * 1000000)::bigint`

async function readRounds(tx: Tx, range: Range, reading: Reading): Promise<void> {
  const query = settledRounds(tx, range)
    .select(['movement_id', 'player_id', 'currency', 'studio', 'game_id', 'stake', 'won', 'bonus_stake', 'free_stake'])
    .select([micros('bet_at').as('bet_at'), micros('settled_at').as('settled_at')])
    .orderBy('movement_id')
  const rounds = await readColumns(tx, query, {
    plain: [
      'movement_id',
      'player_id',
      'currency',
      'bet_at',
      'settled_at',
      'stake',
      'won',
      'bonus_stake',
      'free_stake',
    ],
    json: ['studio', 'game_id'],
  })
  for (const [index, movement] of rounds.movement_id.entries()) {
    const [betAt, settledAt] = [Number(rounds.bet_at[index]), Number(rounds.settled_at[index])]
    reading.of(rounds.player_id[index]!, betAt, settledAt).rounds.push({
      movement: Number(movement),
      currency: rounds.currency[index]!,
      game: reading.game(rounds.studio[index] as string, rounds.game_id[index] as string),
      betAt,
      settledAt,
      stake: BigInt(rounds.stake[index]!),
      won: BigInt(rounds.won[index]!),
      bonusStake: BigInt(rounds.bonus_stake[index]!),
      freeStake: BigInt(rounds.free_stake[index]!),
    })
  }
}

async function readBets(tx: Tx, range: Range, reading: Reading): Promise<void> {
  const rows = await decidedBets(tx, range)
    .select(['movement_id', 'player_id', 'currency', 'lowest_odds', 'staked', 'won', 'settled'])
    .select([micros('placed_at').as('placed_at'), micros('decided_at').as('decided_at')])
    .orderBy('movement_id')
    .execute()
  for (const { movement_id, player_id, lowest_odds, placed_at, decided_at, ...bet } of rows) {
    const [placedAt, decidedAt] = [Number(placed_at), Number(decided_at)]
    reading
      .of(player_id, placedAt, decidedAt)
      .bets.push({ ...bet, movement: Number(movement_id), lowestOdds: lowest_odds, placedAt, decidedAt })
  }
}

async function readDeposits(tx: Tx, { after, upTo }: Range, reading: Reading): Promise<void> {
  const { rows } = await sql<{ movement: bigint; player: string; currency: string; at: bigint; amount: bigint }>`
    SELECT movement_id AS movement, player_id AS player, currency, ${micros('credited_at')} AS at, amount
    FROM rewards.credited_deposits WHERE movement_id > ${after} AND movement_id <= ${upTo} ORDER BY movement_id`.execute(
    tx,
  )
  for (const { movement, player, currency, at, amount } of rows)
    reading
      .of(player, Number(at), Number(at))
      .deposits.push({ movement: Number(movement), currency, at: Number(at), amount })
}
