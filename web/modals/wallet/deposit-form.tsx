/** The fiat deposit form: amount, method fields, bonus, and a submit button that states the outcome. */
import type { FormEvent } from 'react'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Account } from '#contract/wallet.ts'
import { GuardedButton } from '../../design/button/guarded-button.tsx'
import { dotted } from '../../design/dotted.ts'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import { shownFields, toRequestFields } from '../../features/payments/field-rules.ts'
import { displayOf } from '../../design/money/format.ts'
import { useExpectedText } from '../../features/bonuses/use-expected-text.ts'
import { withinOwnLimits } from '../../features/limits/periods.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import { clampAmount, isWithin, toWholeUnits, toWireAmount, wholeLimits } from '../../features/wallet/amount.ts'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { AmountField } from './amount-field.tsx'
import { BonusChooser } from './bonus-chooser.tsx'
import { FormFault } from './form-fault.tsx'
import { MethodFields, networkOf } from './method-fields.tsx'
import { useAmount } from './use-amount.ts'
import { useBonusChoice } from './use-bonus-choice.ts'
import { amountKey, useMethodValues } from './use-method-values.ts'
import type { DepositInput } from './use-start-deposit.ts'
import styles from '../wallet.module.css'

type DepositFormProps = {
  method: PaymentMethod
  account: Account
  isBusy: boolean
  onSubmit: (deposit: DepositInput) => Promise<Record<string, string[]>>
}
export function DepositForm({ method, account, isBusy, onSubmit }: DepositFormProps) {
  const t = useLabels('wallet')
  const ofLimits = useLabels('limits')
  const money = useMoney()
  const expected = useExpectedText()
  const currency = useCurrency()(account.currency)
  const { showFilled } = useVisitor().init.config
  const { perUnit } = displayOf(currency)
  const entered = useMethodValues(method.fields)
  const network = networkOf(method.fields, entered.values)
  const least = network?.minAmount ?? method.amountMin
  const { most, own } = withinOwnLimits(
    useLimits().data ?? [],
    account.currency,
    network?.maxAmount ?? method.amountMax,
  )
  const limits = wholeLimits(currency, least, most)
  const isUsedUp = limits.max < limits.min
  const entry = useAmount(() => ({
    text: toWholeUnits(
      (method.presets.find((preset) => preset.default) ?? { amount: method.amountMin }).amount,
      currency,
    ),
  }))
  const text = entry.isSuggested ? clampAmount(entry.text, limits) : entry.text
  const short = (value: number) => money(value, account.currency, { isShort: true })
  const shown = shownFields(method.fields, showFilled, entered.faults)
  const amount = toWireAmount(text, currency)
  const bonus = useBonusChoice(account.currency, amount)
  const isFitting = isWithin(text, limits)
  const ownWords = own && ofLimits('leftOfLimit', { amount: short(most), period: own.period })
  const range = isUsedUp
    ? t('minOnly', { min: short(limits.min * perUnit) })
    : t('minMax', { min: short(limits.min * perUnit), max: short(limits.max * perUnit) })
  const more = bonus.bonus ? expected(bonus.bonus, account.currency, amount) : null

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    entered.touchAll()
    if (!isFitting || entered.missing || isBusy || bonus.isLoading) return
    const refused = await onSubmit({ amount, fields: toRequestFields(method.fields, entered.values), ...bonus.request })
    if ('bonusId' in refused) bonus.forget()
    entered.refuse(refused)
  }
  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <AmountField
        currency={account.currency}
        amount={{ ...entry, text }}
        limits={limits}
        presets={method.presets}
        note={{
          text: entered.amountFault ?? dotted([ownWords, range]),
          isWrong: isUsedUp || entered.amountFault !== undefined || (text !== '' && !isFitting),
        }}
        onFocus={() => {
          entered.forgive(amountKey)
          entered.forgiveOthers()
        }}
      />
      <MethodFields
        fields={shown}
        values={entered.values}
        faults={entered.faults}
        onChange={entered.set}
        onFocus={entered.forgive}
        onBlur={entered.touch}
      />
      <BonusChooser
        state={{
          ...bonus,
          choose: (next) => {
            entered.forgiveOthers()
            bonus.choose(next)
          },
        }}
        currency={account.currency}
      />
      <div className={styles.submit}>
        <FormFault faults={entered.otherFaults} />
        <GuardedButton
          act={`deposit ${method.method}`}
          type="submit"
          tone="primary"
          size="l"
          isWide
          isBusy={isBusy}
          disabled={!isFitting || entered.missing !== null || bonus.isLoading}
        >
          {!isFitting
            ? isUsedUp
              ? ofLimits('overLimit')
              : t('enterAmount')
            : entered.missing
              ? entered.missing
              : more
                ? t('depositWithBonus', { amount: short(amount), bonus: more })
                : t('depositAmount', { amount: short(amount) })}
        </GuardedButton>
        {method.processingType === 'form' && <p className={styles.small}>{t('opensWindow')}</p>}
      </div>
    </form>
  )
}
