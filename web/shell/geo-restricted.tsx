/** The geo-restricted layout's words. A player with money here can still reach and withdraw it. */
import { ButtonLink } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { useLabels } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'

export function GeoRestricted() {
  const t = useLabels('shell')
  const { isSignedIn } = useVisitor()
  return (
    <Empty icon="globe" title={t('geoTitle')} action={isSignedIn ? <ButtonLink to="/profile/wallet" tone="primary">{t('geoWithdraw')}</ButtonLink> : <ButtonLink to="/contact">{t('contact')}</ButtonLink>}>
      {t('geoText')}
    </Empty>
  )
}
