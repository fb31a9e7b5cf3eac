/** The payment region and the link that changes it. */
import { Flag } from '../../design/flag/flag.tsx'
import { usePaymentRegion } from '../../features/wallet/region.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { ModalLink } from '../use-modal.tsx'
import styles from '../wallet.module.css'

export function RegionBlock() {
  const t = useLabels('wallet')
  const locale = useLocale()
  const { country } = usePaymentRegion()
  if (!country) return null
  const name = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
  return (
    <p className={styles.region}>
      <Flag country={country} />
      <span>{t('region', { country: name })}</span>
      <ModalLink modal="wallet-region">{t('change')}</ModalLink>
    </p>
  )
}
