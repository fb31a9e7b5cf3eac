/**
 * Tells players on every page that they are excluded, before they try something that is refused, and leads from a page
 * that offers play to the page of the break when one begins.
 */
import { useEffect, useEffectEvent } from 'react'
import type { Exclusion } from '#contract/identity.ts'
import { useApi } from '../api/use-api.ts'
import { buttonClass } from '../design/button/button.tsx'
import { definitionOf } from '../features/limits/periods.ts'
import { useBreakText } from '../features/limits/use-break-text.ts'
import { useLabels } from '../render/labels.tsx'
import { breakPath, isClosedOnBreak } from '../render/break-pages.ts'
import { Link, useGo, useLocation } from '../render/router.tsx'
import styles from './cookie-notice.module.css'
import noticeStyles from './player-notices.module.css'

/** These pages show the exclusion themselves. */
const pagesWithBreak = ['/profile/limits', breakPath]

export function ExclusionNotice() {
  const exclusion = useApi('GET /api/player/profile').data?.exclusion
  const { page, search } = useLocation()
  const go = useGo()
  const mustLeave = Boolean(exclusion) && isClosedOnBreak(page.entry, new URLSearchParams(search))
  const leave = useEffectEvent(() => go(breakPath, { replace: true }))
  useEffect(() => {
    if (mustLeave) void leave()
  }, [mustLeave])
  return exclusion && !pagesWithBreak.includes(page.entry.path) && <ExclusionText exclusion={exclusion} />
}

export function ExclusionText({ exclusion }: { exclusion: Exclusion }) {
  const t = useLabels('limits')
  const text = useBreakText()
  const kind = exclusion.definition === definitionOf['self-exclusion'] ? 'self-exclusion' : 'cooling-off'
  return (
    <section className={`${styles.notice} ${noticeStyles.limit}`} data-notice="limit" aria-label={t(`${kind}Title`)}>
      <p>
        {text(exclusion)} {t('stillYours')}
      </p>
      <Link to={breakPath} className={buttonClass} data-tone="quiet" data-size="s">
        {t('toBreak')}
      </Link>
    </section>
  )
}
