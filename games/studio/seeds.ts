/** Seed pairs: one open pair per player and game, committed before play and revealed by rotation. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { sha256Hex } from '../fairness.ts'
import type { Fairness, SeedsReply } from '../studio-api.ts'
import type { StudioParts, Tx } from './parts.ts'

export type SeedParts = Pick<StudioParts, 'db' | 'clock' | 'randomBytes'>
export type Seat = { owner: string; game: string }
export type SeedRow = {
  id: bigint
  server_seed: string
  server_seed_hash: string
  client_seed: string
  next_nonce: bigint
  last_round_at: Date | null
}

export function toFairness(row: SeedRow): Fairness {
  return { serverSeedHash: row.server_seed_hash, clientSeed: row.client_seed, nextNonce: Number(row.next_nonce) }
}

/** The open pair of a seat; opens the first one. Two simultaneous callers get the same one. */
export async function openSeeds(parts: SeedParts, seat: Seat): Promise<SeedRow> {
  const found = await activeSeeds(parts.db.kysely, seat)
  if (found) return found
  await parts.db.transaction((tx) => commitSeeds(parts, tx, seat, freshClientSeed(parts)))
  return (await activeSeeds(parts.db.kysely, seat))!
}

/** Pairs that one owner can open per minute; every pair is stored permanently, so that every round can be verified. */
const mostPairs = 20
const windowMs = 60_000

/** Time until the owner can open another pair; 0 if now. */
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
  clientSeed: string | undefined,
  /** Reveals this pair alone; without it, whichever is open. */
  wantedHash?: string,
): Promise<Result<SeedsReply, 'playInFlight'> | { ok: false; refusal: 'tooFast'; retryAfterMs: number }> {
  await openSeeds(parts, seat)
  return parts.db.transaction(async (tx) => {
    const {
      rows: [old],
    } = await sql<SeedRow>`
      SELECT id, server_seed, server_seed_hash, client_seed, next_nonce, last_round_at FROM studio.seeds
      WHERE owner = ${seat.owner} AND game = ${seat.game} AND revealed_at IS NULL FOR UPDATE`.execute(tx)
    if (!old || (wantedHash !== undefined && old.server_seed_hash !== wantedHash)) return refuse('playInFlight')
    const retryAfterMs = await waitForPair(parts, tx, seat.owner)
    if (retryAfterMs > 0) return { ok: false, refusal: 'tooFast', retryAfterMs } as const
    // A second statement, so that it sees a round for which the lock above waited.
    const { rows: inFlight } = await sql`
      SELECT 1 FROM studio.rounds WHERE owner = ${seat.owner} AND game = ${seat.game} AND state IN ('betting', 'playing', 'accepted', 'cancelling')`.execute(
      tx,
    )
    if (inFlight.length > 0) return refuse('playInFlight')
    await sql`UPDATE studio.seeds SET revealed_at = ${parts.clock.now()} WHERE id = ${old.id}`.execute(tx)
    const next = await commitSeeds(parts, tx, seat, clientSeed ?? old.client_seed, old.last_round_at)
    const revealed = {
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
    SELECT id, server_seed, server_seed_hash, client_seed, next_nonce, last_round_at FROM studio.seeds
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
  seat: Seat,
  clientSeed: string,
  lastRoundAt: Date | null = null,
): Promise<SeedRow | undefined> {
  const serverSeed = Buffer.from(parts.randomBytes(32)).toString('hex')
  const { rows } = await sql<SeedRow>`
    INSERT INTO studio.seeds (owner, game, server_seed, server_seed_hash, client_seed, last_round_at, created_at)
    VALUES (${seat.owner}, ${seat.game}, ${serverSeed}, ${await sha256Hex(serverSeed)}, ${clientSeed}, ${lastRoundAt}, ${parts.clock.now()})
    ON CONFLICT (owner, game) WHERE revealed_at IS NULL DO NOTHING
    RETURNING id, server_seed, server_seed_hash, client_seed, next_nonce, last_round_at`.execute(tx)
  return rows[0]
}

/** Until the player sets one. Random, although fairness requires only that the server seed was committed before. */
function freshClientSeed(parts: SeedParts): string {
  return Buffer.from(parts.randomBytes(8)).toString('hex')
}
