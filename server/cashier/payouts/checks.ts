/**
 * Everything that can hold a withdrawal, decided in one place: the player reads the list before the request, and the
 * request is held for what of it is not settled. What is decided under the player's lock depends on facts alone, so the
 * same facts give the same list.
 */
import { exchange } from '#contract/exchange.ts'
import { type HoldReason, InvoiceStatus, InvoiceType, requirementCodes } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import { hasRemovedFactors, policyOf, readProofs } from '../../identity/index.ts'
import { turnoverOf } from '../../protection/index.ts'
import { baseCurrency, findCurrency, inSubunits, ratesAt, sideOf, sumExchangedUp } from '../../reference/index.ts'
import { owesForPayments } from '../debts/collect-debts.ts'
import { hasDebt } from '../../sports/index.ts'
import { proofFor } from './holds.ts'

/** `open`: the player has to act. `waiting`: the operator or a partner has to. */
export type Check<Code = HoldReason> = { code: Code; state: 'met' | 'open' | 'waiting'; comment: string | null }
type WithdrawalRequest = {
  playerId: string
  currency: string
  amount: bigint
  /** Paid back to the card or wallet of a deposit, which the player has thereby shown to own. */
  isToOrigin: boolean
}

const dayMs = 86_400_000
const waiting = (code: HoldReason): Check => ({ code, state: 'waiting', comment: null })

/**
 * What does not depend on the wallets: requirements, also settled ones, and checks by the operator. For a decision the
 * caller has locked the player.
 */
export async function checksOf(tx: Tx, deps: KernelDeps, request: WithdrawalRequest): Promise<Check[]> {
  const { settings, clock } = deps
  const { playerId, isToOrigin } = request
  const worth = await worthOf(tx, request, clock.now())
  const checks = await requirementsOf(tx, deps, request, worth)
  const before = await withdrawnSince(tx, playerId, new Date(clock.now().getTime() - dayMs), 'automatic')
  const mostAutomatic = BigInt(Math.floor(settings.withdrawals.autoLimit * findCurrency(baseCurrency)!.subunitToUnit))
  // Without a rate a review is always required.
  if (isAbove(worth, before, mostAutomatic)) checks.push(waiting('amount'))
  const flagged = await tx
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .where('flag', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (flagged) checks.push(waiting('flagged'))
  if (await hasRemovedFactors(tx, deps, playerId)) checks.push(waiting('factors'))
  return checks.filter(({ code }) => code !== 'method' || !isToOrigin)
}

async function requirementsOf(
  tx: Tx,
  { settings }: KernelDeps,
  { playerId }: WithdrawalRequest,
  worth: bigint | null,
): Promise<Check[]> {
  const { withdrawalRequirements } = await policyOf(tx, settings, playerId)
  const before = await withdrawnSince(tx, playerId, null, 'any')
  const required = requirementCodes.filter(
    (code) =>
      (code === 'identity' && settings.withdrawals.reviewsUnverified) ||
      withdrawalRequirements.some(
        ({ what, above }) => what === code && isAbove(worth, before, inSubunits(above, baseCurrency)),
      ),
  )
  if (required.length === 0) return []
  const proofs = await readProofs(tx, playerId)
  return required.map((code) => ({ code, ...proofs[proofFor[code]] }))
}

/** What depends on the wallets, which a decision has locked: a correction takes back what is there. */
export async function checksOfWallet(
  tx: Tx,
  { settings }: KernelDeps,
  { playerId, currency }: Pick<WithdrawalRequest, 'playerId' | 'currency'>,
): Promise<Array<Check<'debt' | 'wagering'>>> {
  const checks: Array<Check<'debt' | 'wagering'>> = []
  const isTurnoverOpen = settings.turnoverMultiplier > 0 && (await turnoverOf(tx, { playerId, currency })).left > 0n
  if (isTurnoverOpen) checks.push({ code: 'wagering', state: 'open', comment: null })
  if ((await hasDebt(tx, playerId)) || (await owesForPayments(tx, playerId)))
    checks.push({ code: 'debt', state: 'waiting', comment: null })
  return checks
}

/** Null stands for an unknown rate, which counts as above every amount. */
function isAbove(worth: bigint | null, before: bigint | null, limit: bigint): boolean {
  return worth === null || before === null || before + worth > limit
}

/**
 * Withdrawals that were paid or are pending, in the base currency at the rates of their time: many small ones count as
 * one large one. `automatic`: those that no operator reviews. Null if a rate is missing.
 */
async function withdrawnSince(
  tx: Tx,
  playerId: string,
  since: Date | null,
  which: 'automatic' | 'any',
): Promise<bigint | null> {
  const sums = await tx
    .selectFrom('payments.invoices')
    .select(({ ref }) => [sumExchangedUp(ref('amount'), ref('currency'), baseCurrency, ref('created_at')).as('worth')])
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', 'in', [InvoiceStatus.pending, InvoiceStatus.success])
    .$if(which === 'automatic', (query) => query.where('review', 'is', null))
    .$if(since !== null, (query) => query.where('created_at', '>', since!))
    .groupBy('currency')
    .execute()
  return sums.reduce<bigint | null>((total, { worth }) => (total === null || worth === null ? null : total + worth), 0n)
}

/** In the base currency. Null if a rate is missing. */
async function worthOf(tx: Tx, { amount, currency }: WithdrawalRequest, now: Date): Promise<bigint | null> {
  const rates = await ratesAt(tx, now)
  if (rates[currency] === undefined || !findCurrency(currency)) return null
  return exchange(amount, sideOf(currency, rates), sideOf(baseCurrency, rates), 'up')
}
