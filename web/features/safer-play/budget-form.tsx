/** The budget calculator. The input is neither sent nor stored. */
import { useState } from 'react'
import { buttonClass } from '../../design/button/button.tsx'
import { Field, Input, Unit } from '../../design/field/field.tsx'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { readMoney } from '../wallet/amount.ts'
import { budgetOf } from './budget.ts'
import styles from './safer-play.module.css'

/** Incomes are in a fiat currency, even if the visitor plays with another one. */
const fallbackCurrency = 'EUR'

export function BudgetForm() {
  const t = useLabels('safer-play')
  const money = useMoney()
  const find = useCurrency()
  const { init, isSignedIn, locale } = useVisitor()
  const currency = find(init.currency).type === 'fiat' ? init.currency : fallbackCurrency
  const [texts, setTexts] = useState({ income: '', costs: '' })
  const read = (text: string) => (text.trim() === '' ? null : readMoney(text, find(currency), locale))
  const [income, costs] = [read(texts.income), read(texts.costs)]
  const budget = income !== null && costs !== null ? budgetOf({ income, costs }) : null
  const field = (name: 'income' | 'costs') => (
    <Field
      label={t(name)}
      hint={t(`${name}Hint`)}
      error={texts[name].trim() !== '' && read(texts[name]) === null ? t('amountMalformed') : undefined}
      render={(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          maxLength={18}
          dir="ltr"
          value={texts[name]}
          after={<Unit>{currency}</Unit>}
          onChange={({ target }) => setTexts((before) => ({ ...before, [name]: target.value }))}
        />
      )}
    />
  )
  return (
    <div className={styles.form}>
      {field('income')}
      {field('costs')}
      <div role="status" className={styles.result}>
        {budget && (
          <>
            <p>{t('left', { amount: money(budget.left, currency) })}</p>
            <strong>{budget.most > 0n ? t('most', { amount: money(budget.most, currency) }) : t('mostNothing')}</strong>
          </>
        )}
      </div>
      {budget && budget.most > 0n && isSignedIn && (
        <ModalLink modal="add-cash-limit" value="monthly" className={buttonClass} data-size="s">
          {t('setAsLimit')}
        </ModalLink>
      )}
      <p className={styles.note}>{t('budgetSource')}</p>
    </div>
  )
}
