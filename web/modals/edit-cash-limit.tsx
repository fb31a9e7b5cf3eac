/**
 * The form to change or remove a limit. A decrease takes effect immediately, an increase or removal after the policy's
 * delay and a confirmation.
 */
import { useState } from 'react'
import type { Limit } from '#contract/limits.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { ApiError } from '../api/client.ts'
import { Button } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { useCurrency } from '../design/money/money.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { useAlert } from '../features/alerts/raise-alert.ts'
import { LimitForm } from '../features/limits/limit-form.tsx'
import { kindOf } from '../features/limits/periods.ts'
import { useLimitAmount } from '../features/limits/use-limit-amount.ts'
import { useProtection } from '../features/limits/use-protection.ts'
import { useLimitActions, useLimits } from '../features/limits/use-limits.ts'
import { writeMoney } from '../features/wallet/amount.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function EditCashLimit({ value }: ModalProps) {
  const t = useLabels('limits')
  const { data: limits } = useLimits()
  const limit = limits?.find(({ id, amount }) => id === value && amount !== null)
  if (limit) return <Edit limit={limit} />
  return (
    <>
      <ModalTitle>{t('editTitle')}</ModalTitle>
      <ModalBody>
        {limits ? <Empty icon="shield" title={t('limitGone')} /> : <Spinner label={t('loading')} />}
      </ModalBody>
    </>
  )
}

function Edit({ limit }: { limit: Limit }) {
  const t = useLabels('limits')
  const modal = useModal()
  const shown = useLimitAmount()
  const { increaseDelayHours: hours } = useProtection()
  const alert = useAlert()
  const { change, remove } = useLimitActions()
  const { currency } = limit
  const initial = useInitial(limit)
  const kind = kindOf(limit)!
  const [isBusy, setBusy] = useState(false)
  const close = () => modal.close('edit-cash-limit')
  const removeLimit = async () => {
    setBusy(true)
    try {
      await remove(limit)
      await alert('profile', 'limitChangeWaits', { hours: String(hours) })
      close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert('common', 'somethingWrong')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ModalTitle description={t('editText', { hours })}>
        {t('editTitleOf', { kind: t(`${kind}Limit`), period: t(limit.period) })}
      </ModalTitle>
      <LimitForm
        currency={currency}
        initial={initial}
        submitLabel={t('saveLimit')}
        note={(amount) =>
          amount !== null && amount > limit.amount!
            ? t('raiseNote', { amount: shown(limit.amount!, currency), hours })
            : t('lowerNote')
        }
        onSubmit={async (amount) => {
          const isRaise = amount > limit.amount!
          await change(limit, { period: limit.period, amount })
          if (isRaise) await alert('profile', 'limitChangeWaits', { hours: String(hours) })
          close()
        }}
        actions={
          <Button tone="plain" isBusy={isBusy} onClick={() => void removeLimit()}>
            {t('removeLimit')}
          </Button>
        }
      />
    </>
  )
}

/** Returns the amount as text for the input. */
function useInitial({ amount, currency }: Limit): string {
  const currencyOf = useCurrency()
  const locale = useLocale()
  return currency === null ? String(amount) : writeMoney(amount!, currencyOf(currency), locale)
}

export const modal: ModalModule = { View: EditCashLimit, labels: ['limits'] }
