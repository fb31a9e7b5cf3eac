/**
 * Whether a deposit fits the player's limits, and its reservation in them: decided under one lock, in the transaction
 * that creates its invoice.
 */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { LimitDefinition } from '#contract/limits.ts'
import { toSubunits } from '#contract/money.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import type { Policy } from '../kernel/policy.ts'
import { policyOf } from '../identity/index.ts'
import { inSubunits } from '../reference/index.ts'
import { windowAt } from './internal/periods.ts'
import { missingLimits } from './internal/required.ts'
import { type LimitRow, lockPlayer, currentLimits } from './internal/rows.ts'
import { inCurrency, usedWithin } from './internal/used.ts'
import { isExcludedIn, isExcludedNow } from './exclusion.ts'

export type Deposit = {
  invoiceId: string
  playerId: string
  currency: string
  /** Null where the payer decides: then only a limit that is used up refuses. */ amount: bigint | null
}

export async function checkDeposit(
  tx: Tx,
  deps: KernelDeps,
  deposit: Deposit,
): Promise<Result<void, 'depositLimitReached' | 'limitRequired' | 'playerExcluded'>> {
  const now = deps.clock.now()
  if (await isExcludedIn(tx, deps, deposit.playerId)) return refuse('playerExcluded')
  const limits = await currentLimits(tx, deposit.playerId)
  const policy = await policyOf(tx, deps.settings, deposit.playerId)
  if (missingLimits(policy, limits).length > 0) return refuse('limitRequired')
  for (const limit of maximumsOf(limits, policy))
    if (!(await fits(tx, limit, deposit, now))) return refuse('depositLimitReached')
  if (deposit.amount !== null) await take(tx, { ...deposit, amount: deposit.amount }, now)
  return ok()
}

/**
 * Whether money that has arrived exceeds a limit. What the deposit reserved when it was opened is its own; an amount
 * that the payer chose, and one whose reservation was released meanwhile, must fit what is left now.
 */
export async function isBeyondLimits(
  tx: Tx,
  { clock, settings }: KernelDeps,
  deposit: Deposit & { amount: bigint },
): Promise<boolean> {
  const now = clock.now()
  await lockPlayer(tx, deposit.playerId)
  const reserved = await tx
    .selectFrom('limits.deposits')
    .select('amount')
    .where('invoice_id', '=', deposit.invoiceId)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  if (reserved && toSubunits(reserved.amount) >= deposit.amount) return false
  const limits = await currentLimits(tx, deposit.playerId)
  for (const limit of maximumsOf(limits, await policyOf(tx, settings, deposit.playerId)))
    if (!(await fits(tx, limit, deposit, now))) return true
  return false
}

/** A deposit address, or the list of methods, is refused only when the limit is exhausted. */
export async function isDepositLimitReached(deps: KernelDeps, playerId: string): Promise<boolean> {
  const { db, clock, settings } = deps
  const now = clock.now()
  const limits = await currentLimits(db.kysely, playerId)
  if (await isExcludedNow(db.kysely, deps, playerId)) return true
  for (const limit of maximumsOf(limits, await policyOf(db.kysely, settings, playerId)))
    if (!(await fits(db.kysely, limit, { playerId, currency: limit.currency, amount: null }, now))) return true
  return false
}

type Maximum = { period: string; zone: string; currency: string; amount: bigint }

/** The player's own limits, and the statutory maximums. */
function maximumsOf(limits: LimitRow[], { ceilings, timeZone }: Policy): Maximum[] {
  return [
    ...limits
      .filter(({ definition }) => definition === LimitDefinition.deposit)
      .map(({ period, zone, currency, amount }) => ({ period, zone, currency: currency!, amount: amount! })),
    ...ceilings.map(({ period, currency, amount }) => ({
      period,
      zone: timeZone,
      currency,
      amount: inSubunits(amount, currency),
    })),
  ]
}

async function fits(
  db: Parameters<typeof usedWithin>[0],
  limit: Maximum,
  { playerId, currency, amount }: Pick<Deposit, 'playerId' | 'currency' | 'amount'>,
  now: Date,
): Promise<boolean> {
  const used = await usedWithin(db, {
    playerId,
    currency: limit.currency,
    window: await windowAt(db, limit, now),
  })
  const more = amount === null ? 1n : await inCurrency(db, amount, { from: currency, to: limit.currency, now })
  return used + more <= limit.amount
}

/**
 * Which of these unpaid deposits the limits no longer permit: as many, in the order given, as must go for the others to
 * fit. The caller has locked the player's limits.
 */
export async function depositsBeyondLimits(
  tx: Tx,
  { clock, settings }: KernelDeps,
  { playerId, unpaid }: { playerId: string; unpaid: string[] },
): Promise<string[]> {
  const now = clock.now()
  const maximums = maximumsOf(await currentLimits(tx, playerId), await policyOf(tx, settings, playerId))
  const isExceeded = async (without: string[]): Promise<boolean> => {
    for (const limit of maximums) {
      const within = { playerId, currency: limit.currency, window: await windowAt(tx, limit, now), without }
      if ((await usedWithin(tx, within)) > limit.amount) return true
    }
    return false
  }
  let ended = 0
  while (ended < unpaid.length && (await isExceeded(unpaid.slice(0, ended)))) ended++
  return unpaid.slice(0, ended)
}

async function take(
  tx: Tx,
  { invoiceId, playerId, currency, amount }: Deposit & { amount: bigint },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('limits.deposits')
    .values({ invoice_id: invoiceId, player_id: playerId, currency, amount, at })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute()
}

/** Money credited counts even if it exceeds the limit, as an operator may decide: nothing more is accepted. */
export async function countDeposit(
  tx: Tx,
  { clock }: KernelDeps,
  { invoiceId, playerId, currency, amount }: Deposit & { amount: bigint },
): Promise<void> {
  await tx
    .insertInto('limits.deposits')
    .values({ invoice_id: invoiceId, player_id: playerId, currency, amount, at: clock.now(), is_credited: true })
    .onConflict((conflict) =>
      conflict.column('invoice_id').doUpdateSet({ amount, is_credited: true, released_at: null }),
    )
    .execute()
}

/** A failed deposit releases its reservation. */
export async function releaseDeposit(tx: Tx, { clock }: KernelDeps, invoiceId: string): Promise<void> {
  await tx
    .updateTable('limits.deposits')
    .set({ released_at: clock.now() })
    .where('invoice_id', '=', invoiceId)
    .where('is_credited', '=', false)
    .where('released_at', 'is', null)
    .execute()
}
