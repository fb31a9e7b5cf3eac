/** Rows of quotes, and their form for the player. */
import type { Selectable } from 'kysely'
import { toWire } from '#contract/money.ts'
import type { SwapQuote } from '#contract/swaps.ts'
import type { Tables } from '../../../kernel/db/tables.ts'

export type QuoteRow = Selectable<Tables['wallet.swaps']>

export function presentQuote(row: QuoteRow, now: Date): SwapQuote {
  return {
    id: row.id,
    from: row.from_currency,
    to: row.to_currency,
    amount: toWire(row.from_amount),
    receives: toWire(row.to_amount),
    rate: row.rate,
    spreadPercent: Number(row.spread_percent),
    expiresAt: row.expires_at.toISOString(),
    validForMs: row.confirmed_at ? 0 : Math.max(0, row.expires_at.getTime() - now.getTime()),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  }
}

/** How a swap is named in the ledger: `EUR → BTC`. */
export function labelOf({ from_currency, to_currency }: Pick<QuoteRow, 'from_currency' | 'to_currency'>): string {
  return `${from_currency} → ${to_currency}`
}
