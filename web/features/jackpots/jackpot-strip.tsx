/**
 * A line below a game: whether its rounds add the side stake of the jackpot, how much that is, the pots, and the exact
 * return at these pots. It is shown in both states, so that the game does not move when it is switched.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { returnOfTicket } from '#contract/jackpot-odds.ts'
import type { Jackpot } from '#contract/jackpots.ts'
import { invalidate } from '../../api/use-api.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './jackpots.module.css'
import { useOwnJackpot, usePercent } from './use-jackpots.ts'

/** `rounds`: of the session; a round that ended may have changed the pots. */
export default function JackpotStrip({ currency, rounds }: { currency: string; rounds: number }) {
  const { own, isBusy, change } = useOwnJackpot(currency)
  const client = useQueryClient()
  useEffect(() => {
    void invalidate(client, 'GET /api/game/jackpots/{currency}/own')
  }, [client, rounds])
  if (!own?.jackpot) return null
  return (
    <StripView
      jackpot={own.jackpot}
      isOn={own.isOn}
      isBusy={isBusy}
      onSwitch={() => void change(own.isOn ? 'leave' : 'join')}
    />
  )
}

type ViewProps = { jackpot: Jackpot; isOn: boolean; isBusy: boolean; onSwitch: () => void }
export function StripView({ jackpot, isOn, isBusy, onSwitch }: ViewProps) {
  const t = useLabels('jackpots')
  const money = useMoney()
  const percent = usePercent()
  const { currency, sideStake, levels } = jackpot
  const ratio = percent(returnOfTicket(jackpot))
  return (
    <div className={styles.strip}>
      <label className={styles.switch}>
        <input type="checkbox" role="switch" aria-checked={isOn} checked={isOn} disabled={isBusy} onChange={onSwitch} />
        <span>{t('switch', { amount: money(sideStake, currency) })}</span>
      </label>
      <ul className={styles.pots}>
        {levels.map(({ level, pot }) => (
          <li key={level} data-level={level}>
            <span className={styles.soft}>{t(`level_${level}`)}</span> <Money amount={pot} currency={currency} />
          </li>
        ))}
      </ul>
      <Link to="/jackpots" className={styles.odds} title={t('returnNow', { percent: ratio })}>
        <span>{t('returnShort', { percent: ratio })}</span>
        <b className={styles.hidden}>{t('details')}</b>
        <Icon name="info" size={18} />
      </Link>
    </div>
  )
}
