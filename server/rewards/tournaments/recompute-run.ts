/** Counts a run's scores again from the ledger's rounds, and compares them with the stored ones. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps, Tx } from '../../deps.ts'
import { settledRounds } from '../../play/index.ts'
import { type Counting, countRound, type Recounted } from './internal/recount.ts'
import { findRun, type Run } from './internal/runs.ts'

type Difference = { playerId: string; stored: Recounted | null; recounted: Recounted | null }

const batch = 10_000

/** Of a run that is still counted, rounds of the last seconds may be missing. */
export async function recomputeRun(
  { db }: KernelDeps,
  identity: string,
): Promise<Result<{ scores: number; differences: Difference[] }, 'tournamentNotFound' | 'notStarted'>> {
  return db.transaction(async (tx) => {
    const run = await findRun(tx, identity)
    if (!run) return refuse('tournamentNotFound')
    if (!run.rates) return refuse('notStarted')
    const recounted = await recount(tx, { ...run, rates: run.rates })
    const stored = await readStored(tx, run.id)
    const differences = [...new Set([...stored.keys(), ...recounted.keys()])]
      .map((playerId) => ({
        playerId,
        stored: stored.get(playerId) ?? null,
        recounted: recounted.get(playerId) ?? null,
      }))
      .filter(({ stored: one, recounted: other }) => !isSame(one, other))
    return ok({ scores: stored.size, differences })
  })
}

async function recount(tx: Tx, run: Run & { rates: Record<string, number> }): Promise<Map<string, Counting>> {
  const joined = await tx
    .selectFrom('rewards.tournament_scores')
    .select(['player_id', 'joined_after'])
    .where('run_id', '=', run.id)
    .where('joined_after', 'is not', null)
    .execute()
  const joinedAfter = new Map(joined.map(({ player_id, joined_after }) => [player_id, joined_after!]))
  const { rows } = await sql<{ last: bigint }>`SELECT coalesce(max(id), 0) AS last FROM ledger.movements`.execute(tx)
  const upTo = rows[0]!.last
  const scores = new Map<string, Counting>()
  for (let after = 0n; ;) {
    const rounds = await settledRounds(tx, { after, upTo })
      .selectAll()
      .where('settled_at', '>=', run.starts_at)
      .where('settled_at', '<', run.ends_at)
      .orderBy('movement_id')
      .limit(batch)
      .execute()
    for (const round of rounds) {
      const from = run.entry === 'automatic' ? 0n : joinedAfter.get(round.player_id)
      if (from !== undefined && round.movement_id > from) countRound(run, scores, round)
    }
    if (rounds.length < batch) return scores
    after = rounds.at(-1)!.movement_id
  }
}

async function readStored(tx: Tx, runId: number): Promise<Map<string, Recounted>> {
  const rows = await tx
    .selectFrom('rewards.tournament_scores')
    .select(['player_id', 'score', 'reached', 'rounds'])
    .where('run_id', '=', runId)
    .where('rounds', '>', 0)
    .execute()
  return new Map(rows.map(({ player_id, ...counted }) => [player_id, counted]))
}

function isSame(one: Recounted | null, other: Recounted | null): boolean {
  return one?.score === other?.score && one?.reached === other?.reached && one?.rounds === other?.rounds
}
