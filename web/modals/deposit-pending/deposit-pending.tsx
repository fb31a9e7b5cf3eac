/** A deposit that still needs confirmation: instructions and steps. The key's value is the invoice. */
import type { Invoice } from '#contract/payments.ts'
import type { ModalModule, ModalProps } from '../../modals.ts'
import { Button } from '../../design/button/button.tsx'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'
import { LatestDeposit } from '../wallet/latest-deposit.tsx'

/** Instructions may arrive shortly after the deposit itself. */
function textOf(invoice: Invoice | undefined): string {
  if (invoice?.publicData.message) return 'pendingInstruction'
  return invoice?.owner === 'player' ? 'pendingComing' : 'pendingText'
}

/** Whose turn it is: the player's until the payment has been made, then the partner's. */
function titleOf(invoice: Invoice | undefined): string {
  const isPartners = invoice && !invoice.publicData.message && invoice.owner !== 'player'
  return isPartners ? 'pendingTitlePartner' : 'pendingTitle'
}

function DepositPending({ value }: ModalProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  const invoice = useInvoice(value)
  const isOver = invoice?.status === 2 || invoice?.status === 3
  return (
    <>
      <ModalTitle>{t(titleOf(invoice))}</ModalTitle>
      <ModalBody>
        {!isOver && <p>{t(textOf(invoice))}</p>}
        <LatestDeposit id={value} />
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('deposit-pending')}>
          {t('done')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: DepositPending, labels: ['wallet'] }
