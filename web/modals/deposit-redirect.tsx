/** An asynchronous deposit: waits for the QR code, shows it, and closes when the payment ends. */
import { useEffect, useState } from 'react'
import type { ModalModule } from '../modals.ts'
import { ButtonLink } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { awaitedInvoice, forgetAwaitedInvoice } from '../features/payments/awaited-invoice.ts'
import { useNamedInvoice } from '../features/payments/use-invoice.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import { Outcome } from './wallet/outcome.tsx'
import { QrPayment } from './wallet/qr-view.tsx'
import styles from './wallet.module.css'

function DepositRedirect() {
  const t = useLabels('wallet')
  const modal = useModal()
  const [id] = useState(awaitedInvoice)
  const { invoice, isMissing } = useNamedInvoice(id)
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
      <ModalTitle hasHelp>{t('depositTitle')}</ModalTitle>
      <ModalBody>
        {(!id || isMissing) && (
          <Empty
            icon="clock"
            title={t('nothingAwaited')}
            action={<ButtonLink to="/profile/history?tab=invoices">{t('toHistory')}</ButtonLink>}
          >
            {t('nothingAwaitedText')}
          </Empty>
        )}
        {isOver && <Outcome invoice={invoice} onAgain={leave} onDone={leave} />}
        {id && !invoice && !isMissing && (
          <div className={styles.loading}>
            <Spinner label={t('loading')} />
          </div>
        )}
        {invoice && !isOver && (
          <QrPayment
            invoiceId={invoice.id}
            qr={invoice.publicData.qr ?? null}
            amount={invoice.amount}
            currency={invoice.currency}
          />
        )}
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: DepositRedirect, labels: ['wallet'] }
