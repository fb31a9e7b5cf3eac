/** The rewards of a level, as a list. */
import type { LoyaltyLevel } from '#contract/loyalty.ts'
import { Money, useMoney } from '../../design/money/money.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './level-rewards.module.css'
import { useNumber } from './use-number.ts'

export function LevelRewards({ level }: { level: LoyaltyLevel }) {
  const t = useLabels('loyalty')
  const number = useNumber()
  const money = useMoney()
  return (
    <ul className={styles.rewards}>
      {level.rewards.map((reward, index) => (
        <li key={index}>
          <Icon name="gift" size={16} />
          {reward.kind === 'cash' && (
            <span>
              <Money amount={reward.amount} currency={reward.currency} /> {t('inCash')}
            </span>
          )}
          {reward.kind === 'offer' && (
            <span>
              {reward.name}
              {reward.game && (
                <>
                  {' ·\u00a0'}
                  <Link to={`/games/${reward.game.id}`}>{reward.game.name}</Link>
                </>
              )}
            </span>
          )}
          {reward.kind === 'freeBet' && <span>{t('freeBet', { amount: money(reward.amount, reward.currency) })}</span>}
          {reward.kind === 'points' && (
            <span>{t('points', { count: reward.points, points: number(reward.points) })}</span>
          )}
        </li>
      ))}
      {level.cashbackPercent > 0 && (
        <li>
          <Icon name="history" size={16} />
          <span>{t('cashback', { percent: number(level.cashbackPercent) })}</span>
        </li>
      )}
      {level.benefits.map((benefit) => (
        <li key={benefit}>
          <Icon name="check" size={16} />
          <span>{benefit}</span>
        </li>
      ))}
    </ul>
  )
}
