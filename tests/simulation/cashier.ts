/** Actions of players and payers at the cashier, and the background work of the site. */
import { operator } from '../setup/operator.ts'
import { cashPeriods } from '#contract/limits.ts'
import { finishBonuses } from '#server/bonuses/finish-bonuses.ts'
import { activatePlayerBonus, activatePlayerFreespin } from '#server/bonuses/activate-player-bonus.ts'
import { cancelPlayerBonus } from '#server/bonuses/cancel-player-bonus.ts'
import type { PartnerCtx } from '#server/kernel/http/bind.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { decideWithdrawal } from '#server/cashier/payouts/decide-withdrawal.ts'
import { declineInvoice } from '#server/cashier/decline-invoice.ts'
import { processWebhooks } from '#server/cashier/webhooks/process-webhooks.ts'
import { receiveWebhook } from '#server/cashier/webhooks/receive-webhook.ts'
import { reconcileInvoices } from '#server/cashier/books/reconcile-invoices.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { startDeposit } from '#server/cashier/deposits/start-deposit.ts'
import { startWithdrawal } from '#server/cashier/payouts/start-withdrawal.ts'
import { InvariantViolation } from './invariant-violation.ts'
import { partnerName } from './partner.ts'
import type { Random } from './random.ts'
import { currencies, type SimPlayer, type World } from './world.ts'

type Answer = { ok: true; value: unknown } | { ok: false; refusal: string }
const lineOf = (what: string, answer: Answer): string => `${what} ${answer.ok ? 'done' : answer.refusal}`
/** Only this number of recent invoices is used. */
const recentCount = 20
/** Each can be used once a day, which is longer than most runs. */
const halves = ['half', 'half-again', 'half-more', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `half-more-${number}`)]
const offers = [...halves, ...halves, 'once', 'spins']

export async function deposit(world: World, player: SimPlayer, random: Random): Promise<string> {
  const currency = random.chance(0.8) ? currencies[0] : currencies[1]
  const wish = random.chance(player.keepsBonuses ? 0.8 : 0.4) ? { bonusId: random.pick(offers) } : {}
  const input = {
    method: 'sim.card',
    currency,
    amount: BigInt(10_00 + random.int(random.chance(0.2) ? 300_00 : 60_00)),
    accountId: player.accounts[currency]!,
    fields: {},
    ...wish,
  }
  const answer = await startDeposit(world.as(player), input as never)
  if (answer.ok) player.deposits.push(answer.value.invoiceId)
  return lineOf('deposit', answer)
}

export async function withdraw(world: World, player: SimPlayer, random: Random): Promise<string> {
  if (player.keepsBonuses && random.chance(0.8)) return 'no withdrawal'
  const currency = random.chance(0.8) ? currencies[0] : currencies[1]
  const input = {
    method: 'sim.bank',
    currency,
    amount: BigInt(10_00 + random.int(40_00)),
    accountId: player.accounts[currency]!,
    fields: {},
    idempotencyKey: random.uuid(),
    isBonusEndConfirmed: random.chance(0.1),
  }
  let first: string | null = null
  const once = async (): Promise<string> => {
    const answer = await startWithdrawal(world.as(player), input as never)
    if (answer.ok && first !== null && answer.value.id !== first)
      throw new InvariantViolation(`one withdrawal became two: ${first} and ${answer.value.id}`)
    if (answer.ok && first === null) player.withdrawals.push((first = answer.value.id))
    if (!answer.ok && first !== null)
      throw new InvariantViolation(`a withdrawal that was taken is refused now: ${answer.refusal}`)
    return lineOf('withdrawal', answer)
  }
  if (random.chance(0.2)) world.again.push(once)
  try {
    return await once()
  } catch (error) {
    world.again.push(once)
    throw error
  }
}

export async function decline(world: World, player: SimPlayer, random: Random): Promise<string> {
  const invoices = [...player.deposits.slice(-recentCount), ...player.withdrawals.slice(-recentCount)]
  return invoices.length === 0
    ? 'nothing to decline'
    : lineOf('decline', await declineInvoice(world.as(player), { id: random.pick(invoices) }))
}

export async function operatorDecides({ deps, db }: World, random: Random): Promise<string> {
  const { rows } = await db.pool.query<{ number: string }>(
    `SELECT number FROM payments.invoices WHERE review = 'open' ORDER BY created_at, number LIMIT 20`,
  )
  if (rows.length === 0) return 'nothing to decide'
  const decision = random.pick(['approved', 'approved', 'declined'] as const)
  return lineOf(
    decision,
    await decideWithdrawal(
      { ...deps, actor: operator },
      { number: random.pick(rows).number, decision, reason: 'seen' },
    ),
  )
}

/** Lets the payer or the partner continue an open payment. */
export async function partnerActs({ partner }: World, random: Random): Promise<string> {
  const isPayout = partner.openPayouts.length > 0 && random.chance(0.5)
  const open = isPayout ? partner.openPayouts : partner.openPayments
  if (open.length === 0) return 'nothing to pay'
  const invoiceId = random.pick(open)
  if (isPayout) return `payout goes on: ${partner.advance(invoiceId)}`
  return random.chance(0.1) ? `payment fails: ${partner.fail(invoiceId)}` : `payment: ${partner.pay(invoiceId)}`
}

/** Delivers webhooks in any order. Work after the response to a call is dropped, so that only the site's jobs do it. */
export async function deliverNotice(world: World, random: Random): Promise<string> {
  const { notices } = world.partner
  if (notices.length === 0) return 'no notice'
  const [body] = notices.splice(random.int(notices.length), 1)
  const { deps } = world
  const door = {
    ...deps,
    db: { ...deps.db, transaction: () => Promise.reject(new Error('the process ended after its answer')) },
    caller: null,
    partner: { rawBody: Buffer.from(body!), header: () => undefined },
  }
  return lineOf('notice', await receiveWebhook(door as unknown as PartnerCtx, { partner: partnerName }))
}

const jobs = { processWebhooks, sendPayouts, reconcileInvoices, finishBonuses } as const
export async function work({ deps }: World, random: Random): Promise<string> {
  const name = random.pick([
    'processWebhooks',
    'processWebhooks',
    'sendPayouts',
    'sendPayouts',
    'reconcileInvoices',
    'finishBonuses',
  ] as const)
  await jobs[name](deps)
  return name
}

export async function startOrCancelBonus(world: World, player: SimPlayer, random: Random): Promise<string> {
  const ctx = world.as(player)
  const { rows } = await world.db.pool.query<{ id: string; spins: boolean }>(
    `SELECT id, false AS spins, created_at FROM bonuses.player_bonuses WHERE player_id = $1 UNION ALL SELECT id, true, created_at FROM bonuses.player_freespins WHERE player_id = $1 ORDER BY created_at DESC, spins LIMIT 20`,
    [player.id],
  )
  if (rows.length === 0) return 'no bonus'
  const { id, spins } = random.pick(rows)
  if (spins) return lineOf('free spins', await activatePlayerFreespin(ctx, { id }))
  return random.chance(0.7)
    ? lineOf('activate', await activatePlayerBonus(ctx, { id }))
    : lineOf('cancel', await cancelPlayerBonus(ctx, { id }))
}

export async function limit(world: World, player: SimPlayer, random: Random): Promise<string> {
  const input = {
    definition: 3,
    period: random.pick(cashPeriods),
    amount: 100_00 + random.int(2000_00),
    currency: currencies[0],
  }
  return lineOf('limit', await addLimit(world.as(player), input))
}
