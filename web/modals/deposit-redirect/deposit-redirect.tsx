/** A deposit whose code comes later: waits for it, shows it, and lets it go when the payment has ended. */
import { useEffect, useState } from 'react'
import type { ModalModule } from '../../modals.ts'
import { Empty } from '../../design/empty/empty.tsx'
import { awaitedInvoice, forgetAwaitedInvoice } from '../../features/payments/awaited-invoice.ts'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'
import { Outcome } from '../wallet/outcome.tsx'
import { QrPayment } from '../wallet/qr-view.tsx'

function DepositRedirect() {
  const t = useLabels('wallet')
  const modal = useModal()
  const [id] = useState(awaitedInvoice)
  const invoice = useInvoice(id)
  const isOver = invoice !== undefined && invoice.status !== 1
  const leave = () => {
    forgetAwaitedInvoice()
    modal.close('deposit-redirect')
  }
  useEffect(() => {
    if (isOver) forgetAwaitedInvoice()
  }, [isOver])
  return (
    <>
      <ModalTitle>{t('depositTitle')}</ModalTitle>
      <ModalBody>
        {!id && <Empty icon="clock" title={t('nothingAwaited')}>{t('nothingAwaitedText')}</Empty>}
        {isOver && <Outcome invoice={invoice} onAgain={leave} onDone={leave} />}
        {id && !isOver && <QrPayment invoiceId={id} qr={invoice?.publicData.qr ?? null} amount={invoice?.amount ?? 0} currency={invoice?.currency ?? 'EUR'} />}
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: DepositRedirect, labels: ['wallet'] }
