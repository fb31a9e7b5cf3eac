/** Tells guests in a country where nobody can register so on arrival, rather than at the last press of a form or slip. */
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'
import styles from './cookie-notice.module.css'

export function RestrictedNotice() {
  const t = useLabels('shell')
  const { isSignedIn, init } = useVisitor()
  if (isSignedIn || init.restrictType !== 2) return null
  return (
    <section className={styles.notice} data-notice="restricted" aria-label={t('restrictedTitle')}>
      <p>
        {t('restrictedText')} <ModalLink modal="geo-restricted-type">{t('restrictedMore')}</ModalLink>
      </p>
    </section>
  )
}
