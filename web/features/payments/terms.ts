/** Describes the fee and duration of a payment method. */
import type { PaymentMethod } from '#contract/payments.ts'
import { useMoney } from '../../design/money/money.tsx'
import { numberFormat, percentText } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'

/** Returns texts for fee and duration, omitting unknown ones. */
export function useMethodTerms(): (method: PaymentMethod, currency: string) => string[] {
  const t = useLabels('wallet')
  const locale = useLocale()
  const money = useMoney()
  const feeText = (fee: NonNullable<PaymentMethod['fee']>, currency: string): string => {
    const parts = [
      ...(fee.percent > 0 ? [percentText(fee.percent, locale)] : []),
      ...(fee.fixed > 0 ? [money(fee.fixed, currency)] : []),
    ]
    if (parts.length > 0) return t('feeOf', { fee: parts.join(' + ') })
    return t(fee.isNetworkFee ? 'feeNetwork' : 'feeNone')
  }
  return ({ fee, arrival }, currency) => [
    ...(fee ? [feeText(fee, currency)] : []),
    ...(arrival ? [arrivalText(arrival, locale, t)] : []),
  ]
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const units = [
  { unit: 'day', seconds: day, leastSeconds: 2 * day },
  { unit: 'hour', seconds: hour, leastSeconds: 2 * hour },
  { unit: 'minute', seconds: minute, leastSeconds: 0 },
]
type Arrival = NonNullable<PaymentMethod['arrival']>
type Texts = (key: 'arrivalInstant' | 'arrivalWithin' | 'arrivalBetween', values?: { time: string }) => string

/** Uses one unit for both ends of the range, because "1–3 days" is easier to read than hours to days. */
export function arrivalText({ fromSeconds, toSeconds }: Arrival, locale: string, t: Texts): string {
  if (toSeconds <= minute) return t('arrivalInstant')
  const { unit, seconds } = units.find(({ leastSeconds }) => toSeconds >= leastSeconds)!
  const [from, to] = [Math.floor(fromSeconds / seconds), Math.ceil(toSeconds / seconds)]
  const format = numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  })
  if (from === 0 || from === to) return t('arrivalWithin', { time: format.format(to) })
  // The word joiner prevents a line break after the dash.
  return t('arrivalBetween', { time: format.formatRange(from, to).replace('–', '–\u2060') })
}
