/** The player's level, points, and progress to the next level. */
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { buttonClass } from '../../design/button/button.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { LevelEmblem } from './level-emblem.tsx'
import { progressOf } from './level-progress.ts'
import styles from './own-level.module.css'
import { useNumber } from './use-number.ts'

export function OwnLevel({ account, levelCount }: { account: LoyaltyAccount; levelCount: number }) {
  const t = useLabels('loyalty')
  const number = useNumber()
  const { points, currentLevel, nextLevel } = account
  const progress = progressOf(account)
  return (
    <section className={styles.card} aria-label={t('yourLevel')}>
      <LevelEmblem order={currentLevel.order} size={112} />
      <div className={styles.words}>
        <p className={styles.order}>{t('levelOf', { order: number(currentLevel.order), count: number(levelCount) })}</p>
        <h2>{currentLevel.name}</h2>
        <p className={styles.points}>
          <strong>{number(points)}</strong> {t('pointsWord', { count: points })}
        </p>
        {progress && nextLevel ? (
          <div className={styles.way}>
            <Progress percent={progress.percent} label={t('progressTo', { name: nextLevel.name })} />
            <p>
              <span>
                {t('missing', { count: progress.missing, points: number(progress.missing), name: nextLevel.name })}
              </span>
              <span>{number(nextLevel.points)}</span>
            </p>
          </div>
        ) : (
          <p className={styles.top}>{t('highest')}</p>
        )}
      </div>
      <ModalLink modal="loyalty-earn" className={buttonClass} data-tone="quiet">
        <Icon name="info" />
        {t('howToEarn')}
      </ModalLink>
    </section>
  )
}
