/** The input for an amount, with its limits, presets, and optionally a button for everything available. */
import { useId } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import { displayOf } from '../../design/money/format.ts'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import { fractionWords, toWholeUnits, type WholeLimits } from '../../features/wallet/amount.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { AmountPills } from './amount-pills.tsx'
import type { AmountState } from './use-amount.ts'
import { useAmountEntry } from './use-amount-entry.ts'
import styles from './amount-field.module.css'

/** The maximum length of a pasted number with currency and separators, of which ten digits are kept. */
const maxPastedCharacters = 40

type AmountFieldProps = {
  currency: string
  amount: AmountState
  limits: WholeLimits
  presets: PaymentMethod['presets']
  /** The maximum that can be withdrawn, in subunits, and the text of its button. */
  all?: { amount: number; label: string } | null
  /** The error of the amount, or its limits if it is valid. */
  note: { text: string; isWrong: boolean }
  /** Called on focus, to clear the server's error. */
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
  const entry = useAmountEntry(value, limits, amount)
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
            onChange={(event) => entry.type(event.target.value)}
            onSelect={({ currentTarget: { selectionStart, selectionEnd, value: shown } }) => {
              if (selectionStart !== shown.length || selectionEnd !== shown.length) entry.moveCaret()
            }}
            onBlur={entry.leave}
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
