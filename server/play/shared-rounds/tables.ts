/** What the studio and the pages read of shared rounds; see games/studio/shared-tables.ts. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { toWire } from '#contract/money.ts'
import { type EndedRound, type SharedBet, type SharedGame, type SharedTable } from '#contract/shared-rounds.ts'
import { type BetOfRound, betsOf } from '#games/studio/shared-bets.ts'
import type { SharedTables } from '#games/studio/shared-tables.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { maskName, readPublicNames } from '../../identity/index.ts'
import { beaconOfTable, isBeaconSilent } from './beacons.ts'
import { chainInUse, presentChain, readChains } from './chains.ts'

type Db = Tx | Kysely<Tables>
export type RoundRow = {
  number: bigint
  maths_version: string
  chain_id: bigint
  hash: string
  point: number | null
  phase: 'betting' | 'drawing' | 'running' | 'ended'
  bets_until: Date
  beacon_chain: string | null
  closed_at: Date | null
  beacon_round: bigint | null
  beacon_signature: string | null
  started_at: Date | null
  ended_at: Date | null
  is_interrupted: boolean
}

/** Identifies this process as the one that runs a game's rounds. */
export const thisProcess: string = randomUUID()

/** How long rounds continue after the last request of a page that watches them. */
export const watchedForMs = 90_000
const notedEveryMs = 15_000
const shownRounds = 20
export const shownBets = 200

export function sharedTables(deps: Deps, { holder = thisProcess, cachedMs = 200 } = {}): SharedTables {
  const read = cached((game) => readTable(deps, game), cachedMs)
  return {
    async isOpen(tx, game, { number, version }) {
      const { rows } = await sql`
        SELECT 1 FROM shared.rounds WHERE game = ${game} AND number = ${number} AND phase = 'betting'
          AND maths_version = ${version} AND bets_until > ${deps.clock.now()} FOR SHARE`.execute(tx)
      return rows.length > 0
    },
    async read(db, game, number, { isLocked } = { isLocked: false }) {
      const { rows } = await sql<RoundRow & { is_led: boolean }>`
        SELECT round.*, leader.holder = ${holder}::uuid AND leader.leased_until > ${deps.clock.now()} AS is_led
        FROM shared.rounds AS round LEFT JOIN shared.leaders AS leader ON leader.game = round.game
        WHERE round.game = ${game} AND round.number = ${number} ${isLocked ? sql`FOR SHARE OF round` : sql``}`.execute(
        db,
      )
      const row = rows[0]
      return (
        row && {
          number: Number(row.number),
          mathsVersion: row.maths_version,
          phase: row.phase,
          startedAt: row.started_at,
          endedAt: row.ended_at,
          point: row.point,
          isInterrupted: row.is_interrupted,
          isLedHere: row.is_led ?? false,
        }
      )
    },
    async watch(game) {
      await noteWatched(deps, game)
      return read(game)
    },
  }
}

async function noteWatched({ db, clock }: Deps, game: SharedGame): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - notedEveryMs)
  const { rows } = await sql`
    SELECT 1 FROM shared.watched LEFT JOIN shared.leaders USING (game)
    WHERE game = ${game} AND watched_at > ${before} AND watched_at > coalesce(rested_at, '-infinity')`.execute(
    db.kysely,
  )
  if (rows.length > 0) return
  // In a transaction, whose commit wakes the scheduler.
  await db.transaction((tx) =>
    sql`
      INSERT INTO shared.watched (game, watched_at) VALUES (${game}, ${now})
      ON CONFLICT (game) DO UPDATE SET watched_at = greatest(watched.watched_at, excluded.watched_at)`.execute(tx),
  )
}

/** Thousands of pages ask in the same second, above all when a round ends. */
function cached(read: (game: SharedGame) => Promise<SharedTable>, forMs: number) {
  const held = new Map<SharedGame, { at: number; table: Promise<SharedTable> }>()
  return (game: SharedGame): Promise<SharedTable> => {
    const known = held.get(game)
    const now = performance.now()
    if (known && now - known.at < forMs) return known.table
    const table = read(game)
    held.set(game, { at: now, table })
    table.catch(() => held.delete(game))
    return table
  }
}

export async function readTable(deps: Deps, game: SharedGame): Promise<SharedTable> {
  const db = deps.db.kysely
  const now = deps.clock.now().getTime()
  const [chains, rounds, leaders] = await Promise.all([
    readChains(db, game),
    readRounds(db, game, shownRounds + 1),
    sql<{ is_resting: boolean }>`
      SELECT coalesce(leader.rested_at, '-infinity') >= coalesce(watched.watched_at, '-infinity') AS is_resting
      FROM (VALUES (${game})) AS requested (game) LEFT JOIN shared.leaders AS leader USING (game) LEFT JOIN shared.watched AS watched USING (game)`.execute(
      db,
    ),
  ])
  const present = rounds[0]
  const beacon = await beaconOfTable(deps, present)
  const isOver = !present || present.phase === 'ended'
  const chain = chainInUse(chains) ?? chains[0]
  const isClosed = isOver && !chainInUse(chains)
  const isWaiting = isOver && leaders.rows[0]!.is_resting
  const isPaused = isOver && deps.partners.beacon !== null && isBeaconSilent(rounds)
  const phase = isClosed ? 'closed' : isPaused ? 'paused' : !present || isWaiting ? 'waiting' : present.phase
  return {
    gameId: game,
    phase,
    number: present ? Number(present.number) : 0,
    msLeft: phase === 'betting' && present ? Math.max(0, present.bets_until.getTime() - now) : null,
    elapsedMs: phase === 'running' && present ? Math.max(0, now - present.started_at!.getTime()) : null,
    ended: present?.phase === 'ended' ? presentRound(present) : null,
    bets: present ? await presentBets(db, await betsOf(db, game, Number(present.number), shownBets)) : [],
    recent: rounds
      .filter((round) => round.phase === 'ended')
      .slice(0, shownRounds)
      .map(presentRound),
    chain: chain ? presentChain(chain) : null,
    beacon,
    beaconRound: present?.phase === 'drawing' ? Number(present.beacon_round) : null,
  }
}

/** Newest first. */
export async function readRounds(db: Db, game: SharedGame, limit: number): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    SELECT * FROM shared.rounds WHERE game = ${game} ORDER BY number DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Of a round that has ended. */
export function presentRound(row: RoundRow): EndedRound {
  const { number, maths_version: mathsVersion, point, hash, is_interrupted: isInterrupted } = row
  return {
    number: Number(number),
    mathsVersion,
    point: point ?? lowestPoint,
    hash,
    isInterrupted,
    isCancelled: point === null,
    beacon:
      row.beacon_chain === null || row.beacon_round === null
        ? null
        : { chainHash: row.beacon_chain, round: Number(row.beacon_round), signature: row.beacon_signature },
  }
}

/** The crash point of clients that do not know cancelled rounds: nobody can have cashed out there. */
const lowestPoint = 100

/** With the names that their players allow. */
export async function presentBets(db: Db, bets: BetOfRound[]): Promise<SharedBet[]> {
  const names = await readPublicNames(
    db,
    bets.map(({ owner }) => owner),
  )
  return bets.map(({ id, owner, currency, stake, cashedOutAt }) => ({
    id,
    name: names.get(owner)?.name ?? maskName(null),
    currency,
    stake: toWire(BigInt(stake)),
    cashedOutAt,
  }))
}
