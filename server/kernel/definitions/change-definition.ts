/** Drafts, schedules, ends and archives definitions. Every change names its actor in the audit log. */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Clock, KernelDeps, Tx } from '../../deps.ts'
import { type Actor, nameOfActor } from '../actor.ts'
import { audit } from '../audit.ts'
import type { AnyDefinitionKind } from '../definition-kind.ts'
import { lockIdentity } from './definitions.ts'
import { type DefinitionState, definitionStates } from './internal/states.ts'

type Needs = { clock: Clock; actor: Actor }
export type Named = { identity: string; version: number }

const Identity = z.string().regex(/^[a-z0-9-]{1,64}$/)

/** Adds a version as a draft, which is not visible yet. */
export async function draftDefinition(
  tx: Tx,
  needs: Needs,
  { kind, schema, newVersionFault }: AnyDefinitionKind,
  { identity, data, comment }: { identity: string; data: unknown; comment: string },
): Promise<Result<Named, 'identityInvalid' | 'definitionInvalid'>> {
  if (!Identity.safeParse(identity).success) return refuse('identityInvalid')
  const parsed = schema.safeParse(data)
  if (!parsed.success) return refuse('definitionInvalid', { message: z.prettifyError(parsed.error) })
  const fault = newVersionFault?.(parsed.data)
  if (fault) return refuse('definitionInvalid', { message: fault })
  await lockIdentity(tx, kind, identity)
  const { last } = await tx
    .selectFrom('rewards.definitions')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .executeTakeFirstOrThrow()
  const version = (last ?? 0) + 1
  const now = needs.clock.now()
  await tx
    .insertInto('rewards.definitions')
    .values({
      kind,
      identity,
      version,
      // The data are stored as written: parsing them again gives the same result, but converted values may not be JSON.
      data: JSON.stringify(data),
      state: 'draft',
      created_at: now,
      changed_at: now,
      actor: nameOfActor(needs.actor),
      comment,
    })
    .execute()
  await recordChange(tx, needs, kind, { identity, version }, { before: null, after: { state: 'draft' } })
  return ok({ identity, version })
}

type Term = { startsAt: Date; endsAt: Date | null }
export type ScheduleRefusal =
  | 'definitionNotFound'
  | 'notADraft'
  | 'anotherIsScheduled'
  | 'termInvalid'
  | 'definitionConflicts'

/**
 * Schedules a version, which replaces the active one of its identity at `startsAt`. If that is in the past, the version
 * starts now, so that it does not apply to earlier times.
 */
export async function scheduleDefinition(
  tx: Tx,
  needs: Needs,
  { kind, schema, conflict, newVersionFault }: AnyDefinitionKind,
  { identity, version, startsAt, endsAt }: Named & Term,
): Promise<Result<{ state: DefinitionState }, ScheduleRefusal>> {
  // Rules between definitions require that definitions of the kind are scheduled one at a time.
  if (conflict) await lockIdentity(tx, kind, '')
  await lockIdentity(tx, kind, identity)
  const versions = await versionsOf(tx, kind, identity)
  const row = versions.find((each) => each.version === version)
  if (!row) return refuse('definitionNotFound')
  if (!definitionStates.may(row.state as DefinitionState, 'scheduled')) return refuse('notADraft')
  if (versions.some(({ state }) => state === 'scheduled')) return refuse('anotherIsScheduled')
  const now = needs.clock.now()
  if (endsAt && (endsAt <= startsAt || endsAt <= now)) return refuse('termInvalid')
  const isDue = startsAt <= now
  const data = z.parse(schema, row.data)
  const broken = newVersionFault?.(data) ?? (await conflict?.(tx, { identity, data }))
  if (broken) return refuse('definitionConflicts', { message: broken })
  const named = { identity, version }
  const term = { starts_at: isDue ? now : startsAt, ends_at: endsAt }
  await put(tx, needs, kind, named, { state: 'scheduled', ...term })
  const replaced = isDue ? await startDefinition(tx, needs, kind, named) : {}
  const state = isDue ? 'active' : 'scheduled'
  await recordChange(tx, needs, kind, named, {
    before: { state: row.state },
    after: { state, startsAt: term.starts_at, endsAt },
    ...replaced,
  })
  return ok({ state })
}

/** The caller has locked the identity. Ends the version that it replaces, and returns which one that is. */
async function startDefinition(tx: Tx, needs: Needs, kind: string, named: Named): Promise<{ replaced?: number }> {
  const active = (await versionsOf(tx, kind, named.identity)).find(({ state }) => state === 'active')
  if (active) await endVersion(tx, needs, kind, { identity: named.identity, ...active })
  await put(tx, needs, kind, named, { state: 'active' })
  return active ? { replaced: active.version } : {}
}

/** Ends the active version: nothing new begins under it, but grants to players continue. */
export async function endDefinition(
  tx: Tx,
  needs: Needs,
  { kind }: AnyDefinitionKind,
  identity: string,
  reason?: string,
): Promise<Result<Named, 'notActive'>> {
  await lockIdentity(tx, kind, identity)
  const active = (await versionsOf(tx, kind, identity)).find(({ state }) => state === 'active')
  if (!active) return refuse('notActive')
  await endVersion(tx, needs, kind, { identity, ...active })
  await recordChange(tx, needs, kind, { identity, version: active.version }, { ...fromActiveToEnded, reason })
  return ok({ identity, version: active.version })
}

/** Archives a draft, a scheduled version or an ended one. */
export async function archiveDefinition(
  tx: Tx,
  needs: Needs,
  { kind }: AnyDefinitionKind,
  named: Named,
): Promise<Result<null, 'definitionNotFound' | 'isActive' | 'isArchived'>> {
  await lockIdentity(tx, kind, named.identity)
  const row = (await versionsOf(tx, kind, named.identity)).find(({ version }) => version === named.version)
  if (!row) return refuse('definitionNotFound')
  if (row.state === 'archived') return refuse('isArchived')
  if (!definitionStates.may(row.state as DefinitionState, 'archived')) return refuse('isActive')
  // A version that never started loses its term, so that it does not seem to have been in force.
  const term = row.state === 'scheduled' ? { starts_at: null, ends_at: null } : {}
  await put(tx, needs, kind, named, { state: 'archived', ...term })
  await recordChange(tx, needs, kind, named, { before: { state: row.state }, after: { state: 'archived' } })
  return ok(null)
}

/** Starts scheduled versions and ends active ones at their times. Returns the number of changed states. */
export async function moveDue({ db, clock }: KernelDeps, actor: Actor): Promise<number> {
  const now = clock.now()
  const due = await db.kysely
    .selectFrom('rewards.definitions')
    .select(['kind', 'identity'])
    .distinct()
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'scheduled'), eb('starts_at', '<=', now)]),
        eb.and([eb('state', '=', 'active'), eb('ends_at', '<=', now)]),
      ]),
    )
    .execute()
  let moved = 0
  for (const { kind, identity } of due)
    moved += await db.transaction((tx) => moveDueOf(tx, { clock, actor }, kind, identity))
  return moved
}

async function moveDueOf(tx: Tx, needs: Needs, kind: string, identity: string): Promise<number> {
  await lockIdentity(tx, kind, identity)
  const now = needs.clock.now()
  const isDue = (at: Date | null): boolean => at !== null && at <= now
  const scheduled = (await versionsOf(tx, kind, identity)).find(({ state }) => state === 'scheduled')
  let moved = 0
  if (scheduled && isDue(scheduled.starts_at)) {
    const named = { identity, version: scheduled.version }
    const replaced = await startDefinition(tx, needs, kind, named)
    await recordChange(tx, needs, kind, named, {
      before: { state: 'scheduled' },
      after: { state: 'active' },
      ...replaced,
    })
    moved++
  }
  // A version that has just started is included, because its whole term may have passed.
  const active = (await versionsOf(tx, kind, identity)).find(({ state }) => state === 'active')
  if (active && isDue(active.ends_at)) {
    await endVersion(tx, needs, kind, { identity, ...active })
    await recordChange(tx, needs, kind, { identity, version: active.version }, fromActiveToEnded)
    moved++
  }
  return moved
}

/** Sets `ends_at` to the actual end, so that the version in force at any time remains known. */
async function endVersion(
  tx: Tx,
  needs: Needs,
  kind: string,
  { identity, version, starts_at, ends_at }: Named & { starts_at: Date | null; ends_at: Date | null },
): Promise<void> {
  // The database requires an end after the start.
  const now = new Date(Math.max(needs.clock.now().getTime(), starts_at!.getTime() + 1))
  const end = ends_at && ends_at < now ? ends_at : now
  await put(tx, needs, kind, { identity, version }, { state: 'ended', ends_at: end })
}

function versionsOf(tx: Tx, kind: string, identity: string) {
  return tx
    .selectFrom('rewards.definitions')
    .select(['version', 'state', 'starts_at', 'ends_at', 'data'])
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .orderBy('version')
    .execute()
}

async function put(
  tx: Tx,
  needs: Needs,
  kind: string,
  named: Named,
  values: { state: DefinitionState; starts_at?: Date | null; ends_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable('rewards.definitions')
    .set({ ...values, changed_at: needs.clock.now() })
    .where('kind', '=', kind)
    .where('identity', '=', named.identity)
    .where('version', '=', named.version)
    .execute()
}

const fromActiveToEnded = { before: { state: 'active' }, after: { state: 'ended' } }

type StateChange = {
  before: { state: string } | null
  after: { state: string; startsAt?: Date; endsAt?: Date | null }
  /** The version that ended because this one began. */
  replaced?: number
  reason?: string | undefined
}

async function recordChange(
  tx: Tx,
  needs: Needs,
  kind: string,
  named: Named,
  { replaced, ...change }: StateChange,
): Promise<void> {
  const detail = { kind, ...named, ...(replaced !== undefined && { replaced }) }
  await audit(tx, needs, { action: 'definition-changed', playerId: null, ...change, detail })
}
