/** A player's rakeback in one currency as the contract shows it. */
import type { Rakeback } from '#contract/rakeback.ts'
import { toWire } from '#contract/money.ts'
import type { Definition } from '../../../kernel/definitions/definitions.ts'
import { amountIn, type Rates } from '../../../reference/index.ts'
import type { RakebackDefinition } from '../kind.ts'
import { availableOf } from './available.ts'

export type Held = { earned: bigint; claimed: bigint; claimed_at: Date | null }

export function presentRakeback(
  { data, state }: Definition<RakebackDefinition>,
  { earned, claimed, claimed_at }: Held,
  { currency, rates, locale }: { currency: string; rates: Rates; locale: string },
): Rakeback {
  return {
    currency,
    name: data.name[locale] ?? data.name.en,
    percent: data.percent,
    isEnded: state !== 'active',
    minAmount: toWire(amountIn(data.min, currency, rates)),
    amount: toWire(availableOf({ earned, claimed })),
    claimed: toWire(claimed),
    claimedAt: claimed_at?.toISOString() ?? null,
  }
}
