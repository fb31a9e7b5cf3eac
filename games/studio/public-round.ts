/** Public data of a round: sufficient to recalculate it once its seed is revealed. */
import { sql } from 'kysely'
import type { PublicRound } from '../studio-api.ts'
import type { StudioParts } from './parts.ts'
import { readRound, shownStatus, type StoredRound, toStudioRound } from './round-row.ts'

type Row = StoredRound & {
  server_seed: string
  server_seed_hash: string
  client_seed: string
  revealed_at: Date | null
}

/** Undefined for an unknown id. */
export async function readPublicRound(parts: Pick<StudioParts, 'db'>, id: string): Promise<PublicRound | undefined> {
  const {
    rows: [row],
  } = await sql<Row>`
    SELECT round.*, seeds.server_seed, seeds.server_seed_hash, seeds.client_seed, seeds.revealed_at
    FROM studio.rounds AS round JOIN studio.seeds AS seeds ON seeds.id = round.seed_id WHERE round.id = ${id}::uuid`.execute(
    parts.db.kysely,
  )
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
    nonce,
    createdAt,
  }
}
