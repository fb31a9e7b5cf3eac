/** Rows of runs. */
import { type Kysely, type Selectable, sql, type UpdateObject } from 'kysely'
import { z } from 'zod'
import type { TournamentState } from '#contract/tournaments.ts'
import { jsonColumn } from '../../../kernel/db/json-column.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../../../deps.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { audit } from '../../../kernel/audit.ts'
import { lockRates } from '../../../reference/index.ts'
import { TournamentDefinition } from '../tournament-kind.ts'

type Row = Selectable<Tables['rewards.tournament_runs']>
export type Run = Omit<Row, 'data' | 'state' | 'rates'> & {
  state: TournamentState
  data: TournamentDefinition
  rates: Record<string, number> | null
}

const readData = jsonColumn('rewards.tournament_runs.data', TournamentDefinition)
const readRates = jsonColumn('rewards.tournament_runs.rates', z.record(z.string(), z.number().positive()).nullable())

export function runOf(row: Row): Run {
  return { ...row, state: row.state as TournamentState, data: readData(row.data), rates: readRates(row.rates) }
}

export async function findRun(db: Kysely<Tables>, identity: string): Promise<Run | undefined> {
  const row = await db
    .selectFrom('rewards.tournament_runs')
    .selectAll()
    .where('identity', '=', identity)
    .executeTakeFirst()
  return row && runOf(row)
}

/** Shared by those who enter and leave, and kept apart from moves of the run and from the consumer's batches. */
export async function shareRun(tx: Tx, identity: string): Promise<Run | undefined> {
  const row = await tx
    .selectFrom('rewards.tournament_runs')
    .selectAll()
    .where('identity', '=', identity)
    .forShare()
    .executeTakeFirst()
  return row && runOf(row)
}

/** A buy-in is paid, and refunded on request, until the start. */
export function isOpenForEntries({ state, starts_at }: Pick<Run, 'state' | 'starts_at'>, now: Date): boolean {
  return state === 'published' && starts_at > now
}

/** Moves of a run, and its end, happen one at a time. */
export async function lockRun(tx: Tx, identity: string): Promise<Run | undefined> {
  const row = await tx
    .selectFrom('rewards.tournament_runs')
    .selectAll()
    .where('identity', '=', identity)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && runOf(row)
}

export async function putRun(
  tx: Tx,
  { id }: Pick<Run, 'id'>,
  change: UpdateObject<Tables, 'rewards.tournament_runs'>,
): Promise<void> {
  await tx.updateTable('rewards.tournament_runs').set(change).where('id', '=', id).execute()
}

/** The rates at the start, for runs that have started: stored once, when they are first needed. Null: by the database's clock. */
export async function freezeRates(tx: Tx, now: Date | null): Promise<void> {
  await lockRates(tx)
  await tx
    .updateTable('rewards.tournament_runs')
    .set({ rates: sql`reference.rates_at(starts_at)` })
    .where('state', '=', 'published')
    .where('rates', 'is', null)
    .where('starts_at', '<=', now ?? sql<Date>`now()`)
    .execute()
}

/** With the run as it was before. */
export async function noteRun(
  tx: Tx,
  needs: KernelDeps & { actor: Actor },
  { identity, state }: Pick<Run, 'identity' | 'state'>,
  { to, reason }: { to: TournamentState; reason?: string },
): Promise<void> {
  await audit(tx, needs, {
    action: 'tournament-moved',
    playerId: null,
    before: { state },
    after: { state: to },
    reason,
    detail: { identity },
  })
}
