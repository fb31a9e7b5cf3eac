/** A form for one amount within limits, for swaps and the vault. The caller passes the labels. */
import { type FormEvent, type ReactNode } from 'react'
import { Button } from '../../../design/button/button.tsx'
import { displayOf } from '../../../design/money/format.ts'
import { useCurrency, useMoney } from '../../../design/money/money.tsx'
import { isWithin, toWireAmount, wholeLimits } from '../../../features/wallet/amount.ts'
import { AmountField } from '../../../modals/wallet/amount-field.tsx'
import { useAmount } from '../../../modals/wallet/use-amount.ts'
import type { useLabels } from '../../../render/labels.tsx'
import styles from './panel.module.css'

type AmountEntryProps = {
  currency: string
  /** The limits are in subunits. */
  min: number
  max: number
  /** The reason why no amount is possible, shown instead of the limits. */
  obstacle?: string | null
  t: ReturnType<typeof useLabels>
  sendLabel: (amount: number) => string
  isBusy: boolean
  onFocus: () => void
  onSend: (amount: number) => Promise<unknown>
  /** Gets the entered amount in subunits, 0 while it is not within the limits. */
  children?: ReactNode | ((amount: number) => ReactNode)
}

export function AmountEntry(props: AmountEntryProps) {
  const { currency, min, max, obstacle = null, t, sendLabel, isBusy, onFocus, onSend, children } = props
  const money = useMoney()
  const known = useCurrency()(currency)
  const limits = wholeLimits(known, min, max)
  const entry = useAmount(() => ({ text: '' }))
  const amount = entry.isAll ? max : toWireAmount(entry.text, known)
  const isPossible = max >= min
  const isFitting = isPossible && (entry.isAll || isWithin(entry.text, limits))
  const short = (value: number) => money(value, currency, { isShort: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFitting && !isBusy) void onSend(amount)
  }
  return (
    <form className={styles.actions} onSubmit={submit} noValidate>
      <AmountField
        currency={currency}
        amount={entry}
        limits={limits}
        presets={[]}
        all={isPossible ? { amount: max, label: t('all', { amount: short(max) }) } : null}
        note={{
          text: obstacle ?? t('minMax', { min: short(limits.min * displayOf(known).perUnit), max: short(max) }),
          isWrong: !isPossible || (entry.text !== '' && !isFitting),
        }}
        onFocus={onFocus}
      />
      {typeof children === 'function' ? children(isFitting ? amount : 0) : children}
      <Button type="submit" tone="primary" size="l" isWide isBusy={isBusy} disabled={!isFitting}>
        {isFitting ? sendLabel(amount) : t('enterAmount')}
      </Button>
    </form>
  )
}
