/** Versions of definitions. Each stays readable, and at most one of an identity is active. */
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { lockNamed } from '../locks.ts'
import type { Tables } from '../db/tables.ts'
import type { Tx } from '../../deps.ts'
import type { AnyDefinitionKind, DefinitionKind } from '../definition-kind.ts'
import { LeftToOthers } from '../facts/consumer.ts'
import type { DefinitionState } from './internal/states.ts'

export type Definition<Data> = {
  identity: string
  version: number
  data: Data
  state: DefinitionState
  startsAt: Date | null
  endsAt: Date | null
}

/** Active versions in the order of their identities. Throws LeftToOthers if only a newer build can read one. */
export function readActive<Data>(db: Kysely<Tables>, kind: DefinitionKind<Data>): Promise<Array<Definition<Data>>> {
  return readInStates(db, kind, ['active'])
}

/**
 * Active versions that this build can read, for offers to players. Do not use it where a missing version would be taken
 * for one that does not exist.
 */
export async function readKnownActive<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
): Promise<Array<Definition<Data>>> {
  const rows = await rowsInStates(db, kind, ['active'])
  return rows.filter(({ data }) => kind.schema.safeParse(data).success).map((row) => parse(kind, row))
}

/** The active version of an identity, even if other identities cannot be read. */
export async function readActiveOf<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  identity: string,
): Promise<Definition<Data> | undefined> {
  const row = (await rowsInStates(db, kind, ['active'])).find((each) => each.identity === identity)
  return row && parse(kind, row)
}

/** The start and end of active and scheduled versions, even of unreadable ones. */
export async function readCurrentPeriods(
  db: Kysely<Tables>,
  kind: AnyDefinitionKind,
): Promise<Array<Pick<Definition<unknown>, 'identity' | 'state' | 'startsAt' | 'endsAt'>>> {
  const rows = await rowsInStates(db, kind, ['active', 'scheduled'])
  return rows.map((row) => ({
    identity: row.identity,
    state: row.state as DefinitionState,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }))
}

/** The names of active or scheduled versions that this build cannot read, for a warning. */
export async function unreadable(db: Kysely<Tables>, kind: AnyDefinitionKind): Promise<string[]> {
  const rows = await rowsInStates(db, kind, ['active', 'scheduled'])
  return rows.filter(({ data }) => !kind.schema.safeParse(data).success).map(({ identity }) => identity)
}

/** Active and scheduled versions. */
export function readCurrent<Data>(db: Kysely<Tables>, kind: DefinitionKind<Data>): Promise<Array<Definition<Data>>> {
  return readInStates(db, kind, ['active', 'scheduled'])
}

async function readInStates<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  states: DefinitionState[],
): Promise<Array<Definition<Data>>> {
  return (await rowsInStates(db, kind, states)).map((row) => parse(kind, row))
}

function rowsInStates(db: Kysely<Tables>, { kind }: AnyDefinitionKind, states: DefinitionState[]) {
  return db
    .selectFrom('rewards.definitions')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .orderBy('identity')
    .execute()
}

/** SQL for a job: the earliest start of an active version without a row in `table`. */
export function activeWithout(table: string, kind: string, identity: string): string {
  return `SELECT min(starts_at) FROM rewards.definitions AS one
    WHERE kind = '${kind}' AND identity = '${identity}' AND state = 'active'
      AND NOT EXISTS (SELECT FROM ${table} AS known WHERE known.version = one.version)`
}

/** A version in any state; by default the newest. */
export async function readDefinition<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  { identity, version }: { identity: string; version?: number | undefined },
): Promise<Definition<Data> | undefined> {
  const row = await versionsOf(db, kind, identity)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && parse(kind, row)
}

/** Reads many versions in one query, by `versionKey`; unknown ones are absent. */
export async function readVersions<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  versions: ReadonlyArray<{ identity: string; version: number }>,
): Promise<Map<string, Definition<Data>>> {
  const distinct = [...new Map(versions.map((each) => [versionKey(each), each])).values()]
  if (distinct.length === 0) return new Map()
  const rows = await db
    .selectFrom('rewards.definitions')
    .selectAll()
    .where('kind', '=', kind.kind)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('identity', 'version'),
        'in',
        distinct.map(({ identity, version }) => tuple(identity, version)),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [versionKey(row), parse(kind, row)]))
}

export const versionKey = ({ identity, version }: { identity: string; version: number }): string =>
  `${identity} ${version}`

/**
 * The version in force at a given time; undefined if there was none. A replaced version ends a moment after the start
 * of its successor, which applies from its start.
 */
export async function readInForce<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  identity: string,
  moment: Date,
): Promise<Definition<Data> | undefined> {
  const row = await startedVersionsOf(db, kind, identity)
    .where('starts_at', '<=', moment)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', moment)]))
    .orderBy('starts_at', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && parse(kind, row)
}

/** The first version that came into force within a time. */
export async function readFirstWithin<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  identity: string,
  { start, end }: { start: Date; end: Date },
): Promise<Definition<Data> | undefined> {
  const row = await startedVersionsOf(db, kind, identity)
    .where('starts_at', '>=', start)
    .where('starts_at', '<', end)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst()
  return row && parse(kind, row)
}

/** Every version that has come into force, the oldest first. */
export async function readStarted<Data>(
  db: Kysely<Tables>,
  kind: DefinitionKind<Data>,
  identity: string,
): Promise<Array<Definition<Data>>> {
  const rows = await startedVersionsOf(db, kind, identity)
    .where('starts_at', 'is not', null)
    .orderBy('starts_at')
    .orderBy('version')
    .execute()
  return rows.map((row) => parse(kind, row))
}

function versionsOf(db: Kysely<Tables>, { kind }: AnyDefinitionKind, identity: string) {
  return db.selectFrom('rewards.definitions').selectAll().where('kind', '=', kind).where('identity', '=', identity)
}

function startedVersionsOf(db: Kysely<Tables>, kind: AnyDefinitionKind, identity: string) {
  return versionsOf(db, kind, identity).where('state', 'in', ['active', 'ended', 'archived'])
}

/** Serializes changes of an identity, so that versions are numbered and replaced in order. */
export async function lockIdentity(tx: Tx, kind: string, identity: string): Promise<void> {
  await lockNamed(tx, 'definitions', `${kind}:${identity}`)
}

/**
 * Stored data were valid when they were written, and a schema may only gain optional fields. Only data written by a
 * newer build can therefore be unreadable.
 */
function parse<Data>(
  { schema }: DefinitionKind<Data>,
  row: Selectable<Tables['rewards.definitions']>,
): Definition<Data> {
  const read = schema.safeParse(row.data)
  if (!read.success)
    throw new LeftToOthers(
      `version ${row.version} of ${row.kind} ${row.identity} has a form that this build does not know: ${z.prettifyError(read.error)}`,
    )
  return {
    identity: row.identity,
    version: row.version,
    data: read.data,
    state: row.state as DefinitionState,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}
