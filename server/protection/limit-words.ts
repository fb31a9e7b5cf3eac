/** A limit in the words of a message: its name and its amount. Null for a kind or period that is no longer offered. */
import { limitKindOf } from '#contract/limit-kinds.ts'
import type { TextDeps } from '../deps.ts'
import { formatAmount } from '../reference/index.ts'

type Terms = { definition: number; period: string; currency: string | null; amount: bigint }

export function limitWords(
  { content }: Pick<TextDeps, 'content'>,
  locale: string,
  { definition, period, currency, amount }: Terms,
): { limit: string; amount: string } | null {
  // By kind and period: `playTime_daily`.
  const names = content.read(locale, 'notices').limits as Record<string, string>
  const limit = names[`${limitKindOf(definition)?.name}_${period}`]
  if (!limit) return null
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return { limit, amount: currency === null ? minutes.format(amount) : formatAmount(amount, currency, locale) }
}
