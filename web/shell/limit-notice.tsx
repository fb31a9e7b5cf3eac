/**
 * Suggests a deposit limit to players who have just registered. It is shown above every page until it is answered
 * (player protection, section 1).
 */
import { useEffect } from 'react'
import { useApi } from '../api/use-api.ts'
import { Button, buttonClass } from '../design/button/button.tsx'
import { definitionOf } from '../features/limits/periods.ts'
import { declineLimitPrompts, promptAfterForm, registrationPrompt } from '../features/limits/registration-prompt.ts'
import { useLimits } from '../features/limits/use-limits.ts'
import { useProtection } from '../features/limits/use-protection.ts'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import styles from './cookie-notice.module.css'
import noticeStyles from './player-notices.module.css'

export function LimitNotice() {
  const playerId = registrationPrompt.use()
  useEffect(promptAfterForm, [])
  return playerId && <LimitSuggestion playerId={playerId} onDecline={() => declineLimitPrompts(playerId)} />
}

export function LimitSuggestion({ playerId, onDecline }: { playerId: string; onDecline: () => void }) {
  const t = useLabels('shell')
  const { data: profile } = useApi('GET /api/player/profile')
  const { data: limits } = useLimits()
  const { limitPrompts } = useProtection()
  const hasLimit = limits?.some(({ definition }) => definition === definitionOf.deposit) ?? true
  if (hasLimit || profile?.id !== playerId || profile.exclusion || !limitPrompts.includes('registration')) return null
  return (
    <section
      className={`${styles.notice} ${noticeStyles.limit}`}
      data-notice="limit"
      aria-label={t('limitNoticeTitle')}
    >
      <p>{t('limitNotice')}</p>
      <ModalLink modal="add-cash-limit" value="deposit" className={buttonClass} data-tone="quiet" data-size="s">
        {t('limitNoticeSet')}
      </ModalLink>
      <Button size="s" tone="plain" onClick={onDecline}>
        {t('limitNoticeLater')}
      </Button>
    </section>
  )
}
