/** The rewards of a quest: cash, an offer, a free bet or points. */
import type { QuestReward } from '#contract/quests.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './quests.module.css'

export function useRewardText(): (reward: QuestReward) => string {
  const t = useLabels('quests')
  const money = useMoney()
  return (reward) => {
    if (reward.kind === 'cash') return t('rewardCash', { amount: money(reward.amount, reward.currency) })
    if (reward.kind === 'freeBet') return t('rewardFreeBet', { amount: money(reward.amount, reward.currency) })
    return reward.kind === 'points' ? t('rewardPoints', { points: reward.points }) : reward.name
  }
}

const icons = { cash: 'coins', offer: 'gift', freeBet: 'ball', points: 'star' } as const

const daySeconds = 86_400

export function RewardList({ rewards, isLarge }: { rewards: QuestReward[]; isLarge?: boolean }) {
  const t = useLabels('quests')
  const textOf = useRewardText()
  return (
    <ul className={styles.rewards} data-large={isLarge || undefined}>
      {rewards.map((reward) => (
        <li key={textOf(reward)}>
          <Icon name={icons[reward.kind]} size={isLarge ? 28 : 18} />
          <span>
            <bdi>{textOf(reward)}</bdi>
            {isLarge && reward.kind === 'offer' && <small>{reward.description}</small>}
            {isLarge && reward.kind === 'freeBet' && (
              <small>
                {t('rewardFreeBetTerms', {
                  odds: reward.minOdds,
                  days: Math.round(reward.expiresAfterSeconds / daySeconds),
                })}
              </small>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
