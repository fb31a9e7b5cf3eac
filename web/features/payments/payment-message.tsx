/** The partner's payment instructions while the payment is pending. */
import type { Invoice } from '#contract/payments.ts'
import { Icon } from '../../design/icon/icon.tsx'
import styles from './payment-message.module.css'
import { useWords } from './words.ts'

export function PaymentMessage({ invoice }: { invoice: Pick<Invoice, 'publicData'> }) {
  const words = useWords()
  const { message } = invoice.publicData
  return message ? (
    <p className={styles.message} dir="auto">
      <Icon name="info" />
      {words(message)}
    </p>
  ) : null
}
