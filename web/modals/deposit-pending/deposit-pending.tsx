/** A deposit that somebody still has to confirm: what is to be done for it, and the steps. The key's value is the invoice. */
import type { ModalModule, ModalProps } from '../../modals.ts'
import { Button } from '../../design/button/button.tsx'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'
import { LatestDeposit } from '../wallet/latest-deposit.tsx'

function DepositPending({ value }: ModalProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  const invoice = useInvoice(value)
  const text = invoice?.publicData.message ? 'pendingInstruction' : 'pendingText'
  return (
    <>
      <ModalTitle>{t('pendingTitle')}</ModalTitle>
      <ModalBody>{invoice?.status !== 2 && invoice?.status !== 3 && <p>{t(text)}</p>}<LatestDeposit id={value} /></ModalBody>
      <ModalActions><Button tone="primary" size="l" isWide onClick={() => modal.close('deposit-pending')}>{t('done')}</Button></ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: DepositPending, labels: ['wallet'] }
