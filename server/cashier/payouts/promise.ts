/**
 * The payout promise: within how many hours a withdrawal that is held gets an answer, and what the player is paid if it
 * does not. A definition; a withdrawal keeps the version under which it was requested.
 */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type HoldReason, holdReasons } from '#contract/payments.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { defineKind } from '../../kernel/definition-kind.ts'
import { readActiveOf, readDefinition } from '../../kernel/definitions/definitions.ts'
import { amountIn, Amounts, ratesAt } from '../../reference/index.ts'

const Hours = z.int().min(1).max(720)
const Compensation = z.strictObject({
  /** Of the amount of the withdrawal. */
  percent: z.number().min(0).max(100).multipleOf(0.01),
  /** Paid for each broken promise in addition. */
  fixed: Amounts,
  /** What is paid at most. */
  most: Amounts,
})
const Promised = z.strictObject({
  title: z.string().min(1).max(60),
  /** By reason; `WITHDRAWAL_HOURS` where it names none. */
  hours: z.partialRecord(z.enum(holdReasons), Hours),
  /** Without it, nothing is paid. */
  compensation: Compensation.optional(),
})
export type Promised = z.output<typeof Promised>

export const promiseKind = defineKind({
  kind: 'promise',
  file: 'promises.json',
  schema: Promised,
  area: 'operators',
  describe: ({ title, hours, compensation }) =>
    [
      title,
      Object.entries(hours)
        .map(([reason, each]) => `${reason} ${each} h`)
        .join(', '),
      compensation
        ? `pays ${compensation.fixed.base} and ${compensation.percent} %, at most ${compensation.most.base}`
        : 'pays nothing',
    ].join(': '),
  newVersionFault: ({ compensation }) =>
    compensation && compensation.percent === 0 && Number(compensation.fixed.base) === 0
      ? 'a compensation has a percentage or a fixed amount; leave it out to pay nothing'
      : null,
})

/** The identity of its only definition. */
const identity = 'withdrawal'

/** The version that a withdrawal requested now is made under; null if none is in force. */
export async function currentPromise(db: Kysely<Tables>): Promise<number | null> {
  return (await readActiveOf(db, promiseKind, identity))?.version ?? null
}

export async function readPromise(db: Kysely<Tables>, version: number | null): Promise<Promised | null> {
  if (version === null) return null
  return (await readDefinition(db, promiseKind, { identity, version }))?.data ?? null
}

/** The longest of the reasons': all checks are made at the same time. */
export function promisedHours(
  { settings }: Pick<KernelDeps, 'settings'>,
  promise: Promised | null,
  reasons: readonly HoldReason[],
): number {
  return Math.max(...reasons.map((reason) => promise?.hours[reason] ?? settings.withdrawals.promisedHours))
}

type Sum = { amount: bigint; currency: string }

/** For a promise that is broken now, in the currency of the withdrawal. Throws without a rate, so that it is not lost. */
export async function compensationOf(
  db: Kysely<Tables>,
  { clock }: Pick<KernelDeps, 'clock'>,
  promise: Promised | null,
  { amount, currency }: Sum,
): Promise<bigint | null> {
  if (!promise?.compensation) return null
  const { percent, fixed, most } = promise.compensation
  const rates = await ratesAt(db, clock.now())
  const share = (amount * BigInt(Math.round(percent * 100))) / 10_000n
  const full = share + amountIn(fixed, currency, rates)
  const limit = amountIn(most, currency, rates)
  const paid = full < limit ? full : limit
  return paid > 0n ? paid : null
}
