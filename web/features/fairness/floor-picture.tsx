/** Draws the recorded outcome of a table game or an original such as limbo. */
import type { CSSProperties, ReactNode } from 'react'
import type { FloorOutcome } from '#contract/floor-rounds.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { Cards } from './cards.tsx'
import styles from './fairness.module.css'
import floor from './floor-picture.module.css'

type FloorPictureProps = { outcome: FloorOutcome; currency: string | null }

/** Without a currency, bets are shown in subunits. */
export function FloorPicture({ outcome, currency }: FloorPictureProps) {
  switch (outcome.game) {
    case 'limbo':
      return <LimboPicture {...outcome} />
    case 'wheel':
      return <WheelPicture {...outcome} />
    case 'plinko':
      return <PlinkoPicture {...outcome} />
    case 'keno':
      return <KenoPicture {...outcome} />
    case 'diamonds':
      return <DiamondsPicture {...outcome} />
    case 'roulette':
    case 'french-roulette':
      return <RoulettePicture outcome={outcome} currency={currency} />
    case 'baccarat':
      return <BaccaratPicture outcome={outcome} currency={currency} />
  }
}

type OutcomeOf<Game extends FloorOutcome['game']> = Extract<FloorOutcome, { game: Game }>

function useTimes() {
  const locale = useLocale()
  return (value: number, digits = 0) => `${numberFormat(locale, { minimumFractionDigits: digits }).format(value)}×`
}

/** A multiplier in large figures, a drawing if there is one, and a line of text. */
function Result({
  figure,
  isWin,
  text,
  children,
}: {
  figure: string
  isWin: boolean
  text: string
  children?: ReactNode
}) {
  return (
    <figure className={styles.dice}>
      <strong className={styles.roll} data-win={isWin || undefined} dir="ltr">
        {figure}
      </strong>
      {children}
      <figcaption>{text}</figcaption>
    </figure>
  )
}

function LimboPicture({ reached, target, isWin }: OutcomeOf<'limbo'>) {
  const t = useLabels('fairness')
  const times = useTimes()
  return <Result figure={times(reached, 2)} isWin={isWin} text={t('targetOf', { target: times(target) })} />
}

function WheelPicture({ at, segments, multiplier, risk }: OutcomeOf<'wheel'>) {
  const t = useLabels('fairness')
  const times = useTimes()
  const turn = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI
    return `${(Math.cos(angle) * 48).toFixed(2)} ${(Math.sin(angle) * 48).toFixed(2)}`
  }
  return (
    <Result
      figure={times(multiplier)}
      isWin={multiplier > 1}
      text={t('segmentOf', { segment: at + 1, segments, risk: t(`risk_${risk}`) })}
    >
      <svg className={floor.wheel} viewBox="-50 -50 100 100" aria-hidden="true">
        {Array.from({ length: segments }, (_, index) => (
          <path
            key={index}
            data-hit={index === at || undefined}
            d={`M0 0L${turn((index - 0.5) / segments)}A48 48 0 0 1 ${turn((index + 0.5) / segments)}Z`}
          />
        ))}
        <circle r="20" />
      </svg>
    </Result>
  )
}

function PlinkoPicture({ path, rows, bucket, multiplier, risk }: OutcomeOf<'plinko'>) {
  const t = useLabels('fairness')
  const times = useTimes()
  const points = path.reduce<Array<[number, number]>>(
    (all, step, row) => [...all, [all.at(-1)![0] + (step ? 5 : -5), (row + 1) * 8]],
    [[0, 0]],
  )
  return (
    <Result
      figure={times(multiplier)}
      isWin={multiplier > 1}
      text={t('bucketOf', { bucket: bucket + 1, buckets: rows + 1, risk: t(`risk_${risk}`) })}
    >
      <svg
        className={floor.plinko}
        viewBox={`${-rows * 5 - 8} -4 ${rows * 10 + 16} ${rows * 8 + 14}`}
        direction="ltr"
        aria-hidden="true"
      >
        {path.flatMap((_, row) =>
          Array.from({ length: row + 1 }, (__, pin) => (
            <circle key={`${row} ${pin}`} cx={(pin - row / 2) * 10} cy={row * 8 + 3} r="1.2" />
          )),
        )}
        <polyline points={points.map(([x, y]) => `${x},${y}`).join(' ')} />
        <circle className={floor.ball} cx={points.at(-1)![0]} cy={rows * 8 + 3} r="3.4" />
      </svg>
    </Result>
  )
}

function KenoPicture({ drawn, picks, hits, multiplier, risk }: OutcomeOf<'keno'>) {
  const t = useLabels('fairness')
  const times = useTimes()
  return (
    <Result
      figure={times(multiplier)}
      isWin={multiplier > 1}
      text={t('hitsOf', { hits, picks: picks.length, risk: t(`risk_${risk}`) })}
    >
      <ol className={floor.numbers} dir="ltr">
        {Array.from({ length: 40 }, (_, index) => index + 1).map((number) => (
          <li
            key={number}
            data-picked={picks.includes(number) || undefined}
            data-drawn={drawn.includes(number) || undefined}
          >
            {number}
          </li>
        ))}
      </ol>
    </Result>
  )
}

function DiamondsPicture({ gems, hand, multiplier }: OutcomeOf<'diamonds'>) {
  const t = useLabels('fairness')
  const times = useTimes()
  return (
    <Result figure={times(multiplier)} isWin={multiplier > 1} text={t(`hand_${hand}`)}>
      <div className={styles.reels} dir="ltr" style={{ '--reels': gems.length } as CSSProperties}>
        {gems.map((gem, position) => (
          <LazyImage
            key={position}
            src={`/studio/art/diamonds/symbols/gem${gem}.svg`}
            alt={t(`symbol_gem${gem}`)}
            width={56}
            height={56}
            data-win={(hand !== 'none' && gems.filter((other) => other === gem).length > 1) || undefined}
          />
        ))}
      </div>
    </Result>
  )
}

const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

function RoulettePicture({ outcome: { pocket, bets }, currency }: TableProps<'roulette' | 'french-roulette'>) {
  const t = useLabels('fairness')
  const colour = pocket === 0 ? 'zero' : reds.has(pocket) ? 'red' : 'black'
  return (
    <figure className={styles.dice}>
      <strong className={floor.pocket} data-colour={colour} dir="ltr">
        {pocket}
      </strong>
      <figcaption>{t(`pocket_${colour}`)}</figcaption>
      <BetList bets={bets} currency={currency} nameOf={(position) => placeName(position, t)} />
    </figure>
  )
}

/** Inside bets are named by their numbers. */
function placeName(position: string, t: ReturnType<typeof useLabels>): string {
  const [, kind = '', number = ''] = /^(dozen|column)(\d)$/.exec(position) ?? []
  if (kind) return t(`bet_${kind}`, { number })
  return /^\d/.test(position) ? position.replaceAll('-', ', ') : t(`bet_${position}`)
}

function BaccaratPicture({ outcome, currency }: TableProps<'baccarat'>) {
  const t = useLabels('fairness')
  return (
    <figure className={styles.dice}>
      {(['player', 'banker'] as const).map((side) => (
        <div key={side} className={floor.hand} data-won={outcome.winner === side || undefined}>
          <span>{t(`bet_${side}`)}</span>
          <Cards cards={outcome[side]} gameId={outcome.game} />
        </div>
      ))}
      <figcaption>{t(`winner_${outcome.winner}`)}</figcaption>
      <BetList bets={outcome.bets} currency={currency} nameOf={(position) => t(`bet_${position}`)} />
    </figure>
  )
}

type TableProps<Game extends FloorOutcome['game']> = { outcome: OutcomeOf<Game>; currency: string | null }
type BetListProps = {
  bets: OutcomeOf<'roulette' | 'french-roulette'>['bets']
  currency: string | null
  nameOf: (position: string) => string
}

function BetList({ bets, currency, nameOf }: BetListProps) {
  const t = useLabels('fairness')
  const money = useMoney()
  return (
    <ul className={floor.bets} aria-label={t('bets')}>
      {bets.map(({ position, amount }) => (
        <li key={position}>
          <bdi>{nameOf(position)}</bdi> <strong>{currency ? money(amount, currency) : amount}</strong>
        </li>
      ))}
    </ul>
  )
}
