/** The amount input with its limits shown up front, presets within them and, where offered, all that is available. */
import { useId, useState } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import { displayOf } from '../../design/money/format.ts'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import {
  clampAmount,
  continueAmount,
  fractionWords,
  settledAmount,
  toWholeUnits,
  type WholeLimits,
} from '../../features/wallet/amount.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { AmountPills } from './amount-pills.tsx'
import type { AmountState } from './use-amount.ts'
import styles from './amount-field.module.css'

/** Room for a pasted number with its currency and separators; ten digits of it are kept. */
const maxPastedCharacters = 40

type AmountFieldProps = {
  currency: string
  amount: AmountState
  limits: WholeLimits
  presets: PaymentMethod['presets']
  /** All that can be withdrawn, in subunits, and the text of its pill. */
  all?: { amount: number; label: string } | null
  /** The amount's error, or its limits when valid. */
  note: { text: string; isWrong: boolean }
  /** Clears the server's amount error on focus. */
  onFocus: () => void
}
export function AmountField({ currency, amount, limits, presets, all = null, note, onFocus }: AmountFieldProps) {
  const id = useId()
  const t = useLabels('wallet')
  const locale = useLocale()
  const known = useCurrency()(currency)
  const money = useMoney()
  const { code, perUnit } = displayOf(known)
  const value = amount.isAll && all ? toWholeUnits(all.amount, known) : amount.text
  const [held, setEntry] = useState(() => settledAmount(value))
  const entry = held.digits === value ? held : settledAmount(value)
  const fraction = amount.isAll && all ? fractionWords(all.amount, known, locale) : ''
  const fitting = presets.filter(
    (preset) =>
      preset.amount >= limits.min * perUnit && preset.amount <= limits.max * perUnit && preset.amount % perUnit === 0,
  )
  const isSignFirst = known.type === 'fiat'
  const pills = fitting.map((preset) => ({
    key: String(preset.amount),
    label: money(preset.amount, currency, { isShort: true }),
    isChosen: !amount.isAll && toWholeUnits(preset.amount, known) === value,
  }))
  if (all) pills.push({ key: allKey, label: all.label, isChosen: amount.isAll })
  return (
    <div className={styles.amount}>
      <label className={styles.label} htmlFor={id}>
        {t('amount')}
      </label>
      <div className={styles.line} data-wrong={note.isWrong || undefined} dir="ltr">
        {isSignFirst && (
          <span className={styles.sign} aria-hidden="true">
            {known.symbol}
          </span>
        )}
        <span className={styles.number}>
          <input
            id={id}
            className={styles.input}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0"
            maxLength={maxPastedCharacters}
            value={value}
            style={{ inlineSize: `${Math.max(1, value.length) + (fraction ? 0.1 : 0.5)}ch` }}
            aria-describedby={`${id}-note`}
            aria-invalid={note.isWrong || undefined}
            onChange={(event) => {
              const next = continueAmount(entry, event.target.value, locale)
              setEntry(next)
              amount.change(next.digits)
            }}
            onSelect={({ currentTarget: { selectionStart, selectionEnd, value: shown } }) => {
              // Whoever moves the caret edits what is shown, no longer what was typed.
              if (selectionStart !== shown.length || selectionEnd !== shown.length)
                setEntry({ ...settledAmount(entry.digits), isCut: entry.isCut })
            }}
            onBlur={() => {
              if (amount.isAll) return
              setEntry({ ...settledAmount(clampAmount(value, limits)), isCut: entry.isCut })
              amount.change(clampAmount(value, limits))
            }}
            onFocus={(event) => {
              onFocus()
              event.target.select()
            }}
          />
          {fraction && <span aria-hidden="true">{fraction}</span>}
        </span>
        {!isSignFirst && (
          <span className={styles.sign} aria-hidden="true">
            {code}
          </span>
        )}
      </div>
      <p
        id={`${id}-note`}
        className={styles.note}
        data-wrong={note.isWrong || undefined}
        lang={locale}
        aria-live="polite"
      >
        {entry.isCut && <strong className={styles.cut}>{t('wholeAmounts')}</strong>}
        {note.text}
      </p>
      {pills.length > 0 && (
        <AmountPills
          pills={pills}
          onChoose={(key) => {
            onFocus()
            if (key === allKey) amount.takeAll()
            else amount.change(toWholeUnits(Number(key), known))
          }}
        />
      )}
    </div>
  )
}

const allKey = 'all'
