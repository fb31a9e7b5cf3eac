/** The outcome of a game of the floor, drawn from its record. */
import type { CSSProperties, ReactNode } from 'react'
import type { FloorOutcome } from '#contract/floor-rounds.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import styles from './fairness.module.css'
import floor from './floor-picture.module.css'

export function FloorPicture({ outcome }: { outcome: FloorOutcome }) {
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
  }
}

type OutcomeOf<Game extends FloorOutcome['game']> = Extract<FloorOutcome, { game: Game }>

function useTimes() {
  const figures = `${useLocale()}-u-nu-latn`
  return (value: number, digits = 0) =>
    `${new Intl.NumberFormat(figures, { minimumFractionDigits: digits }).format(value)}×`
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
        {gems.map((gem, place) => (
          <LazyImage
            key={place}
            src={`/studio/art/diamonds/symbols/gem${gem}.svg`}
            alt={String(gem + 1)}
            width={56}
            height={56}
            data-win={(hand !== 'none' && gems.filter((each) => each === gem).length > 1) || undefined}
          />
        ))}
      </div>
    </Result>
  )
}
