/** A form's header: the method's logo and name and, on narrow screens, the way back to the list. */
import type { PaymentMethod } from '#contract/payments.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'
import { MethodLogo } from './method-list.tsx'
import styles from './wallet.module.css'

type MethodHeadProps = {
  method: PaymentMethod
  currency: string
  /** Null where the list stands beside it. */ onBack: (() => void) | null
}
export function MethodHead({ method, currency, onBack }: MethodHeadProps) {
  const t = useLabels('wallet')
  const words = useTranslation()
  const what = (
    <>
      <MethodLogo method={method} currency={currency} />
      <strong>{words(method.names)}</strong>
    </>
  )
  if (!onBack) return <h3 className={styles.head}>{what}</h3>
  return (
    <button type="button" className={styles.head} onClick={onBack}>
      <Icon name="chevron-left" />
      {what}
      <small>{t('otherMethods')}</small>
    </button>
  )
}
