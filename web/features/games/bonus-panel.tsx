/** Explains an active bonus in a game: bonus money, order of stakes, wagering and maximum stake. */
import type { PlayerBonus } from '#contract/bonuses.ts'
import type { Account } from '#contract/wallet.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { Detail } from '../../design/detail/detail.tsx'
import { Money } from '../../design/money/money.tsx'
import { Progress } from '../../design/progress/progress.tsx'
import { useLabels } from '../../render/labels.tsx'
import { percentOf } from '../limits/periods.ts'
import styles from './statistics.module.css'

type BonusInPlay = {
  bonus: PlayerBonus
  /** How much of a stake in this game counts towards wagering. */
  percent: number
  account: Pick<Account, 'balance' | 'bonusBalance'>
}

export default function BonusPanel({ bonus, percent, account }: BonusInPlay) {
  const t = useLabels('games')
  const isExcluded = percent === 0
  const { currency, maxBetAmount } = bonus
  const placed = bonus.wagerTotal - bonus.wagerRemaining
  const amounts = [
    ['cash', account.balance - account.bonusBalance],
    ['bonusMoney', account.bonusBalance],
    ['wagering', placed],
    ['wagerLeft', bonus.wagerRemaining],
    ['highestStake', maxBetAmount],
  ] as const
  return (
    <section className={styles.statistics} aria-labelledby="bonus-in-play">
      <h2 id="bonus-in-play">{bonus.name}</h2>
      <p>{t(isExcluded ? 'bonusExcluded' : 'stakedFirst')}</p>
      {!isExcluded && percent < 100 && <p>{t('bonusCounts', { percent })}</p>}
      <Progress label={t('wagering')} percent={percentOf(placed, bonus.wagerTotal)} />
      <dl className={styles.figures}>
        {amounts.map(
          ([name, amount]) =>
            amount !== null && (
              <Detail key={name} className={name === 'highestStake' ? styles.net : undefined} term={t(name)}>
                <Money amount={amount} currency={currency} />
              </Detail>
            ),
        )}
      </dl>
      <ButtonLink to="/profile/bonuses" size="s">
        {t('toBonuses')}
      </ButtonLink>
    </section>
  )
}
