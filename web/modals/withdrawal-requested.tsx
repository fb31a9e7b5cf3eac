/** Shows the progress of a withdrawal until it ends. The value of the query key is the id of the invoice. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { CancelInvoice } from '../features/payments/cancel-invoice.tsx'
import { useNamedInvoice } from '../features/payments/use-invoice.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './wallet.module.css'
import { PaymentMissing } from './wallet/payment-missing.tsx'
import { WithdrawalView } from './withdrawal-requested/withdrawal-view.tsx'

function WithdrawalRequested({ value }: ModalProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  const { invoice, isMissing } = useNamedInvoice(value)
  const mayCancel = invoice?.status === 1 && invoice.stage !== 'sent' && invoice.isCancellable !== false
  return (
    <>
      <ModalTitle hasHelp>{t('yourWithdrawal')}</ModalTitle>
      <ModalBody>
        {invoice && <WithdrawalView invoice={invoice} cancel={mayCancel && <CancelInvoice invoice={invoice} />} />}
        {!invoice && !isMissing && (
          <div className={styles.loading}>
            <Spinner label={t('loading')} />
          </div>
        )}
        {isMissing && <PaymentMissing />}
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('withdrawal-requested')}>
          {t('done')}
        </Button>
        <ButtonLink to="/profile/history?tab=invoices" isWide>
          {t('toHistory')}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: WithdrawalRequested, labels: ['wallet'] }
