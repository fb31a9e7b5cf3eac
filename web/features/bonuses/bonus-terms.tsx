/** The terms of an offer, one line each: conditions, reward, wagering, cost, expiry. */
import type { DepositBonus } from '#contract/bonuses.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ContributionList } from './contribution-list.tsx'
import { GameNames } from './game-names.tsx'
import { TermsList } from './terms-list.tsx'
import { depositRange } from './terms.ts'

const daySeconds = 86_400

export function BonusTerms({ bonus, currency }: { bonus: DepositBonus; currency: string }) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const { terms, assignConditions } = bonus
  const range = depositRange(bonus, currency)
  const maxBet = terms.maxBet.find((item) => item.currency === currency)
  const [spins] = assignConditions.presets
  const isWinsBonus = terms.winsAs === 'bonus'
  return (
    <>
      <p>{bonus.description}</p>
      <TermsList
        items={[
          range && [
            t('termDeposit'),
            range.to === null
              ? t('termFrom', { min: money(range.from, currency) })
              : t('termRange', { min: money(range.from, currency), max: money(range.to, currency) }),
          ],
          [t('termGives'), rewardText(bonus)],
          spins && [t('termGame'), <GameNames key="game" ids={[spins.gameId]} />],
          terms.winsAs && [t('termWins'), t(isWinsBonus ? 'termWinsBonus' : 'termWinsCash')],
          [
            t('termWager'),
            terms.wageringMultiplier > 0
              ? t(isWinsBonus ? 'termWagerTimesWins' : 'termWagerTimes', { times: terms.wageringMultiplier })
              : t('termNoWager'),
          ],
          [
            t('termCost'),
            terms.expectedCostPercent > 0
              ? t(isWinsBonus ? 'termCostPercentWins' : 'termCostPercent', { percent: terms.expectedCostPercent })
              : t('termNoCost'),
          ],
          [
            t('termMaxBet'),
            maxBet ? t('termMaxBetAmount', { amount: money(maxBet.amount, currency) }) : t('termNoMaxBet'),
          ],
          terms.contribution &&
            terms.wageringMultiplier > 0 && [
              t('termContribution'),
              <ContributionList key="contribution" contribution={terms.contribution} />,
            ],
          terms.isOnce && [t('termOnce'), t('termOnceHousehold')],
          [t('termExpiry'), t('termExpiryDays', { days: Math.round(terms.expiresAfterSeconds / daySeconds) })],
          terms.winsExpireAfterSeconds !== undefined && [
            t('termWinsExpiry'),
            t('termWinsExpiryDays', { days: Math.round(terms.winsExpireAfterSeconds / daySeconds) }),
          ],
        ]}
      />
      <p>{t('termWinsAndWithdrawal')}</p>
      <p>{t('termCancel')}</p>
    </>
  )

  function rewardText({ type, assignConditions: reward }: DepositBonus): string {
    const amountOf = (items: Array<{ currency: string; amount: number }>) =>
      money(items.find((item) => item.currency === currency)?.amount ?? 0, currency, { isShort: true })
    if (type === 1) return t('givesAmount', { amount: amountOf(reward.amountItems) })
    if (type === 2)
      return t('givesPercent', { percent: reward.depositPercentage ?? 0, max: amountOf(reward.maxAmountItems) })
    return t('givesSpins', { count: spins?.quantity ?? 0, amount: money(spins?.spinAmount ?? 0, currency) })
  }
}
