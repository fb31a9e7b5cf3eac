/** A partner's page inside the wallet. Which addresses may be framed is the server's policy. */
import { useRef } from 'react'
import { Button } from '../../design/button/button.tsx'
import { useFrameNews } from '../../features/payments/use-frame-news.ts'
import { useInvoice } from '../../features/payments/use-invoice.ts'
import { useLabels } from '../../render/labels.tsx'
import { Outcome } from './outcome.tsx'
import type { Started } from './use-start-deposit.ts'
import styles from './wallet.module.css'

export function FrameView({ started, onLeave }: { started: Started; onLeave: () => void }) {
  const t = useLabels('wallet')
  const { action, fields, invoiceId } = started.reply
  const invoice = useInvoice(invoiceId)
  const frame = useRef<HTMLIFrameElement>(null)
  useFrameNews(frame)
  if (invoice && invoice.status !== 1) return <Outcome invoice={invoice} onAgain={onLeave} />
  return (
    <div className={styles.qr}>
      {action && (
        // A partner's pay page needs scripts, forms and pop-ups of its own origin: a sandbox would stop some of them.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          ref={frame}
          className={styles.frame}
          title={t('partnerPage')}
          src={withFields(action, fields)}
          allow="payment"
          referrerPolicy="no-referrer"
        />
      )}
      <Button tone="plain" onClick={onLeave}>
        {t('otherMethods')}
      </Button>
    </div>
  )
}

function withFields(action: string, fields: Record<string, string>): string {
  const url = new URL(action)
  for (const [key, value] of Object.entries(fields)) url.searchParams.set(key, value)
  return url.href
}
