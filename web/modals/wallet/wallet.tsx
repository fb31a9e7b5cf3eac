/** The wallet: money in and money out, for the active account. */
import { useState } from 'react'
import type { ModalModule, ModalProps } from '../../modals.ts'
import { useApi } from '../../api/use-api.ts'
import { Tabs } from '../../design/tabs/tabs.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { ModalBody, ModalTitle, useBeforeClose } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'
import { DepositPanel } from './deposit-panel.tsx'
import { WithdrawPanel } from './withdraw-panel.tsx'

type Side = 'deposit' | 'withdraw'

function WalletModal({ value }: ModalProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  const side = value as Side
  // Opened for a deposit, the wallet is that alone; opened for a withdrawal, both are one tap apart.
  const [hasTabs] = useState(side !== 'deposit')
  const asksBeforeLeaving = useAsksBeforeLeaving()
  useBeforeClose(() => {
    if (side !== 'deposit' || !asksBeforeLeaving) return true
    modal.open('cancel-deposit')
    return false
  })
  const panel = side === 'deposit' ? <DepositPanel /> : <WithdrawPanel />
  return (
    <>
      <ModalTitle>{t(side === 'deposit' ? 'depositTitle' : 'withdrawTitle')}</ModalTitle>
      <ModalBody>
        {hasTabs
          ? <Tabs tabs={[{ value: 'deposit', label: t('deposit') }, { value: 'withdraw', label: t('withdraw') }]} value={side} onChange={(next) => modal.open('wallet', next, { instead: 'wallet' })} label={t('wallet')}>{panel}</Tabs>
          : panel}
      </ModalBody>
    </>
  )
}

/** Content decides whether leaving a deposit is asked about; by default it is. */
function useAsksBeforeLeaving(): boolean {
  const locale = useLocale()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  return (data?.['cancel-deposit'] as { isShown?: boolean } | undefined)?.isShown !== false
}

export const modal: ModalModule = { View: WalletModal, labels: ['wallet'], width: 'wide' }
