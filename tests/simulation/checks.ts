/** Checks of what must be true at every moment, and at the end of a run. */
import { finishBonuses } from '#server/bonuses/finish-bonuses.ts'
import { processWebhooks } from '#server/cashier/webhooks/process-webhooks.ts'
import { reconcileInvoices } from '#server/cashier/books/reconcile-invoices.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches, type Invariant } from '#server/ledger/invariants.ts'
import { deliverNotice } from './cashier.ts'
import { InvariantViolation } from './invariant-violation.ts'
import { partnerName } from './partner.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** These invariants are checked at every step. */
const cheap = allInvariants.filter(({ name }) =>
  /stored balance|never below zero|all entries together|sum of its open withdrawals|one credit/.test(name),
)
export const checkCheaply = (world: World): Promise<void> => checkInvariants(world, cheap)

export async function checkInvariants({ db }: World, invariants: Invariant[] = allInvariants): Promise<void> {
  const breaches = await findBreaches(db.pool, invariants)
  if (breaches.length === 0) return
  throw new InvariantViolation(
    breaches
      .map(
        ({ invariant, rows }) =>
          `${invariant}: ${JSON.stringify(rows.slice(0, 3), (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
      )
      .join('\n'),
  )
}

const hourMs = 3_600_000

/**
 * Ends all faults, and completes everything: every unanswered call is repeated, every webhook delivered, every payout
 * completed, every pending status request made.
 */
export async function quiesce(world: World, random: Random): Promise<void> {
  const { deps, partner } = world
  world.stopCrashes()
  partner.behave()
  for (const once of world.again.splice(0)) await once()
  for (let round = 0; round < 60; round++) {
    while (partner.notices.length > 0) await deliverNotice(world, random)
    await processWebhooks(deps)
    await sendPayouts(deps)
    for (const invoiceId of partner.payouts.keys()) partner.advance(invoiceId)
    for (const [invoiceId, { state }] of partner.payments) if (state === 'confirming') partner.pay(invoiceId)
    await retellUnheard(world)
    await reconcileInvoices(deps)
    await finishBonuses(deps)
    world.forward(hourMs / 4)
    if (round > 4 && (await openWork(world)).length === 0) return
  }
  throw new InvariantViolation(`the house did not come to rest in 15 hours: ${JSON.stringify(await openWork(world))}`)
}

/** The site no longer polls final invoices, so the partner reports a later payment until it is acknowledged. */
async function retellUnheard({ db, partner }: World): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    'SELECT id FROM payments.invoices WHERE type = 1 AND status = 3 AND flag IS NULL',
  )
  for (const { id } of rows) if (partner.payments.get(id)?.state === 'succeeded') partner.retell(id)
}

/** Returns the unfinished invoices, except those that wait for an operator. */
async function openWork({ db, partner }: World): Promise<unknown[]> {
  const { rows } = await db.pool
    .query(`SELECT id::text, type::int, stage FROM payments.invoices WHERE status = 1 AND flag IS NULL AND review IS DISTINCT FROM 'open'
    UNION ALL SELECT id::text, 0, coalesce(outcome, 'notice') FROM payments.callbacks WHERE processed_at IS NULL LIMIT 5`)
  return [...rows, ...partner.notices.slice(0, 5)]
}

/**
 * Checks all invariants, that the partner's statement equals the ledger, and that every answered call is in the ledger
 * once.
 */
export async function checkAtRest(world: World): Promise<void> {
  await checkInvariants(world)
  await compareWithPartner(world)
  const keys = [...world.answered.keys()]
  const { rows } = await world.db.pool.query<{ idempotency_key: string }>(
    'SELECT idempotency_key FROM ledger.movements WHERE idempotency_key = ANY ($1)',
    [keys],
  )
  if (rows.length !== keys.length)
    throw new InvariantViolation(`${keys.length} studio calls were answered, ${rows.length} are in the books`)
}

/** Checks that money received by the partner minus money paid out equals the clearing account, to the subunit. */
async function compareWithPartner({ db, partner }: World): Promise<void> {
  const owed = new Map<string, bigint>()
  const add = (currency: string, amount: bigint) => owed.set(currency, (owed.get(currency) ?? 0n) + amount)
  for (const { state, paidIn, amount } of partner.payments.values())
    if (state === 'succeeded') add(paidIn, 0n - amount!)
  for (const { state, currency, amount } of partner.payouts.values()) if (state === 'succeeded') add(currency, amount)
  const { rows } = await db.pool.query<{ currency: string; balance: bigint }>(
    'SELECT currency, balance FROM ledger.balances WHERE address LIKE $1',
    [`clearing:${partnerName}:%`],
  )
  for (const { currency, balance } of rows) {
    if (balance !== (owed.get(currency) ?? 0n))
      throw new InvariantViolation(
        `${currency}: the partner's books come to ${owed.get(currency) ?? 0n}, the house's to ${balance}; they differ in ${JSON.stringify(await differences({ db, partner } as World))}`,
      )
  }
}

/** Lists the differences by invoice: the partner's amount, the ledger's amount, the invoice's state. */
async function differences({ db, partner }: World): Promise<unknown[]> {
  const { rows } = await db.pool.query<{
    id: string
    type: number
    status: number
    stage: string
    flag: string | null
    amount: string | null
    external_id: string | null
    booked: string
  }>(
    `SELECT i.id::text, i.type::int, i.status::int, i.stage, i.flag, i.amount::text, i.external_id, coalesce(sum(e.amount), 0)::text AS booked
       FROM payments.invoices i LEFT JOIN payments.invoices late ON late.late_of = i.id
       LEFT JOIN ledger.movements m ON m.reference_id IN (i.id::text, late.id::text)
       LEFT JOIN ledger.entries e ON e.movement_id = m.id AND e.account_id IN (SELECT id FROM ledger.accounts WHERE address LIKE $1)
      WHERE i.late_of IS NULL GROUP BY i.id`,
    [`clearing:${partnerName}:%`],
  )
  return rows.flatMap((row) => {
    const payment = partner.payments.get(row.id)
    const payout = partner.payouts.get(row.id)
    const theirs =
      payment?.state === 'succeeded' ? 0n - payment.amount! : payout?.state === 'succeeded' ? BigInt(payout.amount) : 0n
    return theirs === BigInt(row.booked)
      ? []
      : [{ ...row, theirs: String(theirs), state: payment?.state ?? payout?.state ?? null }]
  })
}
