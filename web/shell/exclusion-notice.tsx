/** Tells players on every page that they are excluded, before they try something that is refused. */
import type { Exclusion } from '#contract/identity.ts'
import { useApi } from '../api/use-api.ts'
import { buttonClass } from '../design/button/button.tsx'
import { definitionOf } from '../features/limits/periods.ts'
import { useDayText } from '../features/limits/use-day-text.ts'
import { useProtection } from '../features/limits/use-protection.ts'
import { useLabels } from '../render/labels.tsx'
import { Link, useLocation } from '../render/router.tsx'
import styles from './cookie-notice.module.css'
import noticeStyles from './player-notices.module.css'

/** This page shows the exclusion itself. */
const limitsPage = '/profile/limits'

export function ExclusionNotice() {
  const exclusion = useApi('GET /api/player/profile').data?.exclusion
  const { path } = useLocation().page.entry
  return exclusion && path !== limitsPage && <ExclusionText exclusion={exclusion} />
}

export function ExclusionText({ exclusion }: { exclusion: Exclusion }) {
  const t = useLabels('limits')
  const day = useDayText()
  const { exclusionEndDelayHours: hours } = useProtection()
  const kind = exclusion.definition === definitionOf['self-exclusion'] ? 'self-exclusion' : 'cooling-off'
  const state = exclusion.isTermOver ? 'TermOver' : exclusion.isForced ? 'Forced' : 'Until'
  return (
    <section className={`${styles.notice} ${noticeStyles.limit}`} data-notice="limit" aria-label={t(`${kind}Title`)}>
      <p>
        {t(`${kind}${state}`, { until: day(exclusion.endsAt), hours })} {t('stillYours')}
      </p>
      <Link to={limitsPage} className={buttonClass} data-tone="quiet" data-size="s">
        {t('toLimits')}
      </Link>
    </section>
  )
}
