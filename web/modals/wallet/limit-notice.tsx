/** A reached limit or a cooling-off stands where the deposit form would be. */
import { ButtonLink } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { useLabels } from '../../render/labels.tsx'

export function LimitNotice() {
  const t = useLabels('wallet')
  return <Empty icon="shield" title={t('limitReached')} action={<ButtonLink to="/profile/limits">{t('toLimits')}</ButtonLink>}>{t('limitReachedText')}</Empty>
}
