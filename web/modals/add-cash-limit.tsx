/**
 * The form for a new limit on deposits, losses, stakes, play time or the stake of a round, which takes effect
 * immediately. The value of the query key may preselect the kind or the period.
 */
import { useState } from 'react'
import { cashPeriods, type LimitKind, limitKindNames, limitKinds } from '#contract/limit-kinds.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { Field, Select } from '../design/field/field.tsx'
import { kindOf } from '../features/limits/periods.ts'
import { LimitForm } from '../features/limits/limit-form.tsx'
import { useLimitActions, useLimits } from '../features/limits/use-limits.ts'
import { useAccounts } from '../features/wallet/accounts.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function AddCashLimit({ value }: ModalProps) {
  const t = useLabels('limits')
  const modal = useModal()
  const { add } = useLimitActions()
  const { kind, setKind, periods, period, setPeriod, currency, setCurrency, currencies, isTaken } = useChoice(value)
  const choosesCurrency = currency !== null && currencies.length > 1
  const taken = isTaken(period) ? t('limitExists') : undefined
  return (
    <>
      <ModalTitle description={t(`${kind}LimitText`)}>{t('addTitle')}</ModalTitle>
      <LimitForm
        about={`${kind} ${period}`}
        currency={currency}
        initial=""
        submitLabel={t('setLimit')}
        note={t('atOnce')}
        blocked={taken}
        onSubmit={async (amount) => {
          await add({
            definition: limitKinds[kind].definition,
            period,
            amount,
            ...(currency === null ? {} : { currency }),
          })
          modal.close('add-cash-limit')
        }}
      >
        <Choice
          label={t('limitKind')}
          value={kind}
          error={periods.length === 1 && !choosesCurrency ? taken : undefined}
          options={limitKindNames.map((each) => [each, t(`${each}Limit`)])}
          onChoose={(next) => setKind(next as LimitKind)}
        />
        {periods.length > 1 && (
          <Choice
            label={t('period')}
            value={period}
            error={taken}
            options={periods.map((each) => [each, t(each)])}
            onChoose={setPeriod}
          />
        )}
        {choosesCurrency && (
          <Choice
            label={t('currency')}
            value={currency}
            error={periods.length === 1 ? taken : undefined}
            options={currencies.map((each) => [each, each])}
            onChoose={setCurrency}
          />
        )}
      </LimitForm>
    </>
  )
}

function useChoice(value: string) {
  const { data: limits = [] } = useLimits()
  const { data: accounts = [] } = useAccounts()
  const [kind, setKind] = useState<LimitKind>(limitKindNames.find((each) => each === value) ?? 'deposit')
  const [chosenCurrency, setCurrency] = useState<string | null>(null)
  const [chosenPeriod, setPeriod] = useState<string | null>(cashPeriods.find((each) => each === value) ?? null)
  const currency = limitKinds[kind].unit === 'minutes' ? null : (chosenCurrency ?? accounts[0]?.currency ?? 'EUR')
  const isTaken = (period: string) =>
    limits.some((limit) => kindOf(limit) === kind && limit.period === period && limit.currency === currency)
  const periods: readonly string[] = limitKinds[kind].periods
  const period = periods.find((each) => each === chosenPeriod) ?? periods.find((each) => !isTaken(each)) ?? periods[0]!
  const currencies = accounts.map((account) => account.currency)
  return { kind, setKind, periods, period, setPeriod, currency, setCurrency, currencies, isTaken }
}

type ChoiceProps = {
  label: string
  value: string
  error?: string | undefined
  options: Array<readonly [id: string, text: string]>
  onChoose: (id: string) => void
}
function Choice({ label, value, error, options, onChoose }: ChoiceProps) {
  return (
    <Field
      label={label}
      error={error}
      render={(control) => (
        <Select {...control} value={value} onChange={(event) => onChoose(event.target.value)}>
          {options.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </Select>
      )}
    />
  )
}

export const modal: ModalModule = { View: AddCashLimit, labels: ['limits'] }
