/**
 * A line below a game: whether its rounds add the side stake of the jackpot, how much that is, the pots, and the exact
 * return of game and side stake together at these pots. It is shown in both states, so that the game does not move when
 * it is switched. A pot that the player wins takes its place until the player has seen it.
 */
import { useState } from 'react'
import { returnOfTicket, returnTogether } from '#contract/jackpot-odds.ts'
import type { Jackpot } from '#contract/jackpots.ts'
import { Button } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money, useMoney } from '../../design/money/money.tsx'
import { Switch } from '../../design/field/field.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useBetweenRounds } from '../wallet/running-rounds.ts'
import styles from './jackpots.module.css'
import { useOwnJackpot, usePercent } from './use-jackpots.ts'
import { useWonPots, type WonPot, wonPots } from './won-pots.ts'

/** `rtp` is the game's, in percent; `stake` is that of the next round, null if it is unknown or free. */
type StripProps = { currency: string | undefined; rtp: number; stake: number | null }

export default function JackpotStrip({ currency, rtp, stake }: StripProps) {
  const { own, isPending, isBusy, change } = useOwnJackpot(currency)
  const won = useWonPots()
  // A pot that falls would reveal the result of the player's own round.
  const jackpot = useBetweenRounds(own?.jackpot ?? null)
  // The line keeps its room while it loads.
  if (isPending) return <div className={styles.strip} data-jackpot="" />
  if (!jackpot || !own) return null
  return (
    <StripView
      jackpot={jackpot}
      game={{ rtp, stake }}
      isOn={own.isOn}
      isBusy={isBusy}
      won={won}
      onSwitch={() => void change(own.isOn ? 'leave' : 'join')}
    />
  )
}

type ViewProps = {
  jackpot: Jackpot
  game: Pick<StripProps, 'rtp' | 'stake'>
  isOn: boolean
  isBusy: boolean
  won: readonly WonPot[]
  onSwitch: () => void
}
export function StripView({ jackpot, game, isOn, isBusy, won, onSwitch }: ViewProps) {
  const t = useLabels('jackpots')
  const money = useMoney()
  const { currency, sideStake, levels } = jackpot
  const hasWon = won.length > 0
  return (
    <div className={styles.strip} data-jackpot={hasWon ? 'won' : ''}>
      <p role="status" className={styles.won}>
        {won.map(({ level, amount, currency: paid, roundId }) => (
          <strong key={`${roundId} ${level}`}>
            <Icon name="trophy" size={20} /> {t('youWon', { level: t(`level_${level}`), amount: money(amount, paid) })}
          </strong>
        ))}
      </p>
      {hasWon ? (
        <>
          <Button size="s" onClick={wonPots.dismiss}>
            {t('wonSeen')}
          </Button>
          <Burst won={won} />
        </>
      ) : (
        <>
          <Switch isOn={isOn} isBusy={isBusy} onSwitch={onSwitch}>
            {t('switch', { amount: money(sideStake, currency) })}
          </Switch>
          <LivePots key={jackpot.id} levels={levels} currency={currency} />
          <Odds jackpot={jackpot} game={game} />
        </>
      )}
    </div>
  )
}

/** A pot that anybody has won since the game was opened moves once. */
function LivePots({ levels, currency }: Pick<Jackpot, 'levels' | 'currency'>) {
  const t = useLabels('jackpots')
  const [first] = useState(() => levels.map(({ wins }) => wins))
  return (
    <ul className={styles.pots}>
      {levels.map(({ level, pot, wins }, place) => (
        <li key={`${level} ${wins}`} data-level={level} data-fallen={wins > first[place]! || undefined}>
          <span className={styles.soft}>{t(`level_${level}`)}</span> <Money amount={pot} currency={currency} />
        </li>
      ))}
    </ul>
  )
}

function Odds({ jackpot, game: { rtp, stake } }: { jackpot: Jackpot; game: Pick<StripProps, 'rtp' | 'stake'> }) {
  const t = useLabels('jackpots')
  const money = useMoney()
  const percent = usePercent()
  const alone = t('returnNow', { percent: percent(returnOfTicket(jackpot)) })
  const together = stake === null ? null : percent(returnTogether({ rtp, stake }, jackpot))
  const text =
    together === null || stake === null
      ? alone
      : `${t('together', { percent: together, amount: money(stake, jackpot.currency) })} ${alone}`
  return (
    <Link to="/jackpots" className={styles.odds} title={text}>
      <span aria-hidden="true">
        {together === null
          ? t('returnShort', { percent: percent(returnOfTicket(jackpot)) })
          : t('togetherShort', { percent: together })}
      </span>
      <b className={styles.hidden}>{text}</b>
      <b className={styles.details}>{t('details')}</b>
      <Icon name="info" size={18} />
    </Link>
  )
}

const coins = Array.from({ length: 18 }, (_, place) => place)

/** Above everything and never in the way: presses pass through it, and it ends by itself. */
function Burst({ won }: { won: readonly WonPot[] }) {
  const t = useLabels('jackpots')
  const highest = won.find(({ level }) => level === 'grand') ?? won.find(({ level }) => level === 'major') ?? won[0]!
  return (
    <div className={styles.burst} data-level={highest.level} aria-hidden="true">
      {coins.map((place) => (
        <i key={place} className={styles.coin} />
      ))}
      <p className={styles.prize}>
        {won.map(({ level, amount, currency, roundId }) => (
          <span key={`${roundId} ${level}`}>
            {t(`level_${level}`)} <Money amount={amount} currency={currency} tone="win" />
          </span>
        ))}
      </p>
    </div>
  )
}
