/** Offers the identity check before anything depends on it. Nothing is shown once it has begun, or where there is none. */
import { useApi } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './verify-offer.module.css'

export function VerifyOffer() {
  const { data: check } = useApi('GET /api/player/services/sumsub')
  const t = useLabels('holds')
  if (!check?.isEnabled || (check.status !== 'none' && check.status !== 'retry')) return null
  return (
    <Link to="/profile/verification" className={styles.offer}>
      <Icon name="shield" />
      <span className={styles.words}>
        <strong>{t('offerTitle')}</strong>
        <small>{t('offerText')}</small>
        <span className={styles.do}>{t('offerDo')}</span>
      </span>
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}
