/** What new players are offered, in one line with the cost of its wagering. A chunk of its own, below the lobby's title. */
import type { DepositBonus } from '#contract/bonuses.ts'
import { useApi } from '../../api/use-api.ts'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link, useVisitor } from '../../render/router.tsx'
import { welcomePage } from './welcome-page.ts'

export default function GuestOffer() {
  const t = useLabels('lobby')
  const { init } = useVisitor()
  const headline = useOfferHeadline()
  const { data } = useApi(...welcomePage, { retry: false })
  const offer = data?.offers.find(({ state }) => state === 'open')?.offer
  // Nobody is invited to register from a country that is not served.
  if (!data || !offer || init.isRestricted) return null
  const { wageringMultiplier: times, expectedCostPercent: percent } = offer.terms
  return (
    <>
      <Link to="/welcome-package">{headline(offer, data.currency)}</Link>
      {' · '}
      <span>{times > 0 ? t('offerCost', { times, percent }) : t('offerNoWager')}</span>
    </>
  )
}

function useOfferHeadline(): (offer: DepositBonus, currency: string) => string {
  const t = useLabels('lobby')
  const money = useMoney()
  return ({ type, assignConditions: reward }, currency) => {
    const amountOf = (items: Array<{ currency: string; amount: number }>) =>
      money(items.find((item) => item.currency === currency)?.amount ?? 0, currency, { isShort: true })
    if (type === 1) return t('offerAmount', { amount: amountOf(reward.amountItems) })
    if (type === 3) return t('offerSpins', { count: reward.presets[0]?.quantity ?? 0 })
    return t('offerPercent', { percent: reward.depositPercentage ?? 0, max: amountOf(reward.maxAmountItems) })
  }
}
