/** On narrow screens: the chosen method, and the way back to the list. */
import type { PaymentMethod } from '#contract/payments.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useWords } from '../../features/payments/words.ts'
import { useLabels } from '../../render/labels.tsx'
import styles from './wallet.module.css'

export function MethodHead({ method, onBack }: { method: PaymentMethod; onBack: () => void }) {
  const t = useLabels('wallet')
  const words = useWords()
  return (
    <button type="button" className={styles.head} onClick={onBack}>
      <Icon name="chevron-left" /><strong>{words(method.names)}</strong><span>{t('otherMethods')}</span>
    </button>
  )
}
