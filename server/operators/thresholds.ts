/** Amounts above which an act needs a second person: definitions, so that they have versions and a history. */
import { z } from 'zod'
import type { KernelDeps, Tx } from '../deps.ts'
import { defineKind } from '../kernel/definition-kind.ts'
import { readKnownActive } from '../kernel/definitions/definitions.ts'
import { amountIn, Amounts, ratesAt } from '../reference/index.ts'

/** What has a threshold; the identities of the definitions. */
export type ThresholdName = 'adjustment' | 'flag' | 'grant' | 'withdrawal'

const Threshold = z.strictObject({ title: z.string().min(1).max(60), above: Amounts })

export const thresholdKind = defineKind({
  kind: 'threshold',
  file: 'thresholds.json',
  schema: Threshold,
  area: 'operators',
  describe: ({ title, above: { base, items } }) =>
    `${title}: above ${[base, ...Object.entries(items).map(([currency, amount]) => `${amount} ${currency}`)].join(', ')}`,
})

/** In millionths of millionths of a threshold, so that amounts in several currencies add up. */
const whole = 10n ** 12n

/**
 * Whether amounts, in subunits of their currencies, need a second person together. Without a threshold or a rate every
 * amount does. For a sum, call it with the lock under which each of its parts is written.
 */
export async function isAboveThreshold(
  db: KernelDeps['db']['kysely'] | Tx,
  { clock }: Pick<KernelDeps, 'clock'>,
  name: ThresholdName,
  amounts: Array<{ amount: bigint; currency: string }>,
): Promise<boolean> {
  const found = (await readKnownActive(db, thresholdKind)).find(({ identity }) => identity === name)
  if (!found) return true
  const rates = await ratesAt(db, clock.now())
  const { above } = found.data
  let share = 0n
  for (const { amount, currency } of amounts) {
    if (amount === 0n) continue
    if (above.items[currency] === undefined && rates[currency] === undefined) return true
    const limit = amountIn(above, currency, rates)
    if (limit === 0n) return true
    // Rounded up: one subunit above the threshold is above it.
    share += (amount * whole + limit - 1n) / limit
  }
  return share > whole
}

/** Parts of an amount within this time count together. */
export const thresholdWindowMs = 86_400_000
