/**
 * Runs a game's shared rounds. One process is elected by a lease; every write is made in a transaction that renews the
 * lease under the process's own fence, so that a process which was paused past its lease writes nothing. All state is
 * in the database: the next leader continues where the last one stopped, with the same round of the beacon.
 */
import { sql } from 'kysely'
import { beaconTime } from '#contract/beacon.ts'
import { roundChannel } from '#contract/channels.ts'
import type { SharedBet, SharedBeacon, SharedGame, SharedRoundEvents, SharedTick } from '#contract/shared-rounds.ts'
import type { StudioParts } from '#games/studio/parts.ts'
import type { RoundRow as Bet } from '#games/studio/round-row.ts'
import { betsOf, endDueBets, hasOpenBets, sharedMaths } from '#games/studio/shared-bets.ts'
import type { SharedRound } from '#games/studio/shared-tables.ts'
import type { Deps, Tx } from '../../deps.ts'
import { appendAll } from '../../kernel/outbox/append.ts'
import {
  answersNow,
  decidingRound,
  Drawing,
  drawTimeoutMs,
  isBeaconSilent,
  pausedAfter,
  readBeacon,
  storeBeacon,
} from './beacons.ts'
import { chainInUse, hashAt, makeDemoChain, readChains } from './chains.ts'
import { drawOf } from './internal/hash-chain.ts'
import { presentBets, presentRound, readRounds, type RoundRow, shownBets, thisProcess, watchedForMs } from './tables.ts'

/**
 * A leader that was silent for so long has lost the round; what continues without anybody for so long was interrupted.
 */
export const leaseMs = 10_000
export const tickMs = 500
/** How soon bets that could not be ended yet are looked at again. */
const againMs = 100
/** How soon an answer of the beacon is looked for while it is asked. */
const askingMs = 25
/** How often a beacon that did not answer in several rounds is asked whether it does again. */
const pausedMs = 3_000

export type LeaderNeeds = {
  deps: Deps
  studio: StudioParts
  /** Moves the money of bets that have ended. */
  settle(bets: Bet[]): Promise<void>
  holder?: string
  /** The database's clock, which decides when bets closed. */
  databaseNow?(tx: Tx): Promise<Date>
}
type Event = { [E in keyof SharedRoundEvents]: { event: E; payload: SharedRoundEvents[E] } }[keyof SharedRoundEvents]

/** Another process runs the rounds now. */
export class LeaseLost extends Error {}

export class Leader {
  readonly #needs: LeaderNeeds
  readonly #game: SharedGame
  readonly #holder: string
  #fence = 0n
  /** For how long nobody ran the rounds before this process did. */
  #gapMs = 0
  #tickedAt = -Infinity
  #published = { number: 0, bets: new Map<string, SharedBet>() }
  readonly #paying = new Set<Promise<void>>()
  #ending: Promise<void> | null = null
  #failure: Error | null = null
  #drawing: { number: bigint; beacon: SharedBeacon; drawing: Drawing | null } | null = null

  constructor(game: SharedGame, needs: LeaderNeeds) {
    this.#game = game
    this.#needs = needs
    this.#holder = needs.holder ?? thisProcess
  }

  /** False while another process has the lease. */
  async elect(): Promise<boolean> {
    const now = this.#now()
    const { db } = this.#needs.deps
    return db.transaction(async (tx) => {
      await sql`
        INSERT INTO shared.leaders (game, holder, fence, leased_until, renewed_at)
        VALUES (${this.#game}, ${this.#holder}, 0, '-infinity', ${now}) ON CONFLICT DO NOTHING`.execute(tx)
      const { rows } = await sql<{ leased_until: Date | number; renewed_at: Date; fence: bigint }>`
        SELECT leased_until, renewed_at, fence FROM shared.leaders WHERE game = ${this.#game} FOR UPDATE`.execute(tx)
      const before = rows[0]!
      if (before.leased_until > now) return false
      this.#gapMs = now.getTime() - before.renewed_at.getTime()
      this.#fence = before.fence + 1n
      await sql`
        UPDATE shared.leaders SET holder = ${this.#holder}, fence = ${this.#fence}, leased_until = ${this.#leaseEnd(now)}, renewed_at = ${now}
        WHERE game = ${this.#game}`.execute(tx)
      return true
    })
  }

  /** Another process may continue at once. */
  async release(): Promise<void> {
    await this.#quiet()
    const now = this.#now()
    await sql`
      UPDATE shared.leaders SET leased_until = ${now}, renewed_at = ${now}
      WHERE game = ${this.#game} AND fence = ${this.#fence} AND holder = ${this.#holder}::uuid AND leased_until > ${now}`.execute(
      this.#needs.deps.db.kysely,
    )
  }

  /**
   * Does what is due. Resolves to the time until the next step; null when nobody needs the rounds. Throws LeaseLost.
   */
  async step(): Promise<number | null> {
    if (this.#failure) throw this.#failure
    const [round] = await readRounds(this.#needs.deps.db.kysely, this.#game, 1)
    switch (round?.phase) {
      case 'betting':
        return this.#bet(round)
      case 'drawing':
        return this.#draw(round)
      case 'running':
        return this.#run(round)
      default:
        return this.#rest(round)
    }
  }

  /** Until everything that was begun is stored and paid; for tests, and before the lease is given back. */
  async quiet(): Promise<void> {
    await this.#drawing?.drawing?.quiet()
    await this.#quiet()
    if (this.#failure) throw this.#failure
  }

  async #quiet(): Promise<void> {
    await this.#ending
    await Promise.all(this.#paying)
  }

  async #bet(round: RoundRow): Promise<number> {
    const now = this.#now()
    const rules = sharedMaths(this.#game, round.maths_version).shared
    // Whoever had pressed, or was about to, sees the whole time again.
    if (this.#gapMs >= leaseMs) {
      const until = new Date(now.getTime() + rules.bettingMs)
      await this.#write(async (tx) => {
        await this.#update(tx, round, sql`bets_until = ${until}`)
        return [{ event: 'round.betting', payload: { number: Number(round.number), msLeft: rules.bettingMs } }]
      })
      this.#gapMs = 0
      return tickMs
    }
    if (now >= round.bets_until) {
      if (round.beacon_chain !== null) return this.#close(round, round.beacon_chain)
      await this.#write(async (tx) => {
        await this.#update(tx, round, sql`phase = 'running', started_at = ${now}`)
        return [{ event: 'round.started', payload: { number: Number(round.number) } }]
      })
      this.#tickedAt = now.getTime()
      return tickMs
    }
    const next = await this.#tick(round, 'betting', round.bets_until.getTime() - now.getTime())
    return Math.min(next, round.bets_until.getTime() - now.getTime())
  }

  /**
   * Fixes the beacon's round. Its time is after the database's time under the lock for which bets that are being accepted
   * are waited, so that its signature cannot be known to anybody who could still bet.
   */
  async #close(round: RoundRow, chainHash: string): Promise<number> {
    const beacon = await readBeacon(this.#needs.deps.db.kysely, chainHash)
    await this.#write(async (tx) => {
      await sql`SELECT 1 FROM shared.rounds WHERE game = ${this.#game} AND number = ${round.number} FOR UPDATE`.execute(
        tx,
      )
      const closedAt = await (this.#needs.databaseNow ?? databaseNow)(tx)
      const beaconRound = decidingRound(beacon, closedAt)
      await this.#update(
        tx,
        round,
        sql`phase = 'drawing', closed_at = ${closedAt}, beacon_round = ${beaconRound}::bigint`,
      )
      return [{ event: 'round.closed', payload: { number: Number(round.number), beaconRound } }]
    })
    return 0
  }

  /** Waits for the beacon's signature, and starts the round with it; without one in time the round is cancelled. */
  async #draw(round: RoundRow): Promise<number> {
    this.#gapMs = 0
    const { beacon, drawing } = await this.#drawingOf(round)
    const dueIn = beaconTime(beacon, Number(round.beacon_round)) - this.#now().getTime()
    if (!drawing) return this.#cancel(round, 'the settings have another beacon now')
    if (drawing.isEarly || dueIn <= -drawTimeoutMs) return this.#cancel(round, drawing.reason)
    if (drawing.signature !== null) {
      const { signature } = drawing
      const point = sharedMaths(this.#game, round.maths_version).shared.pointOf(drawOf(signature, round.hash))
      const now = this.#now()
      await this.#write(async (tx) => {
        const decided = sql`phase = 'running', started_at = ${now}, point = ${point}, beacon_signature = ${signature}`
        await this.#update(tx, round, decided)
        return [{ event: 'round.started', payload: { number: Number(round.number) } }]
      })
      this.#tickedAt = now.getTime()
      return tickMs
    }
    drawing.ask()
    const next = await this.#tick(round, 'drawing', Math.max(0, dueIn))
    return Math.min(next, drawing.isAsking ? askingMs : againMs, dueIn > 0 ? dueIn : Infinity)
  }

  async #drawingOf(round: RoundRow): Promise<{ beacon: SharedBeacon; drawing: Drawing | null }> {
    if (this.#drawing?.number === round.number) return this.#drawing
    const { db, partners, clock } = this.#needs.deps
    const beacon = await readBeacon(db.kysely, round.beacon_chain!)
    const isConfigured = (await partners.beacon?.chain())?.chainHash === beacon.chainHash
    const drawing = isConfigured ? new Drawing(partners.beacon!, beacon, Number(round.beacon_round), clock) : null
    this.#drawing = { number: round.number, beacon, drawing }
    return this.#drawing
  }

  /** All stakes are returned, as those that an interrupted round leaves. */
  async #cancel(round: RoundRow, reason: string): Promise<number> {
    const { log } = this.#needs.deps
    log.warn(
      { game: this.#game, round: Number(round.number), beaconRound: Number(round.beacon_round), reason },
      'a shared round is cancelled, because its beacon did not answer',
    )
    const now = this.#now()
    await this.#write(async (tx) => {
      await this.#update(tx, round, sql`phase = 'ended', ended_at = ${now}, is_interrupted = true`)
      return [{ event: 'round.ended', payload: presentRound({ ...round, is_interrupted: true }) }]
    })
    return 0
  }

  async #run(round: RoundRow): Promise<number> {
    const now = this.#now()
    const elapsed = now.getTime() - round.started_at!.getTime()
    // A round that runs has a point.
    const endsIn = sharedMaths(this.#game, round.maths_version).shared.endsAfter(round.point!) - elapsed
    const isInterrupted = this.#gapMs >= leaseMs
    this.#gapMs = 0
    if (endsIn <= 0 || isInterrupted) {
      await this.#write(async (tx) => {
        await this.#update(tx, round, sql`phase = 'ended', ended_at = ${now}, is_interrupted = ${isInterrupted}`)
        return [{ event: 'round.ended', payload: presentRound({ ...round, is_interrupted: isInterrupted }) }]
      })
      return 0
    }
    this.#endDue({ ...sharedRound(round), phase: 'running' })
    return Math.min(await this.#tick(round, 'running', elapsed), endsIn)
  }

  /** Between two rounds: all bets of the last one have ended, then the next one opens if there are watchers. */
  async #rest(round: RoundRow | undefined): Promise<number | null> {
    this.#gapMs = 0
    const { deps, studio } = this.#needs
    const now = this.#now().getTime()
    if (round) {
      this.#endDue(sharedRound(round))
      if (await hasOpenBets(studio.db.kysely, this.#game, Number(round.number))) return againMs
      const left = round.ended_at!.getTime() + sharedMaths(this.#game, round.maths_version).shared.pauseMs - now
      if (left > 0) return left
    }
    const { rows } = await sql<{
      watched_at: Date
    }>`SELECT watched_at FROM shared.watched WHERE game = ${this.#game}`.execute(deps.db.kysely)
    const isWatched = rows[0] !== undefined && rows[0].watched_at.getTime() > now - watchedForMs
    if (isWatched && (await this.#isPaused())) {
      await this.#write(async () => [])
      return pausedMs
    }
    if (isWatched && (await this.#open(round))) return tickMs
    await this.#write(async (tx) => {
      await sql`UPDATE shared.leaders SET rested_at = ${new Date(now)} WHERE game = ${this.#game}`.execute(tx)
      return []
    })
    return null
  }

  /** True while the beacon, which did not answer in the last rounds, still does not. */
  async #isPaused(): Promise<boolean> {
    const { db, partners, clock } = this.#needs.deps
    const { beacon } = partners
    if (!beacon || !isBeaconSilent(await readRounds(db.kysely, this.#game, pausedAfter))) return false
    return !(await answersNow(beacon, clock))
  }

  /** False where no chain has a salt and a hash left. */
  async #open(last: RoundRow | undefined): Promise<boolean> {
    const { deps } = this.#needs
    let chain = chainInUse(await readChains(deps.db.kysely, this.#game))
    if (!chain && deps.settings.seed) {
      await makeDemoChain(deps, this.#game)
      chain = chainInUse(await readChains(deps.db.kysely, this.#game))
    }
    if (!chain) return false
    const place = chain.played + 1
    const hash = await hashAt(deps.db.kysely, chain, place)
    const { shared: rules, version } = sharedMaths(this.#game)
    const number = Number(last?.number ?? 0n) + 1
    const { beacon } = deps.partners
    const beaconChain = (await beacon?.chain()) ?? null
    await this.#write(async (tx) => {
      if (beacon && beaconChain) await storeBeacon(tx, beaconChain, beacon.isDemo, this.#now())
      await tx
        .insertInto('shared.rounds')
        .values({
          game: this.#game,
          number: BigInt(number),
          maths_version: version,
          chain_id: chain.id,
          place,
          hash,
          point: beaconChain ? null : rules.pointOf(drawOf(chain.salt!, hash)),
          beacon_chain: beaconChain?.chainHash ?? null,
          phase: 'betting',
          bets_until: new Date(this.#now().getTime() + rules.bettingMs),
        })
        .execute()
      return [{ event: 'round.betting', payload: { number, msLeft: rules.bettingMs } }]
    })
    return true
  }

  /** Publishes what has changed since the last tick; resolves to the time until the next one. */
  async #tick(round: RoundRow, phase: SharedTick['phase'], ms: number): Promise<number> {
    const now = this.#now().getTime()
    const due = this.#tickedAt + tickMs
    if (now < due) return due - now
    // A late tick does not delay the next ones.
    this.#tickedAt = now - due < tickMs ? due : now
    const number = Number(round.number)
    const { bets, cashOuts } = await this.#changes(number)
    await this.#publishTick({ number, phase, ms, bets, cashOuts })
    for (const bet of bets) this.#published.bets.set(bet.id, bet)
    for (const { id, at } of cashOuts) {
      const bet = this.#published.bets.get(id)
      if (bet) bet.cashedOutAt = at
    }
    return this.#tickedAt + tickMs - this.#now().getTime()
  }

  async #changes(number: number): Promise<{ bets: SharedBet[]; cashOuts: Array<{ id: string; at: number }> }> {
    if (this.#published.number !== number) this.#published = { number, bets: new Map() }
    const { kysely } = this.#needs.deps.db
    const known = this.#published.bets
    const present = await betsOf(kysely, this.#game, number, shownBets)
    const fresh = present.filter(({ id }) => !known.has(id))
    return {
      bets: fresh.length > 0 ? await presentBets(kysely, fresh) : [],
      cashOuts: present.flatMap(({ id, cashedOutAt }) =>
        cashedOutAt !== null && known.has(id) && known.get(id)!.cashedOutAt === null ? [{ id, at: cashedOutAt }] : [],
      ),
    }
  }

  /** In the background, one batch at a time: the ticks do not wait for hundreds of bets. */
  #endDue(shared: SharedRound): void {
    if (this.#ending) return
    const { studio, settle } = this.#needs
    this.#ending = endDueBets(studio, this.#game, shared, (tx) => this.#renew(tx))
      .then((bets) => {
        const paying = settle(bets.filter(({ mode }) => mode === 'real'))
          // Recovery pays them: they are stored as they ended.
          .catch((error: unknown) =>
            this.#needs.deps.log.warn({ err: error }, 'bets of a shared round wait to be paid'),
          )
          .finally(() => this.#paying.delete(paying))
        this.#paying.add(paying)
      })
      .catch((error: Error) => void (this.#failure = error))
      .finally(() => (this.#ending = null))
  }

  async #update(tx: Tx, round: RoundRow, change: ReturnType<typeof sql>): Promise<void> {
    const { numAffectedRows } = await sql`
      UPDATE shared.rounds SET ${change} WHERE game = ${this.#game} AND number = ${round.number} AND phase = ${round.phase}`.execute(
      tx,
    )
    if (numAffectedRows !== 1n) throw new LeaseLost()
  }

  /** Everything this process writes as the leader. Published only if it is committed. */
  async #write(work: (tx: Tx) => Promise<Event[]>): Promise<void> {
    await this.#needs.deps.db.transaction(async (tx) => {
      await this.#renew(tx)
      const channel = roundChannel(this.#game)
      const version = this.#now().getTime()
      await appendAll(
        tx,
        (await work(tx)).map((event) => ({ channel, version, ...event })),
      )
    })
  }

  /** As `#write`, in one statement instead of four, each of which would wait for its turn in a busy process. */
  async #publishTick(tick: SharedRoundEvents['round.tick']): Promise<void> {
    const { db } = this.#needs.deps
    const now = this.#now()
    const { rows } = await sql`
      WITH leader AS (${this.#renewal(now)})
      INSERT INTO outbox.events (channel, event, payload, version)
      SELECT ${roundChannel(this.#game)}, 'round.tick', ${JSON.stringify(tick)}::json, ${now.getTime()}::bigint
      FROM leader RETURNING 1`.execute(db.kysely)
    if (rows.length === 0) throw new LeaseLost()
    db.committed()
  }

  /** Waits for an election in progress, and throws where this process is not, or no longer, the leader. */
  async #renew(tx: Tx): Promise<void> {
    const { rows } = await this.#renewal(this.#now()).execute(tx)
    if (rows.length === 0) throw new LeaseLost()
  }

  #renewal(now: Date) {
    return sql`
      UPDATE shared.leaders SET leased_until = ${this.#leaseEnd(now)}, renewed_at = ${now}
      WHERE game = ${this.#game} AND fence = ${this.#fence} AND holder = ${this.#holder}::uuid AND leased_until > ${now} RETURNING 1`
  }

  #now(): Date {
    return this.#needs.deps.clock.now()
  }
  #leaseEnd(now: Date): Date {
    return new Date(now.getTime() + leaseMs)
  }
}

async function databaseNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(tx)
  return rows[0]!.now
}

function sharedRound(row: RoundRow): SharedRound {
  return {
    number: Number(row.number),
    mathsVersion: row.maths_version,
    phase: row.phase,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    point: row.point,
    isInterrupted: row.is_interrupted,
    isLedHere: true,
  }
}
