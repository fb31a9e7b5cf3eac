/** Changes or removes a deposit limit. A decrease applies at once; an increase or removal after 24 hours and a confirmation. */
import { useState } from 'react'
import type { Limit } from '#contract/limits.ts'
import type { ModalModule, ModalProps } from '../../modals.ts'
import { ApiError } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { displayOf, toDecimal } from '../../design/money/format.ts'
import { useCurrency, useMoney } from '../../design/money/money.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { LimitForm } from '../../features/limits/limit-form.tsx'
import { useLimitActions, useLimits } from '../../features/limits/use-limits.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'

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
  const money = useMoney()
  const alert = useAlert()
  const { change, remove } = useLimitActions()
  const currency = limit.currency!
  const { decimals } = displayOf(useCurrency()(currency))
  const [isBusy, setBusy] = useState(false)
  const close = () => modal.close('edit-cash-limit')
  const takeAway = async () => {
    setBusy(true)
    try {
      await remove(limit)
      await alert('profile', 'limitChangeWaits')
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
      <ModalTitle description={t('editText')}>{t('editTitleOf', { period: t(limit.period) })}</ModalTitle>
      <LimitForm
        currency={currency}
        initial={toDecimal(BigInt(limit.amount!), decimals).replace(/\.0+$/, '')}
        submitLabel={t('saveLimit')}
        note={(amount) =>
          amount !== null && amount > limit.amount!
            ? t('raiseNote', { amount: money(limit.amount!, currency) })
            : t('lowerNote')
        }
        onSubmit={async (amount) => {
          const isRaise = amount > limit.amount!
          await change(limit, { period: limit.period, amount })
          if (isRaise) await alert('profile', 'limitChangeWaits')
          close()
        }}
        actions={
          <Button tone="plain" isBusy={isBusy} onClick={() => void takeAway()}>
            {t('removeLimit')}
          </Button>
        }
      />
    </>
  )
}

export const modal: ModalModule = { View: EditCashLimit, labels: ['limits'] }
