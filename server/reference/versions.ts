/** Versions of the reference data: the newest is in force, all are readable, none is ever altered. */
import { type Kysely, sql } from 'kysely'
import { lockNamed } from '../kernel/locks.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { Clock, Tx } from '../deps.ts'
import { append } from '../kernel/outbox/append.ts'
import { type Actor, nameOfActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { currencies } from './currencies.ts'
import { type DataOf, type Rates, type Subject, subjects } from './internal/subjects.ts'

export { collectionSchema } from './internal/subjects.ts'
export type { CollectionRule, DataOf, Rates, ReferenceData, Subject } from './internal/subjects.ts'

export type Version<S extends Subject> = {
  version: number
  data: DataOf<S>
  at: Date
  actor: string
  comment: string
}

/** Every process follows this channel in the outbox and reloads its data. Players cannot subscribe to it. */
export const referenceChannel = 'reference'

/** Undefined before the first start, or for an unknown number. */
export async function readVersion<S extends Subject>(
  db: Kysely<Tables>,
  subject: S,
  version?: number,
): Promise<Version<S> | undefined> {
  const row = await db
    .selectFrom('reference.versions')
    .selectAll()
    .where('subject', '=', subject)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, data: parse(subject, row.data) }
}

/** The newest first. */
export async function listVersions<S extends Subject>(
  db: Kysely<Tables>,
  subject: S,
  limit: number,
): Promise<Array<Version<S>>> {
  const rows = await db
    .selectFrom('reference.versions')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, data: parse(subject, row.data) }))
}

/** Serializes changes of a subject, because each version is derived from the one it replaces. */
export async function lockSubject(tx: Tx, subject: Subject): Promise<void> {
  await lockNamed(tx, 'reference', subject)
}

/**
 * Puts a version in force. The caller has locked the subject. Rates that have changed count as confirmed, unless they
 * are the shipped ones; so do those in `confirmed`, which may be the same as before.
 */
/**
 * Whether the version in force is this operator's with this comment: then a call that would change nothing is the same
 * one, sent again because its answer was lost.
 */
export const isRepeatedVersion = (
  last: { actor: string; comment: string },
  { actor, comment }: { actor: Actor; comment: string },
): boolean => last.actor === nameOfActor(actor) && last.comment === comment

export async function addVersion<S extends Subject>(
  tx: Tx,
  { clock, actor }: { clock: Clock; actor: Actor },
  subject: S,
  {
    data,
    comment,
    isExample = false,
    confirmed = [],
  }: { data: DataOf<S>; comment: string; isExample?: boolean; confirmed?: string[] },
): Promise<number> {
  const last = await readVersion(tx, subject)
  const version = (last?.version ?? 0) + 1
  const now = clock.now()
  // Clocks of processes may differ, but the times of versions must follow the order of their numbers.
  const at = last && last.at > now ? last.at : now
  await tx
    .insertInto('reference.versions')
    .values({ subject, version, data: JSON.stringify(data), at, actor: nameOfActor(actor), comment })
    .execute()
  const [before, after] = [last ? byCurrency(subject, last.data) : {}, byCurrency(subject, data)]
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (code) => before[code] !== after[code] || confirmed.includes(code),
  )
  if (subject === 'rates' && !isExample) await confirmRates(tx, changed, at)
  if (subject === 'currencies') await enable(tx, (data as DataOf<'currencies'>).enabled)
  await append(tx, { channel: referenceChannel, event: subject, payload: {}, version })
  await audit(
    tx,
    { clock, actor },
    {
      action: 'reference-changed',
      playerId: null,
      before: last && { version: last.version, ...pick(before, changed) },
      after: { version, ...pick(after, changed) },
      detail: { subject, version, comment, ...(changed.length > 0 && { currencies: changed }) },
    },
  )
  return version
}

/** Each currency's rate, or whether it is enabled; nothing for subjects that are not about currencies. */
function byCurrency<S extends Subject>(subject: S, data: DataOf<S>): Record<string, number | boolean> {
  if (subject === 'rates') return data as Rates
  if (subject !== 'currencies') return {}
  return Object.fromEntries((data as DataOf<'currencies'>).enabled.map((code) => [code, true]))
}

const pick = (values: Record<string, number | boolean>, codes: string[]) =>
  Object.fromEntries(codes.map((code) => [code, values[code] ?? null]))

/**
 * Records that these rates are right at this time, whether or not they have changed. The first confirmation of a rate
 * makes its currency offered in every process.
 */
export async function confirmRates(tx: Tx, codes: string[], confirmed_at: Date): Promise<void> {
  if (codes.length === 0) return
  const rows = await tx
    .insertInto('reference.rate_confirmations')
    .values(codes.map((currency) => ({ currency, confirmed_at })))
    .onConflict((conflict) => conflict.column('currency').doUpdateSet({ confirmed_at }))
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .execute()
  if (!rows.some(({ isFirst }) => isFirst)) return
  const version = (await readVersion(tx, 'rates'))?.version ?? 0
  await append(tx, { channel: referenceChannel, event: 'rates', payload: {}, version })
}

/**
 * Locks the rows in the order of their codes, and so waits for anything being started in a currency that is switched
 * off.
 */
async function enable(tx: Tx, enabled: string[]): Promise<void> {
  for (const code of currencies.map((currency) => currency.code).toSorted())
    await tx
      .insertInto('reference.currencies')
      .values({ code, is_enabled: enabled.includes(code) })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ is_enabled: enabled.includes(code) }))
      .execute()
}

function parse<S extends Subject>(subject: S, data: unknown): DataOf<S> {
  return subjects[subject].parse(data) as DataOf<S>
}
