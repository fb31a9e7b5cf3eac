/** A round with the seed pair that it was drawn from, and the key of that draw. */
import { sql } from 'kysely'
import type { StudioParts } from './parts.ts'
import type { StoredRound } from './round-row.ts'

/** `number` and what the draw needs are null for a pair from before drawn seeds. */
export type SeededRound = StoredRound & {
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

/** Undefined for an unknown id. */
export async function readSeededRound({ db }: Pick<StudioParts, 'db'>, id: string): Promise<SeededRound | undefined> {
  const { rows } = await sql<SeededRound>`
    SELECT round.*, seeds.number, seeds.draw_key, key.n, key.e, seeds.proof, seeds.server_seed, seeds.server_seed_hash,
      seeds.client_seed, seeds.revealed_at
    FROM studio.rounds AS round JOIN studio.seeds AS seeds ON seeds.id = round.seed_id
      LEFT JOIN studio.draw_keys AS key ON key.id = seeds.draw_key
    WHERE round.id = ${id}::uuid`.execute(db.kysely)
  return rows[0]
}
