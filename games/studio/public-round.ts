/** Public data of a round: sufficient to recalculate it once its seed is revealed. */
import { placeOf } from '#contract/seed-pair.ts'
import type { PublicRound } from '../studio-api.ts'
import type { StudioParts } from './parts.ts'
import { readRound, shownStatus, toStudioRound } from './round-row.ts'
import { readSeededRound, type SeededRound } from './seeded-round.ts'

/** Returns undefined for an unknown id. */
export async function readPublicRound(parts: Pick<StudioParts, 'db'>, id: string): Promise<PublicRound | undefined> {
  const row = await readSeededRound(parts, id)
  if (!row) return undefined
  const read = readRound(row)
  const { stake, extraStake, choice, outcome, payout, nonce, createdAt } = toStudioRound(read)
  return {
    id: row.id,
    game: row.game,
    mathsVersion: row.maths_version,
    mathsHash: row.maths_hash,
    mode: row.mode,
    status: shownStatus(read.state),
    currency: row.currency,
    stake,
    extraStake,
    choice,
    outcome,
    payout,
    serverSeedHash: row.server_seed_hash,
    serverSeed: row.revealed_at ? row.server_seed : null,
    clientSeed: row.client_seed,
    drawn: await drawnOf(row),
    nonce,
    createdAt,
  }
}

async function drawnOf({
  owner,
  game,
  number,
  draw_key: id,
  n,
  e,
  ...row
}: SeededRound): Promise<PublicRound['drawn']> {
  if (number === null) return null
  return {
    number,
    place: await placeOf({ owner, game, number }),
    key: { id, n, e },
    proof: row.revealed_at ? row.proof : null,
  }
}
