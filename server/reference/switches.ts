/**
 * Features that operators switch off at run time, everywhere or in countries: `game:dice`, `studio:<id>`, `method:<id>`,
 * `partner:<slug>` for all methods of a payment partner, or `sportsbook`. Nothing new starts in them; open rounds, bets
 * and payments are finished.
 */
import { type Kysely, sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { append } from '../kernel/outbox/append.ts'
import { nameOfActor, type OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { referenceChannel } from './versions.ts'

/** An empty country means everywhere. */
export type Switch = { name: string; country: string; reason: string; actor: string; at: Date }

export const sportsbookSwitch = 'sportsbook'

export async function readSwitches(db: Kysely<Tables>): Promise<Switch[]> {
  return db.selectFrom('reference.switched_off').selectAll().orderBy('name').orderBy('country').execute()
}

/**
 * Checks switches in the transaction that starts something: whether one of them is off. `countries`: that of the caller
 * and that of the account. For bets the posting function does so (11-bet-gates.sql).
 */
export async function isSwitchedOffIn(tx: Tx, names: string[], countries: Array<string | null>): Promise<boolean> {
  const found = await tx
    .selectFrom('reference.switched_off')
    .select('name')
    .where('name', 'in', names)
    .where('country', 'in', ['', ...countries.filter((country) => country !== null)])
    .executeTakeFirst()
  return found !== undefined
}

type Needs = KernelDeps & { actor: OperatorActor }
type Change = { name: string; countries: readonly string[]; reason: string }
type Switched = { countries: string[]; isSettled: boolean }

/**
 * Resolves when every transaction that began before has ended, so that anything that starts later is refused.
 * `isSettled` is false if such a transaction still runs after some seconds.
 */
export async function switchOff(
  needs: Needs,
  { name, countries, reason }: Change,
): Promise<Result<Switched, 'noChange'>> {
  return change(needs, { name, reason, event: 'off' }, async (tx) => {
    const rows = await tx
      .insertInto('reference.switched_off')
      .values(
        placesOf(countries).map((country) => ({
          name,
          country,
          reason,
          actor: nameOfActor(needs.actor),
          at: needs.clock.now(),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('country')
      .execute()
    return rows.map(({ country }) => country)
  })
}

/** Without countries, it is switched on wherever it was off. */
export async function switchOn(
  needs: Needs,
  { name, countries, reason }: Change,
): Promise<Result<Switched, 'noChange'>> {
  return change(needs, { name, reason, event: 'on' }, async (tx) => {
    const rows = await tx
      .deleteFrom('reference.switched_off')
      .where('name', '=', name)
      .$if(countries.length > 0, (query) => query.where('country', 'in', countries))
      .returning('country')
      .execute()
    return rows.map(({ country }) => country)
  })
}

const placesOf = (countries: readonly string[]) => (countries.length > 0 ? [...countries] : [''])

async function change(
  needs: Needs,
  { name, reason, event }: { name: string; reason: string; event: 'on' | 'off' },
  write: (tx: Tx) => Promise<string[]>,
): Promise<Result<Switched, 'noChange'>> {
  const changed = await needs.db.transaction(async (tx): Promise<Result<string[], 'noChange'>> => {
    const countries = await write(tx)
    if (countries.length === 0)
      return (await isRepeated(tx, needs, { name, reason, event })) ? ok([]) : refuse('noChange')
    const now = needs.clock.now()
    await append(tx, { channel: referenceChannel, event: 'switches', payload: {}, version: now.getTime() })
    await audit(tx, needs, {
      action: `switched-${event}`,
      playerId: null,
      before: { isOn: event === 'off' },
      after: { isOn: event === 'on' },
      reason,
      detail: { name, countries },
    })
    return ok(countries)
  })
  if (!changed.ok) return changed
  return ok({ countries: changed.value, isSettled: await haveEnded(needs.db.kysely) })
}

/** The same call, sent again because its answer was lost. */
async function isRepeated(
  tx: Tx,
  { actor, clock }: Needs,
  { name, reason, event }: { name: string; reason: string; event: 'on' | 'off' },
): Promise<boolean> {
  const last = await tx
    .selectFrom('identity.audit')
    .select(['actor', sql<string | null>`detail ->> 'reason'`.as('reason')])
    .where('player_id', 'is', null)
    .where('action', '=', `switched-${event}`)
    .where(sql`detail ->> 'name'`, '=', name)
    .where('at', '>', new Date(clock.now().getTime() - repeatedWithinMs))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actor === nameOfActor(actor) && last.reason === reason
}

/** The desk sends a call again for half a minute. */
const repeatedWithinMs = 120_000
const longestWaitMs = 10_000
const betweenMs = 50

/**
 * Whether every transaction that runs now has ended, also one that began after the change did: it may have read the
 * switch before the change was committed.
 */
async function haveEnded(db: Kysely<Tables>): Promise<boolean> {
  // A number of its own: the snapshot alone does not name transactions newer than the last one that has ended.
  const newest = await sql<{ xid: string }>`SELECT pg_current_xact_id()::text AS xid`.execute(db)
  for (let waited = 0; waited < longestWaitMs; waited += betweenMs) {
    const { rows } = await sql<{ done: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${newest.rows[0]!.xid}::xid8 AS done`.execute(db)
    if (rows[0]!.done) return true
    await new Promise((resolve) => setTimeout(resolve, betweenMs))
  }
  return false
}
