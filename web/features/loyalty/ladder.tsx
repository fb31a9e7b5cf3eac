/** All levels with their requirements and rewards; the player's level is marked. */
import type { LoyaltyLevel } from '#contract/loyalty.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './ladder.module.css'
import { LevelEmblem } from './level-emblem.tsx'
import { LevelRewards } from './level-rewards.tsx'
import { useNumber } from './use-number.ts'

/** `current` is null for a guest. */
export function Ladder({ levels, current }: { levels: LoyaltyLevel[]; current: number | null }) {
  const t = useLabels('loyalty')
  const number = useNumber()
  return (
    <ol className={styles.ladder}>
      {levels.map((level) => {
        const state = stateOf(level.order, current)
        return (
          <li
            key={level.order}
            className={styles.level}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <LevelEmblem order={level.order} state={state} />
            <div className={styles.words}>
              <h3>{level.name}</h3>
              <p className={styles.points}>
                {level.points === 0
                  ? t('fromStart')
                  : t('fromPoints', { count: level.points, points: number(level.points) })}
              </p>
              <LevelRewards level={level} />
            </div>
            {state === 'current' && <Badge tone="accent">{t('yourLevel')}</Badge>}
          </li>
        )
      })}
    </ol>
  )
}

/** For a guest every level is shown as reached. */
function stateOf(order: number, current: number | null): 'reached' | 'current' | 'ahead' {
  if (current === null || order < current) return 'reached'
  return order === current ? 'current' : 'ahead'
}
