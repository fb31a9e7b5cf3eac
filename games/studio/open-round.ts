/** Opens a round: takes the next nonce and stores the round, in one statement, before the wallet is called. */
import { sql } from 'kysely'
import { ok, refuse, type Refused, type Result } from '#contract/endpoint.ts'
import type { GameMaths } from '../maths.ts'
import type { Choice } from '../slot-engine/outcome.ts'
import type { Launch } from './launch-token.ts'
import { newRoundId, type StudioCore, type StudioParts, type Tx } from './parts.ts'
import { readRound, type RoundRow, type StoredRound } from './round-row.ts'
import { seatOf } from './seat.ts'
import { openSeeds, type SeedRow } from './seeds.ts'

export type NewPlay = {
  launch: Launch
  token: string
  owner: string
  maths: GameMaths
  mathsHash: string
  playId: string
  stake: number
  choice: Choice
}
/** The fields of a seed pair that decide the round or are shown to its player. */
export type RoundPair = Pick<SeedRow, 'number' | 'server_seed' | 'server_seed_hash' | 'client_seed' | 'next_nonce'>
export type OpenRound = { round: RoundRow; seeds: RoundPair }

/** The request that played the round has this long to finish it before recovery takes over. */
export const leaseMs = 15_000

export async function openRound(
  parts: StudioCore,
  play: NewPlay,
): Promise<Result<OpenRound, 'playInFlight' | 'tooFast'> & { retryAfterMs?: number }> {
  // One failing round fails its whole batch, so each is then opened again on its own.
  const together = await parts.rounds.open(play).catch(() => undefined)
  if (together) return ok(together)
  try {
    const opened = (await insertRound(parts, parts.db.kysely, play)) ?? (await openFirst(parts, play))
    if (opened) return ok(opened)
  } catch (error) {
    if (isSeatTaken(error)) return refuse('playInFlight')
    throw error
  }
  return tooFast(parts, play)
}

/**
 * Opens the first pair of a seat and then the round. Undefined if a pair existed, so that only the pace prevents the
 * round.
 */
async function openFirst(parts: StudioParts, play: NewPlay): Promise<OpenRound | undefined> {
  const { last_round_at: last } = await openSeeds(parts, seatOf(play))
  const mayPlay = last === null || last.getTime() <= parts.clock.now().getTime() - parts.cycleMs(play.maths.kind)
  return mayPlay ? insertRound(parts, parts.db.kysely, play) : undefined
}

/** True if another round or this same play is open already; the caller checks which. */
export function isSeatTaken(error: unknown): boolean {
  return ['rounds_in_flight', 'rounds_play_once'].includes((error as { constraint?: string }).constraint ?? '')
}

export async function tooFast(
  parts: StudioParts,
  play: NewPlay,
): Promise<Refused<'tooFast'> & { retryAfterMs: number }> {
  const { last_round_at: last } = await openSeeds(parts, seatOf(play))
  const cycleMs = parts.cycleMs(play.maths.kind)
  const wait = last ? last.getTime() + cycleMs - parts.clock.now().getTime() : 0
  return { ...refuse('tooFast'), retryAfterMs: Math.min(Math.max(wait, 50), cycleMs) }
}

/** Returns undefined if the pace prevents the round, or the seed pair is being rotated at the same time. */
export async function insertRound(
  parts: StudioParts,
  db: Tx | StudioParts['db']['kysely'],
  play: NewPlay,
): Promise<OpenRound | undefined> {
  const now = parts.clock.now()
  const {
    rows: [row],
  } = await sql<StoredRound & RoundPair>`
    WITH seat AS (
      UPDATE studio.seeds SET next_nonce = next_nonce + 1, last_round_at = ${now}
      WHERE owner = ${play.owner} AND game = ${play.maths.slug} AND revealed_at IS NULL
        AND (last_round_at IS NULL OR last_round_at <= ${new Date(now.getTime() - parts.cycleMs(play.maths.kind))})
      RETURNING id, next_nonce, number, server_seed, server_seed_hash, client_seed
    ), round AS (
      INSERT INTO studio.rounds (id, play_id, owner, game, mode, seed_id, nonce, maths_version, maths_hash, currency, stake, choice, state, token, next_attempt_at, created_at, updated_at)
      SELECT ${newRoundId(parts)}::uuid, ${play.playId}::uuid, ${play.owner}, ${play.maths.slug}, ${play.launch.mode}, seat.id, seat.next_nonce - 1, ${play.maths.version}, ${play.mathsHash},
        ${play.launch.currency}, ${play.stake}::bigint, ${play.choice === null ? null : JSON.stringify(play.choice)}::jsonb, 'betting', ${play.token},
        ${new Date(now.getTime() + leaseMs)}, ${now}, ${now}
      FROM seat RETURNING *
    )
    SELECT round.*, seat.next_nonce, seat.number, seat.server_seed, seat.server_seed_hash, seat.client_seed FROM round, seat`.execute(
    db,
  )
  if (!row) return undefined
  return { round: readRound(row), seeds: row }
}
