/** A partner's page in an iframe. The content security policy decides which origins are allowed. */
import { useRef } from 'react'
import { Button } from '../../design/button/button.tsx'
import { useFrameNews } from '../../features/payments/use-frame-news.ts'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { Outcome } from './outcome.tsx'
import type { DepositReply, Started } from './use-start-deposit.ts'
import styles from '../wallet.module.css'

export function FrameView({ started, onLeave }: { started: Started; onLeave: () => void }) {
  const t = useLabels('wallet')
  const { invoiceId } = started.reply
  const invoice = useInvoice(invoiceId)
  if (invoice && invoice.status !== 1) return <Outcome invoice={invoice} onAgain={onLeave} />
  return (
    <div className={styles.qr}>
      <PartnerFrame page={started.reply} />
      <Button tone="plain" onClick={onLeave}>
        {t('otherMethods')}
      </Button>
    </div>
  )
}

/** The iframe has no sandbox, because payment pages need scripts, forms and pop-ups of their origin. */
export function PartnerFrame({ page: { action, fields } }: { page: Pick<DepositReply, 'action' | 'fields'> }) {
  const t = useLabels('wallet')
  const frame = useRef<HTMLIFrameElement>(null)
  useFrameNews(frame)
  if (!action) return null
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      className={styles.frame}
      title={t('partnerPage')}
      src={withFields(action, fields)}
      allow="payment"
      referrerPolicy="no-referrer"
    />
  )
}

function withFields(action: string, fields: Record<string, string>): string {
  const url = new URL(action)
  for (const [key, value] of Object.entries(fields)) url.searchParams.set(key, value)
  return url.href
}
