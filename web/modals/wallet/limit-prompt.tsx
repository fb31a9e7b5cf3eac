/**
 * Suggests a deposit limit before the first deposit (player protection, 1). The player may decline it once in this
 * browser. If the law requires a limit, the prompt replaces the deposit and cannot be declined.
 */
import { useApi } from '../../api/use-api.ts'
import { Button, buttonClass } from '../../design/button/button.tsx'
import { definitionOf } from '../../features/limits/periods.ts'
import { declinedPrompt, declineLimitPrompts } from '../../features/limits/registration-prompt.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import { useProtection } from '../../features/limits/use-protection.ts'
import { useLabels, useList } from '../../render/labels.tsx'
import { ModalLink } from '../use-modal.tsx'
import styles from '../wallet.module.css'

/** Returns whether a legally required limit is missing, without which no deposit is possible. */
export function useIsLimitRequired(): boolean {
  return useProtection().missingLimits.length > 0
}

export function LimitPrompt() {
  const t = useLabels('limits')
  const list = useList()
  const { data: limits } = useLimits()
  const { data: profile } = useApi('GET /api/player/profile')
  const { limitPrompts, missingLimits } = useProtection()
  const isDeclined = declinedPrompt.use() === profile?.id
  const [missing] = missingLimits
  const hasLimit = limits?.some(({ definition }) => definition === definitionOf.deposit) ?? true
  if (!missing && (hasLimit || !profile || isDeclined || !limitPrompts.includes('first-deposit'))) return null
  return (
    <section className={styles.prompt} aria-labelledby="limit-prompt">
      <h3 id="limit-prompt">{t('promptTitle')}</h3>
      <p>
        {missing
          ? t('promptRequired', {
              periods: list(missingLimits.map(({ period }) => t(period))),
              count: missingLimits.length,
            })
          : t('promptText')}
      </p>
      <p className={styles.choices}>
        <ModalLink
          modal="add-cash-limit"
          value={missing?.period ?? 'deposit'}
          className={buttonClass}
          data-tone={missing ? 'primary' : 'quiet'}
          data-size="s"
        >
          {t('promptSet')}
        </ModalLink>
        {!missing && (
          <Button tone="plain" size="s" onClick={() => declineLimitPrompts(profile!.id)}>
            {t('promptSkip')}
          </Button>
        )}
      </p>
    </section>
  )
}
