/** The books at the desk: cover, positions, and differences from partners' statements, which an operator accepts. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/books.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { audit } from '../../kernel/audit.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Tx } from '../../deps.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { listRemainders, readPositions } from '../../ledger/index.ts'
import { findCurrency, inUnits } from '../../reference/index.ts'
import { compareBooks } from './compare-books.ts'
import { listDiscrepancies } from './list-discrepancies.ts'

const mostListed = 200
const readSides = jsonColumn(
  'payments.breaks.detail',
  z.object({
    partner: z.object({ amount: z.string().nullable(), currency: z.string() }).nullable(),
    house: z.object({ number: z.string(), booked: z.string().nullable(), currency: z.string() }).nullable(),
  }),
)

function sidesIn(detail: unknown): Pick<contract.Discrepancy, 'theirs' | 'ours'> {
  const { partner, house } = readSides(detail)
  // A partner may name a currency that this site has not.
  const isReadable = partner?.amount != null && findCurrency(partner.currency)
  return {
    theirs: isReadable
      ? inUnits(BigInt(partner.amount!), partner.currency)
      : partner && { amount: null, currency: partner.currency },
    ours: house && {
      number: house.number,
      amount: house.booked === null ? null : inUnits(BigInt(house.booked), house.currency),
    },
  }
}

function present(row: Selectable<Tables['payments.breaks']>): contract.Discrepancy {
  return {
    id: String(row.id),
    partner: row.partner,
    kind: row.kind as contract.Discrepancy['kind'],
    subject: row.subject as contract.Discrepancy['subject'],
    externalId: row.external_id,
    happenedAt: row.happened_at.toISOString(),
    ...sidesIn(row.detail),
    accepted:
      row.accepted_at === null
        ? null
        : { by: row.accepted_by!, at: row.accepted_at.toISOString(), reason: row.accepted_reason! },
  }
}

export async function readBooks(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.readBooks>>> {
  const [{ players, accounts }, discrepancies] = await Promise.all([
    readPositions(ctx.db.kysely),
    listDiscrepancies(ctx.db, { limit: mostListed, withAccepted: true }),
  ])
  // The ledger has what a partner holds as a negative balance: it came from there.
  const positions = accounts.map(({ address, currency, balance }) => ({
    account: address,
    currency,
    balance: address.startsWith('clearing:') ? -balance : balance,
  }))
  const cover = players.map(({ currency, balance }) => {
    const held = positions
      .filter((each) => each.currency === currency && each.account.startsWith('clearing:'))
      .reduce((sum, each) => sum + each.balance, 0n)
    return {
      currency,
      players: inUnits(balance, currency),
      held: inUnits(held, currency),
      surplus: inUnits(held - balance, currency),
    }
  })
  return ok({
    cover,
    positions: positions.map(({ account, currency, balance }) => ({ account, amount: inUnits(balance, currency) })),
    discrepancies: discrepancies.map(present),
  })
}

export async function acceptDiscrepancy(
  ctx: DeskCtx,
  { id, reason }: VerbInput<typeof contract.acceptDiscrepancy>,
): Promise<Result<contract.Discrepancy, RefusalOf<typeof contract.acceptDiscrepancy>>> {
  return ctx.db.transaction(async (tx) => {
    // One statement: of two operators at once the second one finds it accepted.
    const accepted = await tx
      .updateTable('payments.breaks')
      .set({ accepted_at: ctx.clock.now(), accepted_by: ctx.actor.name, accepted_reason: reason })
      .where('id', '=', BigInt(id))
      .where('resolved_at', 'is', null)
      .where('accepted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!accepted) return whatBecame(ctx, tx, { id, reason })
    await audit(tx, ctx, {
      action: 'discrepancy-accepted',
      playerId: null,
      before: 'open',
      after: 'accepted',
      reason,
      detail: {
        partner: accepted.partner,
        kind: accepted.kind,
        subject: accepted.subject,
        externalId: accepted.external_id,
      },
    })
    return ok(present(accepted))
  })
}

async function whatBecame(
  { actor }: DeskCtx,
  tx: Tx,
  { id, reason }: VerbInput<typeof contract.acceptDiscrepancy>,
): Promise<Result<contract.Discrepancy, RefusalOf<typeof contract.acceptDiscrepancy>>> {
  const row = await tx
    .selectFrom('payments.breaks')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (!row) return refuse('discrepancyNotFound')
  // Repeated, because its answer was lost.
  if (row.accepted_by === actor.name && row.accepted_reason === reason) return ok(present(row))
  return refuse('acceptedBefore', { message: `${row.accepted_by} has accepted this difference.` })
}

export async function compareBooksWith(
  ctx: DeskCtx,
  { partner: name, from, to }: VerbInput<typeof contract.compareBooks>,
): Promise<Result<ReplyOf<typeof contract.compareBooks>, RefusalOf<typeof contract.compareBooks>>> {
  const { payments } = ctx.partners
  const partner = payments.find(({ slug }) => slug === name)
  if (!partner)
    return refuse('partnerUnknown', { message: `Choose from ${payments.map(({ slug }) => slug).join(', ')}.` })
  const period = { from: new Date(from), to: new Date(to) }
  if (period.from >= period.to) return refuse('periodInvalid')
  const compared = await compareBooks(ctx, partner, period)
  if (!compared.ok) return refuse(compared.refusal === 'unavailable' ? 'partnerUnavailable' : compared.refusal)
  const { transactions, booked, breaks } = compared.value
  return ok({
    transactions,
    booked,
    differences: breaks.map(({ kind, subject, externalId, happenedAt, detail }) => ({
      kind,
      subject,
      externalId,
      happenedAt: happenedAt.toISOString(),
      ...sidesIn(detail),
    })),
  })
}

export async function listRemaindersOf(
  { db }: DeskCtx,
  { from, to }: VerbInput<typeof contract.listRemainders>,
): Promise<Result<ReplyOf<typeof contract.listRemainders>>> {
  const period = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
  const { sums, notes } = await listRemainders(db, period)
  return ok({
    sums: sums.map(({ actor, currency, amount, count }) => ({ actor, currency, amount, credits: Number(count) })),
    notes: notes.map(({ notedAt, ...note }) => ({ at: notedAt.toISOString(), ...note })),
  })
}
