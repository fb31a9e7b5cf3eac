/**
 * Seed pairs: one open pair per player and game, committed before play and revealed by rotation. The server seed is the
 * output of a verifiable random function of player, game, number of the pair and client seed, so neither side can
 * choose it.
 */
import { sql } from 'kysely'
import { drawInput, placeOf } from '#contract/seed-pair.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { sha256Hex } from '../fairness.ts'
import type { Fairness, SeedsReply } from '../studio-api.ts'
import { drawSeed } from './draw-keys.ts'
import type { StudioParts, Tx } from './parts.ts'

export type SeedParts = Pick<StudioParts, 'db' | 'clock' | 'randomBytes' | 'drawPassphrase' | 'former'>
export type Seat = { owner: string; game: string; mode: 'real' | 'demo' }
export type SeedRow = {
  id: bigint
  /** Counts the pairs of the seat; null for one from before the verifiable random function. */
  number: number | null
  draw_key: string | null
  proof: string | null
  server_seed: string
  server_seed_hash: string
  client_seed: string
  next_nonce: bigint
  last_round_at: Date | null
}
const columns = sql.raw(
  'id, number, draw_key, proof, server_seed, server_seed_hash, client_seed, next_nonce, last_round_at',
)

/** The first pair of a game for real money needs a client seed from the player. */
export class SeedNeeded extends Error {}

export function toFairness(row: Pick<SeedRow, 'number' | 'server_seed_hash' | 'client_seed' | 'next_nonce'>): Fairness {
  return {
    pair: row.number,
    serverSeedHash: row.server_seed_hash,
    clientSeed: row.client_seed,
    nextNonce: Number(row.next_nonce),
  }
}

/**
 * Returns the open pair of a seat, and opens the first one with the client seed. Simultaneous callers get the same pair. Throws
 * SeedNeeded if the first pair has to be opened and the client seed is missing, except in demo, where the studio chooses one.
 */
export async function openSeeds(parts: SeedParts, seat: Seat, clientSeed?: string): Promise<SeedRow> {
  const found = await activeSeeds(parts.db.kysely, seat)
  if (found) return found
  const seed = clientSeed ?? (seat.mode === 'demo' ? Buffer.from(parts.randomBytes(8)).toString('hex') : null)
  if (seed === null) throw new SeedNeeded()
  await parts.db.transaction((tx) => commitSeeds(parts, tx, seat, seed))
  return (await activeSeeds(parts.db.kysely, seat))!
}

/** Pairs that one owner can open per minute; every pair is stored permanently, so that every round can be verified. */
const mostPairs = 20
const windowMs = 60_000

/** Returns the milliseconds until the owner can open another pair; 0 if one can be opened now. */
async function waitForPair(parts: SeedParts, tx: Tx, owner: string): Promise<number> {
  const now = parts.clock.now().getTime()
  const {
    rows: [earliest],
  } = await sql<{ created_at: Date }>`
    SELECT created_at FROM studio.seeds WHERE owner = ${owner} AND created_at > ${new Date(now - windowMs)}
    ORDER BY created_at DESC OFFSET ${mostPairs - 1} LIMIT 1`.execute(tx)
  return earliest ? earliest.created_at.getTime() + windowMs - now : 0
}

/**
 * Reveals the open pair and commits to the next. Rejected while a round is open: its seed would reveal an outcome that
 * may not be paid for yet.
 */
export async function rotateSeeds(
  parts: SeedParts,
  seat: Seat,
  /** If it is missing, the player's last one is used again, which is safe because the next pair has another number. */
  clientSeed: string | undefined,
  /** Reveals only the pair with this hash; without it, whichever pair is open. */
  expectedHash?: string,
): Promise<Result<SeedsReply, 'playInFlight'> | { ok: false; refusal: 'tooManyReveals'; retryAfterMs: number }> {
  await openSeeds(parts, seat, clientSeed)
  return parts.db.transaction(async (tx) => {
    const {
      rows: [old],
    } = await sql<SeedRow>`
      SELECT ${columns} FROM studio.seeds
      WHERE owner = ${seat.owner} AND game = ${seat.game} AND revealed_at IS NULL FOR UPDATE`.execute(tx)
    if (!old || (expectedHash !== undefined && old.server_seed_hash !== expectedHash)) return refuse('playInFlight')
    const retryAfterMs = await waitForPair(parts, tx, seat.owner)
    if (retryAfterMs > 0) return { ok: false, refusal: 'tooManyReveals', retryAfterMs } as const
    // Separate from the statement above, whose snapshot lacks a round that was committed while it waited for the lock.
    const { rows: inFlight } = await sql`
      SELECT 1 FROM studio.rounds WHERE owner = ${seat.owner} AND game = ${seat.game} AND state IN ('betting', 'playing', 'accepted', 'cancelling')`.execute(
      tx,
    )
    if (inFlight.length > 0) return refuse('playInFlight')
    await sql`UPDATE studio.seeds SET revealed_at = ${parts.clock.now()} WHERE id = ${old.id}`.execute(tx)
    const next = await commitSeeds(parts, tx, seat, clientSeed ?? old.client_seed, old.last_round_at)
    const revealed = {
      pair: old.number,
      proof: old.proof,
      serverSeed: old.server_seed,
      serverSeedHash: old.server_seed_hash,
      clientSeed: old.client_seed,
      roundsPlayed: Number(old.next_nonce),
    }
    return ok({ revealed, fairness: toFairness(next!) })
  })
}

async function activeSeeds(db: SeedParts['db']['kysely'], seat: Seat): Promise<SeedRow | undefined> {
  const { rows } = await sql<SeedRow>`
    SELECT ${columns} FROM studio.seeds
    WHERE owner = ${seat.owner} AND game = ${seat.game} AND revealed_at IS NULL`.execute(db)
  return rows[0]
}

/**
 * Inserts nothing if another caller has opened the pair meanwhile. The time of the last round is copied, so that
 * rotating does not bypass the pace.
 */
async function commitSeeds(
  parts: SeedParts,
  tx: Tx,
  { owner, game }: Seat,
  clientSeed: string,
  lastRoundAt: Date | null = null,
): Promise<SeedRow | undefined> {
  const {
    rows: [last],
  } = await sql<{ number: number | null }>`
    SELECT max(number) AS number FROM studio.seeds WHERE owner = ${owner} AND game = ${game}`.execute(tx)
  const number = (last?.number ?? 0) + 1
  const { key, proof, serverSeed } = await drawSeed(
    parts,
    tx,
    drawInput(await placeOf({ owner, game, number }), clientSeed),
  )
  const { rows } = await sql<SeedRow>`
    INSERT INTO studio.seeds (owner, game, number, draw_key, proof, server_seed, server_seed_hash, client_seed, last_round_at, created_at)
    VALUES (${owner}, ${game}, ${number}, ${key}, ${proof}, ${serverSeed}, ${await sha256Hex(serverSeed)}, ${clientSeed}, ${lastRoundAt}, ${parts.clock.now()})
    ON CONFLICT DO NOTHING
    RETURNING ${columns}`.execute(tx)
  return rows[0]
}

export type SeedPair = {
  number: number
  openedAt: Date
  revealedAt: Date | null
  serverSeedHash: string
  clientSeed: string
  /** Null until the pair is revealed. */
  serverSeed: string | null
  proof: string | null
  key: string
  rounds: number
}
/** Limits the list; older pairs can still be found at each of their rounds. */
const mostPairsShown = 500

/** Lists the pairs of a seat, newest first. */
export async function listSeedPairs(
  { db }: Pick<StudioParts, 'db'>,
  { owner, game }: Pick<Seat, 'owner' | 'game'>,
): Promise<SeedPair[]> {
  const { rows } = await sql<
    SeedRow & { number: number; draw_key: string; created_at: Date; revealed_at: Date | null }
  >`
    SELECT ${columns}, created_at, revealed_at FROM studio.seeds
    WHERE owner = ${owner} AND game = ${game} AND number IS NOT NULL ORDER BY number DESC LIMIT ${mostPairsShown}`.execute(
    db.kysely,
  )
  return rows.map((row) => ({
    number: row.number,
    openedAt: row.created_at,
    revealedAt: row.revealed_at,
    serverSeedHash: row.server_seed_hash,
    clientSeed: row.client_seed,
    serverSeed: row.revealed_at && row.server_seed,
    proof: row.revealed_at && row.proof,
    key: row.draw_key,
    rounds: Number(row.next_nonce),
  }))
}
