/** A payment by QR code, which waits for the result. */
import { buttonClass } from '../../design/button/button.tsx'
import { Money } from '../../design/money/money.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { CopyButton } from '../../features/payments/copy-button.tsx'
import { CancelInvoice } from '../../features/payments/cancel-invoice.tsx'
import { QrCode } from '../../features/payments/qr-code.tsx'
import { StatusTimeline } from '../../features/payments/status-timeline.tsx'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { Outcome } from './outcome.tsx'
import type { Started } from './use-start-deposit.ts'
import styles from '../wallet.module.css'

export function QrView({ started, onLeave }: { started: Started; onLeave: () => void }) {
  const { reply, amount, currency } = started
  const invoice = useInvoice(reply.invoiceId)
  if (invoice && invoice.status !== 1) return <Outcome invoice={invoice} onAgain={onLeave} />
  return <QrPayment invoiceId={reply.invoiceId} qr={reply.qr} amount={amount} currency={currency} />
}

type QrPaymentProps = { invoiceId: string; qr: string | null; amount: number; currency: string }
/** Waits for the code if the partner creates it after the deposit. */
export function QrPayment({ invoiceId, qr, amount, currency }: QrPaymentProps) {
  const t = useLabels('wallet')
  const invoice = useInvoice(invoiceId)
  return (
    <div className={styles.qr}>
      <p className={styles.huge}>
        <Money amount={amount} currency={currency} />
      </p>
      {qr ? (
        <QrCard content={qr} />
      ) : (
        <div className={styles.awaiting}>
          <Spinner label={t('awaitingCode')} />
          <p>{t('awaitingCode')}</p>
        </div>
      )}
      {invoice && (
        <div className={styles.status}>
          <StatusTimeline invoice={invoice} />
        </div>
      )}
      <CancelInvoice invoice={{ id: invoiceId, type: 1 }} />
    </div>
  )
}

/** A QR code to scan with another device, with a link that opens the banking app on this one. */
export function QrCard({ content }: { content: string }) {
  const t = useLabels('wallet')
  return (
    <>
      <OpenApp content={content} />
      <QrCode content={content} label={t('qrLabel')} />
      <p className={styles.small}>{t('qrText')}</p>
      <CopyButton text={content} label={t('copyCode')} />
    </>
  )
}

/** A link to a banking or wallet app. It renders nothing if the code is not an address that an app can open. */
export function OpenApp({ content }: { content: string }) {
  const t = useLabels('wallet')
  if (!isAddress(content)) return null
  return (
    <a className={`${buttonClass} ${styles.openApp}`} data-tone="primary" data-size="l" data-wide href={content}>
      {t(isWalletAddress(content) ? 'openWalletApp' : 'openBankApp')}
    </a>
  )
}

function isWalletAddress(content: string): boolean {
  return /^(?:bitcoin|ethereum|tron|ton|litecoin|solana|lightning):/i.test(content)
}

/** Bank apps register for web addresses and their own schemes. A `javascript:` address must be rejected. */
function isAddress(content: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(content) && !/^(?:javascript|data|vbscript|file|blob):/i.test(content)
}
