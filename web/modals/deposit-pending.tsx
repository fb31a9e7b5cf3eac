/** Shows the progress of a deposit until it ends. The value of the query key is the id of the invoice. */
import type { Invoice } from '#contract/payments.ts'
import { useApi } from '../api/use-api.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { CancelInvoice } from '../features/payments/cancel-invoice.tsx'
import { openPartnerWindow } from '../features/payments/partner-window.ts'
import { useNamedInvoice } from '../features/payments/use-invoice.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import { useLatestDeposit } from './wallet/latest-deposit.tsx'
import { Outcome } from './wallet/outcome.tsx'
import styles from './wallet.module.css'
import { PaymentMissing } from './wallet/payment-missing.tsx'
import { WaitingView } from './deposit-pending/waiting-view.tsx'

/** The title depends on who acts next: the player until the payment is made, then the partner. */
function titleOf(invoice: Invoice | undefined): string {
  const isPartners = invoice && !invoice.publicData.message && invoice.owner !== 'player'
  return isPartners ? 'pendingTitlePartner' : 'pendingTitle'
}

function DepositPending({ value }: ModalProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  // Without an id, the latest deposit is shown.
  const isLatest = value === 'true'
  const named = useNamedInvoice(isLatest ? null : value)
  const latest = useLatestDeposit()
  const invoice = isLatest ? latest.invoice : named.invoice
  const isMissing = isLatest ? latest.isMissing : named.isMissing
  const isPending = invoice?.status === 1
  const { data: page = null } = useApi(
    'GET /api/payment/invoices/{id}/page',
    { params: { id: invoice?.id ?? '' } },
    // The page of an invoice does not change, and after starting the deposit it is already in the cache.
    { enabled: isPending && invoice.owner === 'player', retry: false, staleTime: Infinity },
  )
  const close = () => modal.close('deposit-pending')
  return (
    <>
      <ModalTitle hasHelp>{t(isMissing || (invoice && !isPending) ? 'depositTitle' : titleOf(invoice))}</ModalTitle>
      <ModalBody>
        {isMissing && <PaymentMissing />}
        {!invoice && !isMissing && (
          <div className={styles.loading}>
            <Spinner label={t('loading')} />
          </div>
        )}
        {invoice && isPending && (
          <WaitingView
            invoice={invoice}
            page={page}
            onOpen={({ action, fields }) => openPartnerWindow().go(action!, fields)}
            cancel={invoice.owner === 'player' && <CancelInvoice invoice={invoice} />}
          />
        )}
        {invoice && !isPending && (
          <Outcome
            invoice={invoice}
            onAgain={() => modal.open('wallet', 'deposit', { instead: 'deposit-pending' })}
            onDone={close}
          />
        )}
      </ModalBody>
      {(!invoice || isPending) && (
        <ModalActions>
          <Button size="l" isWide onClick={close}>
            {t('close')}
          </Button>
        </ModalActions>
      )}
    </>
  )
}

export const modal: ModalModule = { View: DepositPending, labels: ['wallet'] }
