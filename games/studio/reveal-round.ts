/** Reveals the seed of one round at its player's request. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { rotateSeeds, type SeedParts } from './seeds.ts'

type RoundOfOwner = { owner: string; roundId: string }

/** Repeated and simultaneous calls reveal only the pair of this round; the next pair stays secret. */
export async function revealRound(
  parts: SeedParts,
  { owner, roundId }: RoundOfOwner,
): Promise<Result<void, 'roundInProgress' | 'tooManyReveals'>> {
  const pair = await pairOf(parts, { owner, roundId })
  if (!pair || pair.revealed_at) return ok(undefined)
  const result = await rotateSeeds(parts, { owner, game: pair.game, mode: 'real' }, undefined, pair.server_seed_hash)
  if (result.ok || (await pairOf(parts, { owner, roundId }))?.revealed_at) return ok(undefined)
  return refuse(result.refusal === 'tooManyReveals' ? 'tooManyReveals' : 'roundInProgress')
}

async function pairOf(parts: SeedParts, { owner, roundId }: RoundOfOwner) {
  const { rows } = await sql<{ game: string; server_seed_hash: string; revealed_at: Date | null }>`
    SELECT seeds.game, seeds.server_seed_hash, seeds.revealed_at
    FROM studio.rounds AS round JOIN studio.seeds AS seeds ON seeds.id = round.seed_id
    WHERE round.id = ${roundId}::uuid AND round.owner = ${owner}`.execute(parts.db.kysely)
  return rows[0]
}
