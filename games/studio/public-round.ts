/** Public data of a round: sufficient to recalculate it once its seed is revealed. */
import { sql } from 'kysely'
import { placeOf } from '#contract/seed-pair.ts'
import type { PublicRound } from '../studio-api.ts'
import type { StudioParts } from './parts.ts'
import { readRound, shownStatus, type StoredRound, toStudioRound } from './round-row.ts'

type Row = StoredRound & {
  number: number | null
  draw_key: string
  n: string
  e: string
  proof: string
  server_seed: string
  server_seed_hash: string
  client_seed: string
  revealed_at: Date | null
}

/** Returns undefined for an unknown id. */
export async function readPublicRound(parts: Pick<StudioParts, 'db'>, id: string): Promise<PublicRound | undefined> {
  const {
    rows: [row],
  } = await sql<Row>`
    SELECT round.*, seeds.number, seeds.draw_key, key.n, key.e, seeds.proof, seeds.server_seed, seeds.server_seed_hash, seeds.client_seed, seeds.revealed_at
    FROM studio.rounds AS round JOIN studio.seeds AS seeds ON seeds.id = round.seed_id
      LEFT JOIN studio.draw_keys AS key ON key.id = seeds.draw_key
    WHERE round.id = ${id}::uuid`.execute(parts.db.kysely)
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

async function drawnOf({ owner, game, number, draw_key: id, n, e, ...row }: Row): Promise<PublicRound['drawn']> {
  if (number === null) return null
  return {
    number,
    place: await placeOf({ owner, game, number }),
    key: { id, n, e },
    proof: row.revealed_at ? row.proof : null,
  }
}
