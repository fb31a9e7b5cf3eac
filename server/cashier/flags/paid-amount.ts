/** Checks the amount that an operator enters because the partner reported none. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { formatAmount } from '../../reference/index.ts'
import { fromDecimal } from '../../kernel/decimal.ts'

type Entered = { requested: bigint | null; currency: string; paid: string; isConfirmed: boolean }

/** Whatever is missing of the amount returns to the player, and whatever exceeds it is charged: a slip costs money. */
export function checkPaid({
  requested,
  currency,
  paid,
  isConfirmed,
}: Entered): Result<bigint, 'amountInvalid' | 'amountFar'> {
  const amount = fromDecimal(paid, currency)
  if (amount === null || amount <= 0n) return refuse('amountInvalid')
  const isFar = requested !== null && (amount > requested * 2n || amount * 2n < requested)
  if (!isFar || isConfirmed) return ok(amount)
  const figure = (value: bigint) => formatAmount(value, currency, 'en')
  return refuse('amountFar', {
    message: `${figure(requested)} was requested, and ${figure(amount)} is far from it.`,
  })
}
