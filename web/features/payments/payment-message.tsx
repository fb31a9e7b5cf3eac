/** The partner's instructions for a pending payment, with the payment code. */
import type { Invoice } from '#contract/payments.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './payment-message.module.css'
import { useTranslation } from './use-translation.ts'

export function PaymentMessage({ invoice }: { invoice: Pick<Invoice, 'publicData'> }) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  const { message, paymentCode } = invoice.publicData
  if (!message && !paymentCode) return null
  return (
    <div className={styles.message}>
      {paymentCode && (
        <>
          <p className={styles.caption}>{t('paymentCode')}</p>
          <bdi className={styles.code}>{paymentCode}</bdi>
          <CopyButton text={paymentCode.replaceAll(/\s/g, '')} label={t('copyPaymentCode')} />
        </>
      )}
      {message && (
        <p className={styles.words} dir="auto">
          <Icon name="info" />
          {texts(message)}
        </p>
      )}
    </div>
  )
}
