/** The partner led back after a success. The money itself is announced by the invoice, not by this address. */
import type { ModalModule } from '../../modals.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'
import { LatestDeposit } from '../wallet/latest-deposit.tsx'

function DepositSuccess() {
  const t = useLabels('wallet')
  const modal = useModal()
  return (
    <>
      <ModalTitle>{t('successTitle')}</ModalTitle>
      <ModalBody><p>{t('successText')}</p><LatestDeposit /></ModalBody>
      <ModalActions><Button tone="primary" size="l" isWide onClick={() => modal.close('deposit-success')}>{t('toPlay')}</Button></ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: DepositSuccess, labels: ['wallet'] }
