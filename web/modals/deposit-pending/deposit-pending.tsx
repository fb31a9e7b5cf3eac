/** A deposit that somebody still has to confirm: the steps, and that nothing more is to be done here. */
import type { ModalModule } from '../../modals.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'
import { LatestDeposit } from '../wallet/latest-deposit.tsx'

function DepositPending() {
  const t = useLabels('wallet')
  const modal = useModal()
  return (
    <>
      <ModalTitle>{t('pendingTitle')}</ModalTitle>
      <ModalBody><p>{t('pendingText')}</p><LatestDeposit /></ModalBody>
      <ModalActions><Button tone="primary" size="l" isWide onClick={() => modal.close('deposit-pending')}>{t('done')}</Button></ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: DepositPending, labels: ['wallet'] }
