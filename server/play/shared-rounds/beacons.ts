/**
 * The public beacons that decide shared rounds together with the chain. A round keeps the beacon with which it opened,
 * whatever the settings say later.
 */
import { type Kysely, sql } from 'kysely'
import { type BeaconChain, beaconTime, firstRoundAfter } from '#contract/beacon.ts'
import { type SharedBeacon, type SharedGame, sharedGames } from '#contract/shared-rounds.ts'
import type { Clock, Deps, Tx } from '../../deps.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { gaugeOfEach } from '../../kernel/http/metrics.ts'
import type { Beacon } from '../../partners/beacon/port.ts'
import type { RoundRow } from './tables.ts'

type Db = Tx | Kysely<Tables>

/** A beacon that has not answered so long after its time cancels the round. Longer than a new leader takes to be elected. */
export const drawTimeoutMs = 20_000
/** After so many cancelled rounds in a row the game pauses until the beacon answers. */
export const pausedAfter = 3
const askAgainMs = 300

/**
 * The beacon's round that decides a shared round whose bets closed at this time. Its signature becomes known so much
 * later that a clock which is behind by less than a second does not matter.
 */
export function decidingRound(chain: BeaconChain, closedAt: Date): number {
  const guardMs = Math.min(1_000, (chain.periodSeconds * 1000) / 3)
  return firstRoundAfter(chain, closedAt.getTime() + guardMs)
}

export async function readBeacon(db: Db, chainHash: string): Promise<SharedBeacon> {
  const row = await db
    .selectFrom('shared.beacons')
    .selectAll()
    .where('chain_hash', '=', chainHash)
    .executeTakeFirstOrThrow()
  return {
    chainHash,
    name: row.name,
    publicKey: row.public_key,
    periodSeconds: row.period_seconds,
    genesis: Number(row.genesis),
    groupHash: row.group_hash,
    isDemo: row.is_demo,
  }
}

export async function storeBeacon(tx: Tx, chain: BeaconChain, isDemo: boolean, now: Date): Promise<void> {
  await tx
    .insertInto('shared.beacons')
    .values({
      chain_hash: chain.chainHash,
      name: chain.name,
      public_key: chain.publicKey,
      period_seconds: chain.periodSeconds,
      genesis: BigInt(chain.genesis),
      group_hash: chain.groupHash,
      is_demo: isDemo,
      first_used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** That of the current round; before the first one, that of the settings. */
export async function beaconOfTable({ db, partners }: Deps, round: RoundRow | undefined): Promise<SharedBeacon | null> {
  if (round) return round.beacon_chain === null ? null : readBeacon(db.kysely, round.beacon_chain)
  const { beacon } = partners
  return beacon && { ...(await beacon.chain()), isDemo: beacon.isDemo }
}

/** `rounds`, newest first, are at least the last ones. */
export function isBeaconSilent(rounds: readonly RoundRow[]): boolean {
  const last = rounds.slice(0, pausedAfter)
  return last.length === pausedAfter && last.every(({ phase, point }) => phase === 'ended' && point === null)
}

/** Asks a beacon for the round that decides a shared one, in the background: ticks and the lease do not wait for it. */
export class Drawing {
  readonly #beacon: Beacon
  readonly #round: number
  readonly #at: number
  readonly #clock: Clock
  #asking: Promise<void> | null = null
  #hasCheckedClock = false
  #askAgainAt = -Infinity
  signature: string | null = null
  /** Whether the signature existed before its time: by this clock bets were open when somebody may have known it. */
  isEarly = false
  /** Why there is no signature, for operators. */
  reason = 'it was not asked'

  constructor(beacon: Beacon, chain: BeaconChain, round: number, clock: Clock) {
    this.#beacon = beacon
    this.#round = round
    this.#at = beaconTime(chain, round)
    this.#clock = clock
  }

  get isAsking(): boolean {
    return this.#asking !== null
  }

  /** What is due at this time: first whether the clock can be right, then the signature, again and again. */
  ask(): void {
    const now = this.#clock.now().getTime()
    const isDue = now >= this.#at
    if (this.#asking || (isDue ? now < this.#askAgainAt : this.#hasCheckedClock)) return
    this.#hasCheckedClock = true
    this.#asking = (isDue ? this.#read() : this.#checkClock())
      .catch((error: Error) => void (this.reason = error.message))
      .finally(() => {
        this.#asking = null
        if (isDue) this.#askAgainAt = this.#clock.now().getTime() + askAgainMs
      })
  }

  /** Until it has answered; for tests. */
  async quiet(): Promise<void> {
    await this.#asking
  }

  async #read(): Promise<void> {
    const answer = await this.#beacon.read(this.#round)
    if (answer.ok) this.signature = answer.value.signature
    else this.#refused(answer)
  }

  async #checkClock(): Promise<void> {
    const latest = await this.#beacon.read('latest')
    if (!latest.ok) return this.#refused(latest)
    if (latest.value.round >= this.#round && this.#clock.now().getTime() < this.#at)
      this.#refused({ refusal: 'early', message: `round ${latest.value.round} exists before its time` })
  }

  #refused({ refusal, message }: { refusal: string; message?: string }): void {
    this.isEarly ||= refusal === 'early'
    this.reason = message ? `${refusal}: ${message}` : refusal
  }
}

/** Whether the beacon answers again: with a round whose time was a moment ago, because an old one proves nothing. */
export async function answersNow(beacon: Beacon, clock: Clock): Promise<boolean> {
  const recent = firstRoundAfter(await beacon.chain(), clock.now().getTime()) - 2
  return (await beacon.read(Math.max(1, recent))).ok
}

export function measureBeacons({ db }: Pick<Deps, 'db'>): void {
  gaugeOfEach(
    'fairhouse_shared_rounds_cancelled',
    'The last rounds of a shared game, as far as they were cancelled because the beacon did not answer',
    'game',
    async () =>
      new Map(
        await Promise.all(sharedGames.map(async (game) => [game, await countCancelled(db.kysely, game)] as const)),
      ),
  )
}

async function countCancelled(db: Db, game: SharedGame): Promise<number> {
  const { rows } = await sql<{ cancelled: number }>`
    SELECT count(*)::integer AS cancelled FROM shared.rounds WHERE game = ${game} AND phase = 'ended' AND number > coalesce(
      (SELECT number FROM shared.rounds WHERE game = ${game} AND point IS NOT NULL ORDER BY number DESC LIMIT 1), 0)`.execute(
    db,
  )
  return rows[0]!.cancelled
}
