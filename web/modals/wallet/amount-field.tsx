/** The amount input with its limits shown up front and presets within them. */
import { useId } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import { displayOf } from '../../design/money/format.ts'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import {
  clampAmount,
  cleanAmount,
  maxAmountCharacters,
  toWholeUnits,
  type WholeLimits,
} from '../../features/wallet/amount.ts'
import { useLocale } from '../../render/labels.tsx'
import { AmountPills } from './amount-pills.tsx'
import styles from './amount-field.module.css'

type AmountFieldProps = {
  currency: string
  value: string
  limits: WholeLimits
  presets: PaymentMethod['presets']
  label: string
  /** The amount's error, or its limits when valid. */
  note: string
  isWrong: boolean
  onChange: (value: string) => void
  /** Clears the server's amount error on focus. */
  onFocus: () => void
}
export function AmountField({
  currency,
  value,
  limits,
  presets,
  label,
  note,
  isWrong,
  onChange,
  onFocus,
}: AmountFieldProps) {
  const id = useId()
  const locale = useLocale()
  const known = useCurrency()(currency)
  const money = useMoney()
  const { code, perUnit } = displayOf(known)
  const fitting = presets.filter(
    ({ amount }) => amount >= limits.min * perUnit && amount <= limits.max * perUnit && amount % perUnit === 0,
  )
  const isSignFirst = known.type === 'fiat'
  return (
    <div className={styles.amount}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line} data-wrong={isWrong || undefined} dir="ltr">
        {isSignFirst && (
          <span className={styles.sign} aria-hidden="true">
            {known.symbol}
          </span>
        )}
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          maxLength={maxAmountCharacters + 4}
          value={value}
          style={{ inlineSize: `${Math.max(1, value.length) + 0.5}ch` }}
          aria-describedby={`${id}-note`}
          aria-invalid={isWrong || undefined}
          onChange={(event) => onChange(cleanAmount(event.target.value))}
          onBlur={() => onChange(clampAmount(value, limits))}
          onFocus={(event) => {
            onFocus()
            event.target.select()
          }}
        />
        {!isSignFirst && (
          <span className={styles.sign} aria-hidden="true">
            {code}
          </span>
        )}
      </div>
      <p id={`${id}-note`} className={styles.note} data-wrong={isWrong || undefined} lang={locale} aria-live="polite">
        {note}
      </p>
      {fitting.length > 0 && (
        <AmountPills
          pills={fitting.map(({ amount }) => ({
            key: String(amount),
            label: money(amount, currency, { isShort: true }),
            isChosen: toWholeUnits(amount, known) === value,
          }))}
          onChoose={(key) => {
            onFocus()
            onChange(toWholeUnits(Number(key), known))
          }}
        />
      )}
    </div>
  )
}
