/** Creates a deposit limit, effective immediately. The key's value may preselect the period. */
import { useState } from 'react'
import type { ModalModule, ModalProps } from '../../modals.ts'
import { Field, Select } from '../../design/field/field.tsx'
import { cashPeriods, definitionOf } from '../../features/limits/periods.ts'
import { LimitForm } from '../../features/limits/limit-form.tsx'
import { useLimitActions, useLimits } from '../../features/limits/use-limits.ts'
import { useAccounts } from '../../features/wallet/accounts.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'

function AddCashLimit({ value }: ModalProps) {
  const t = useLabels('limits')
  const modal = useModal()
  const { add } = useLimitActions()
  const { data: limits = [] } = useLimits()
  const { data: accounts = [] } = useAccounts()
  const [chosenCurrency, setCurrency] = useState<string | null>(null)
  const [chosenPeriod, setPeriod] = useState<string | null>(cashPeriods.find((period) => period === value) ?? null)
  const currency = chosenCurrency ?? accounts[0]?.currency ?? 'EUR'
  const isTaken = (period: string) =>
    limits.some(
      (limit) => limit.definition === definitionOf.deposit && limit.period === period && limit.currency === currency,
    )
  const period = chosenPeriod ?? cashPeriods.find((each) => !isTaken(each)) ?? cashPeriods[0]
  return (
    <>
      <ModalTitle description={t('depositLimitsText')}>{t('addTitle')}</ModalTitle>
      <LimitForm
        key={currency}
        currency={currency}
        initial=""
        submitLabel={t('setLimit')}
        note={t('atOnce')}
        blocked={isTaken(period) ? t('limitExists') : undefined}
        onSubmit={async (amount) => {
          await add({ definition: definitionOf.deposit, period, amount, currency })
          modal.close('add-cash-limit')
        }}
      >
        <Field
          label={t('period')}
          error={isTaken(period) ? t('limitExists') : undefined}
          render={(control) => (
            <Select {...control} value={period} onChange={(event) => setPeriod(event.target.value)}>
              {cashPeriods.map((each) => (
                <option key={each} value={each}>
                  {t(each)}
                </option>
              ))}
            </Select>
          )}
        />
        {accounts.length > 1 && (
          <Field
            label={t('currency')}
            render={(control) => (
              <Select {...control} value={currency} onChange={(event) => setCurrency(event.target.value)}>
                {accounts.map((account) => (
                  <option key={account.id} value={account.currency}>
                    {account.currency}
                  </option>
                ))}
              </Select>
            )}
          />
        )}
      </LimitForm>
    </>
  )
}

export const modal: ModalModule = { View: AddCashLimit, labels: ['limits'] }
