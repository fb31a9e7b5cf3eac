/** The header of a form: picture, name and terms of the method and, on narrow screens, a button back to the list. */
import type { PaymentMethod } from '#contract/payments.ts'
import { dotted } from '../../design/dotted.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useMethodTerms } from '../../features/payments/terms.ts'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'
import { MethodLogo } from './method-list.tsx'
import styles from '../wallet.module.css'

type MethodHeadProps = {
  method: PaymentMethod
  currency: string
  /** Null if the list is shown next to the form. */ onBack: (() => void) | null
}
export function MethodHead({ method, currency, onBack }: MethodHeadProps) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  const what = (
    <>
      <MethodLogo method={method} currency={currency} />
      <strong>{texts(method.names)}</strong>
    </>
  )
  return (
    <>
      {onBack ? (
        <button type="button" className={styles.head} onClick={onBack}>
          <Icon name="chevron-left" />
          {what}
          <small>{t('change')}</small>
        </button>
      ) : (
        <h3 className={styles.head}>{what}</h3>
      )}
      {/* For deposits to an address, the terms follow the bonuses, which must fit the first screen of a phone. */}
      {method.type === 'form' && <MethodTerms method={method} currency={currency} />}
    </>
  )
}

export function MethodTerms({ method, currency }: Pick<MethodHeadProps, 'method' | 'currency'>) {
  const terms = useMethodTerms()(method, currency)
  return terms.length > 0 && <p className={styles.note}>{dotted(terms)}</p>
}
