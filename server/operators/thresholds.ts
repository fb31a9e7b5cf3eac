/** Amounts above which an act needs a second person: definitions, so that they have versions and a history. */
import { z } from 'zod'
import type { KernelDeps } from '../deps.ts'
import { defineKind } from '../kernel/definition-kind.ts'
import { readKnownActive } from '../kernel/definitions/definitions.ts'
import { amountIn, Amounts, ratesAt } from '../reference/index.ts'

/** What has a threshold; the identities of the definitions. */
export type ThresholdName = 'adjustment' | 'grant' | 'withdrawal'

const Threshold = z.strictObject({ title: z.string().min(1).max(60), above: Amounts })

export const thresholdKind = defineKind({
  kind: 'threshold',
  file: 'thresholds.json',
  schema: Threshold,
  needsSecondPerson: true,
  describe: ({ title, above: { base, items } }) =>
    `${title}: above ${[base, ...Object.entries(items).map(([currency, amount]) => `${amount} ${currency}`)].join(', ')}`,
})

/**
 * Whether an amount, in subunits of its currency, needs a second person. Without a threshold or a rate every amount
 * does.
 */
export async function isAboveThreshold(
  { db, clock }: Pick<KernelDeps, 'db' | 'clock'>,
  name: ThresholdName,
  { amount, currency }: { amount: bigint; currency: string },
): Promise<boolean> {
  const found = (await readKnownActive(db.kysely, thresholdKind)).find(({ identity }) => identity === name)
  if (!found) return true
  const rates = await ratesAt(db.kysely, clock.now())
  const { above } = found.data
  if (above.items[currency] === undefined && rates[currency] === undefined) return true
  return amount > amountIn(above, currency, rates)
}
