/**
 * The form for a new limit on deposits, losses, stakes, play time or the stake of a round, which takes effect
 * immediately. The value of the query key may preselect the kind or the period.
 */
import { useState } from 'react'
import type { ModalModule, ModalProps } from '../modals.ts'
import { Field, Select } from '../design/field/field.tsx'
import { cashPeriods, definitionOf, kindOf, type LimitKind, limitKinds, periodsOf } from '../features/limits/periods.ts'
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
  const { kind, setKind, period, setPeriod, currency, setCurrency, currencies, isTaken } = useChoice(value)
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
          await add({ definition: definitionOf[kind], period, amount, ...(currency === null ? {} : { currency }) })
          modal.close('add-cash-limit')
        }}
      >
        <Choice
          label={t('limitKind')}
          value={kind}
          options={limitKinds.map((each) => [each, t(`${each}Limit`)])}
          onChoose={(next) => setKind(next as LimitKind)}
        />
        {kind !== 'stake' && (
          <Choice
            label={t('period')}
            value={period}
            error={taken}
            options={cashPeriods.map((each) => [each, t(each)])}
            onChoose={setPeriod}
          />
        )}
        {currency !== null && currencies.length > 1 && (
          <Choice
            label={t('currency')}
            value={currency}
            error={kind === 'stake' ? taken : undefined}
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
  const [kind, setKind] = useState<LimitKind>(limitKinds.find((each) => each === value) ?? 'deposit')
  const [chosenCurrency, setCurrency] = useState<string | null>(null)
  const [chosenPeriod, setPeriod] = useState<string | null>(cashPeriods.find((each) => each === value) ?? null)
  const currency = kind === 'playTime' ? null : (chosenCurrency ?? accounts[0]?.currency ?? 'EUR')
  const isTaken = (period: string) =>
    limits.some((limit) => kindOf(limit) === kind && limit.period === period && limit.currency === currency)
  const periods = periodsOf(kind)
  const period = periods.find((each) => each === chosenPeriod) ?? periods.find((each) => !isTaken(each)) ?? periods[0]!
  const currencies = accounts.map((account) => account.currency)
  return { kind, setKind, period, setPeriod, currency, setCurrency, currencies, isTaken }
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
