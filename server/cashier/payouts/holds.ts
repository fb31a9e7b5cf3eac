/**
 * Holds: what keeps a pending withdrawal from being sent, who has to act, and by when an answer is promised. A hold
 * follows from the state of its invoice: `moveInvoice` calls `followHold` after each change. Its clock stands while the
 * player has to act, and runs on while an operator or the partner does, whom the operator has chosen.
 */
import type { Kysely, Selectable } from 'kysely'
import { toWire } from '#contract/money.ts'
import { type HoldReason, type Invoice, InvoiceStatus, InvoiceType, requirementCodes } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { type Proofs, readProofs } from '../../identity/index.ts'
import { promisedHours, readPromise } from './promise.ts'

type InvoiceRow = Selectable<Tables['payments.invoices']>
type Hold = Selectable<Tables['payments.holds']>
type Holder = 'player' | 'house' | 'partner'

const hourMs = 3_600_000

/** The proof that settles a requirement. */
export const proofFor: Record<(typeof requirementCodes)[number], keyof Proofs> = {
  identity: 'identity',
  address: 'address',
  funds: 'funds',
  method: 'payment',
  tax: 'tax',
}

/**
 * Begins, changes or ends the hold of an invoice that the caller has locked. `isStuck`: the partner could not be reached
 * with the payout. Resolves to the open hold, if there is one.
 */
export async function followHold(
  deps: KernelDeps,
  tx: Tx,
  row: InvoiceRow,
  { isStuck = false }: { isStuck?: boolean } = {},
): Promise<Hold | null> {
  if (row.type !== InvoiceType.withdrawal) return null
  const open = await tx
    .selectFrom('payments.holds')
    .selectAll()
    .where('invoice_id', '=', row.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const pending = await pendingReasons(tx, row, isStuck || (open?.reasons.includes('partner') ?? false))
  if (pending.length === 0) {
    if (open) await end(tx, open, deps.clock.now())
    return null
  }
  const standing = await standingOf(tx, row, open, pending)
  const hours = promisedHours(deps, await readPromise(tx, row.promise_version), standing.reasons)
  return open ? change(tx, open, standing, hours, deps.clock.now()) : begin(tx, row, standing, hours, deps.clock.now())
}

/** Why it is held now: by an operator's review, by a report that contradicts it, or by its partner. */
async function pendingReasons(tx: Tx, row: InvoiceRow, mayBeStuck: boolean): Promise<HoldReason[]> {
  if (row.status !== InvoiceStatus.pending) return []
  const reasons = row.review === 'open' ? (row.review_reasons as HoldReason[]) : []
  if (row.flag !== null) return [...reasons, 'report']
  if (row.review === 'open' || row.stage === 'sent') return reasons
  if (row.external_id !== null) return ['partner']
  return mayBeStuck && (await isUnsent(tx, row.id)) ? ['partner'] : []
}

async function isUnsent(tx: Tx, invoiceId: string): Promise<boolean> {
  const payout = await tx
    .selectFrom('payments.payouts')
    .select('state')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return payout !== undefined && (payout.state === 'queued' || payout.state === 'sending')
}

type Standing = { reasons: HoldReason[]; todo: HoldReason[]; met: HoldReason[]; holder: Holder }

async function standingOf(tx: Tx, row: InvoiceRow, open: Hold | undefined, pending: HoldReason[]): Promise<Standing> {
  const reasons = [...new Set([...((open?.reasons ?? []) as HoldReason[]), ...pending])]
  const required = requirementCodes.filter((code) => pending.includes(code))
  const proofs = required.length > 0 ? await readProofs(tx, row.player_id) : null
  const inState = (state: string) => required.filter((code) => proofs?.[proofFor[code]].state === state)
  const todo = inState('open')
  return {
    reasons,
    todo,
    met: [...reasons.filter((reason) => !pending.includes(reason)), ...inState('met')],
    // An operator who must settle a report cannot wait for the player.
    holder: pending.includes('report')
      ? 'house'
      : todo.length > 0
        ? 'player'
        : pending.every((reason) => reason === 'partner')
          ? 'partner'
          : 'house',
  }
}

async function begin(tx: Tx, row: InvoiceRow, standing: Standing, hours: number, now: Date): Promise<Hold> {
  const { reasons, todo, met, holder } = standing
  const isPlayers = holder === 'player'
  const hold = await tx
    .insertInto('payments.holds')
    .values({
      invoice_id: row.id,
      reasons,
      todo,
      met,
      hours,
      began_at: now,
      promised_by: isPlayers ? null : new Date(now.getTime() + hours * hourMs),
      left_ms: isPlayers ? BigInt(hours * hourMs) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await beginTurn(tx, hold.id, standing, now)
  return hold
}

async function change(tx: Tx, hold: Hold, standing: Standing, promised: number, now: Date): Promise<Hold> {
  const { reasons, todo, met, holder } = standing
  const changed = await tx
    .updateTable('payments.holds')
    .set({ reasons, todo, met, ...(isBroken(hold, now) ? {} : clockOf(hold, promised, holder, now)) })
    .where('id', '=', hold.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const turn = await tx
    .selectFrom('payments.hold_turns')
    .selectAll()
    .where('hold_id', '=', hold.id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  const isSame = turn.holder === holder && (holder !== 'player' || turn.asked.join() === todo.join())
  if (!isSame) {
    await endTurn(tx, hold.id, now)
    await beginTurn(tx, hold.id, standing, now)
  }
  return changed
}

/** Stays true, whoever has to act afterwards and whatever else is found: its time is neither extended nor stopped. */
const isBroken = ({ outcome, promised_by }: Hold, now: Date): boolean =>
  outcome !== null || (promised_by !== null && promised_by < now)

function clockOf(hold: Hold, promised: number, holder: Holder, now: Date) {
  const hours = Math.max(hold.hours, promised)
  const more = (hours - hold.hours) * hourMs
  const left = (hold.promised_by === null ? Number(hold.left_ms) : hold.promised_by.getTime() - now.getTime()) + more
  return holder === 'player'
    ? { hours, promised_by: null, left_ms: BigInt(Math.round(left)) }
    : { hours, promised_by: new Date(now.getTime() + left), left_ms: null }
}

async function end(tx: Tx, hold: Hold, now: Date): Promise<void> {
  const isLate = hold.promised_by !== null && hold.promised_by < now
  await tx
    .updateTable('payments.holds')
    .set({
      ended_at: laterOf(now, hold.began_at),
      todo: [],
      // A late one is left to the job that pays for broken promises.
      ...(hold.outcome === null && !isLate ? { outcome: 'kept' } : {}),
    })
    .where('id', '=', hold.id)
    .execute()
  await endTurn(tx, hold.id, now)
}

async function beginTurn(tx: Tx, holdId: bigint, { holder, todo }: Standing, now: Date): Promise<void> {
  const last = await tx
    .selectFrom('payments.hold_turns')
    .select(({ fn }) => fn.max('ended_at').as('at'))
    .where('hold_id', '=', holdId)
    .executeTakeFirst()
  await tx
    .insertInto('payments.hold_turns')
    .values({
      hold_id: holdId,
      holder,
      asked: holder === 'player' ? todo : [],
      // The clocks of two processes may differ by a little.
      began_at: last?.at ?? now,
    })
    .execute()
}

async function endTurn(tx: Tx, holdId: bigint, now: Date): Promise<void> {
  await tx
    .updateTable('payments.hold_turns')
    .set(({ fn, val, ref }) => ({ ended_at: fn<Date>('greatest', [val(now), ref('began_at')]) }))
    .where('hold_id', '=', holdId)
    .where('ended_at', 'is', null)
    .execute()
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

type Shown = Pick<Invoice, 'hold' | 'turns' | 'compensation'>

/** What players see of the holds of these invoices. */
export async function readHolds(db: Kysely<Tables>, invoiceIds: string[]): Promise<Map<string, Shown>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments.holds as hold')
    .innerJoin('payments.hold_turns as turn', 'turn.hold_id', 'hold.id')
    .selectAll('hold')
    .select(['turn.holder', 'turn.began_at as from', 'turn.ended_at as until'])
    .where('hold.invoice_id', 'in', invoiceIds)
    .orderBy('turn.id')
    .execute()
  const shown = new Map<string, Shown>()
  for (const id of new Set(rows.map(({ invoice_id }) => invoice_id))) {
    const own = rows.filter(({ invoice_id }) => invoice_id === id)
    const last = own.at(-1)!
    const holds = new Map(own.map((row) => [row.id, row]))
    const paid = [...holds.values()].reduce((sum, { compensation }) => sum + (compensation ?? 0n), 0n)
    shown.set(id, {
      ...(last.ended_at === null ? { hold: presentHold(last) } : {}),
      turns: own.map(({ holder, from, until }) => ({
        holder: holder as Holder,
        from: from.toISOString(),
        until: until?.toISOString() ?? null,
      })),
      ...(paid > 0n ? { compensation: toWire(paid) } : {}),
    })
  }
  return shown
}

export function presentHold(
  hold: Pick<Hold, 'reasons' | 'todo' | 'met' | 'began_at' | 'promised_by' | 'hours'> & { holder: string },
): NonNullable<Invoice['hold']> {
  return {
    checks: (hold.reasons as HoldReason[]).map((code) => ({
      code,
      state: hold.met.includes(code) ? 'met' : hold.todo.includes(code) ? 'open' : 'waiting',
    })),
    since: hold.began_at.toISOString(),
    holder: hold.holder as Holder,
    promisedBy: hold.promised_by?.toISOString() ?? null,
    promisedHours: hold.hours,
  }
}
