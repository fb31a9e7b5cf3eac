/** The rewards of a quest: cash, an offer or points. */
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
    return reward.kind === 'points' ? t('rewardPoints', { points: reward.points }) : reward.name
  }
}

const icons = { cash: 'coins', offer: 'gift', points: 'star' } as const

export function RewardList({ rewards, isLarge }: { rewards: QuestReward[]; isLarge?: boolean }) {
  const textOf = useRewardText()
  return (
    <ul className={styles.rewards} data-large={isLarge || undefined}>
      {rewards.map((reward) => (
        <li key={textOf(reward)}>
          <Icon name={icons[reward.kind]} size={isLarge ? 28 : 18} />
          <span>
            <bdi>{textOf(reward)}</bdi>
            {isLarge && reward.kind === 'offer' && <small>{reward.description}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}
