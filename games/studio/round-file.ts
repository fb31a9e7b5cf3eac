/** A round as the studio has recorded it, with its steps, recalculated on the server; for the operator. */
import { sql } from 'kysely'
import { Act } from '#contract/rounds.ts'
import { isDrawn, placeOf } from '#contract/seed-pair.ts'
import { isSame, NotOffered, recompute } from '../verifier/recompute.ts'
import { sha256Hex } from '../fairness.ts'
import type { StudioParts } from './parts.ts'
import { readRound, toStudioRound } from './round-row.ts'
import { readSeededRound, type SeededRound } from './seeded-round.ts'

export type RoundFile = {
  mode: 'real' | 'demo'
  state: string
  refusal: string | null
  currency: string
  mathsVersion: string
  mathsHash: string
  nonce: number
  choice: unknown
  /** Null before the settlement. */
  outcome: unknown
  clientSeed: string
  serverSeedHash: string
  /** The seed and the proof of its draw are null until the player has revealed them. */
  serverSeed: string | null
  pair: { number: number; key: string; proof: string | null } | null
  steps: Array<{
    place: number | null
    act: Act
    extraStake: bigint
    state: string
    refusal: string | null
    at: Date
  }>
  /** Also calculated while the seed is secret. */
  proof: { commitment: boolean; draw: boolean | null; outcome: boolean | null }
}

type StepRow = {
  place: number | null
  act: unknown
  extra_stake: bigint
  state: string
  refusal: string | null
  created_at: Date
}

/** Undefined for an unknown id. */
export async function readRoundFile({ db }: Pick<StudioParts, 'db'>, id: string): Promise<RoundFile | undefined> {
  const row = await readSeededRound({ db }, id)
  if (!row) return undefined
  const { rows: steps } = await sql<StepRow>`
    SELECT place, act, extra_stake, state, refusal, created_at FROM studio.acts WHERE round_id = ${id}::uuid
    ORDER BY created_at, place`.execute(db.kysely)
  const read = readRound(row)
  const { choice, outcome, nonce } = toStudioRound(read)
  return {
    mode: row.mode,
    state: row.state,
    refusal: row.refusal,
    currency: row.currency,
    mathsVersion: row.maths_version,
    mathsHash: row.maths_hash,
    nonce,
    choice,
    outcome,
    clientSeed: row.client_seed,
    serverSeedHash: row.server_seed_hash,
    serverSeed: row.revealed_at ? row.server_seed : null,
    pair:
      row.number === null ? null : { number: row.number, key: row.draw_key, proof: row.revealed_at ? row.proof : null },
    steps: steps.map(({ act, extra_stake, created_at, ...step }) => ({
      ...step,
      act: Act.parse(act),
      extraStake: extra_stake,
      at: created_at,
    })),
    proof: {
      commitment: (await sha256Hex(row.server_seed)) === row.server_seed_hash,
      draw: await isDrawnHere(row),
      outcome: await isOutcome(row, { nonce, stake: Number(row.stake), choice, outcome }),
    },
  }
}

async function isDrawnHere({ owner, game, number, n, e, proof, ...row }: SeededRound): Promise<boolean | null> {
  if (number === null) return null
  const place = await placeOf({ owner, game, number })
  return isDrawn({ key: { n, e }, place, clientSeed: row.client_seed, proof, serverSeed: row.server_seed })
}

type Played = Pick<ReturnType<typeof toStudioRound>, 'nonce' | 'stake' | 'choice' | 'outcome'>

async function isOutcome(row: SeededRound, { outcome, ...played }: Played): Promise<boolean | null> {
  if (!outcome) return null
  try {
    const recalculated = await recompute({
      game: row.game,
      mathsVersion: row.maths_version,
      serverSeed: row.server_seed,
      clientSeed: row.client_seed,
      ...played,
      ...('acts' in outcome && { acts: outcome.acts }),
    })
    return isSame(recalculated.outcome, outcome)
  } catch (error) {
    if (error instanceof NotOffered) return false
    throw error
  }
}
