/** Shows the outcome of a round as the player saw it: reels, dice, or the picture of another game. */
import type { CSSProperties } from 'react'
import type { FairOutcome } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import styles from './fairness.module.css'
import { FloorPicture } from './floor-picture.tsx'
import { SteppedPicture } from './stepped-picture.tsx'

type Slot = Extract<FairOutcome, { spins: unknown }>
type Dice = Extract<FairOutcome, { roll: unknown }>
const maxSpins = 20

type PictureProps = { gameId: string; outcome: FairOutcome; currency: string | null }

/** Without a currency, payouts are shown in subunits. */
export function OutcomePicture({ gameId, outcome, currency }: PictureProps) {
  if ('roll' in outcome) return <DicePicture outcome={outcome} />
  if ('acts' in outcome) return <SteppedPicture gameId={gameId} outcome={outcome} />
  if ('game' in outcome) return <FloorPicture outcome={outcome} currency={currency} />
  return <SpinPictures gameId={gameId} spins={outcome.spins} currency={currency} />
}

type SpinsProps = { gameId: string; spins: Slot['spins']; currency: string | null }

function SpinPictures({ gameId, spins, currency }: SpinsProps) {
  const t = useLabels('fairness')
  const { data: game } = useApi('GET /api/game/games/{id}', { params: { id: gameId } })
  const more = spins.length - maxSpins
  return (
    <>
      <ol className={styles.spins}>
        {spins.slice(0, maxSpins).map((spin, index) => (
          <li key={index}>
            <SpinPicture
              gameId={gameId}
              spin={spin}
              number={index + 1}
              currency={currency}
              names={game?.symbols ?? {}}
            />
          </li>
        ))}
      </ol>
      {more > 0 && <p className={styles.soft}>{t('moreSpins', { count: more })}</p>}
    </>
  )
}

type SpinProps = {
  gameId: string
  spin: Slot['spins'][number]
  number: number
  currency: string | null
  /** Names by symbol. Empty places, and symbols of games that are no longer offered, have none. */
  names: Record<string, string>
}

function SpinPicture({ gameId, spin, number, currency, names }: SpinProps) {
  const t = useLabels('fairness')
  const money = useMoney()
  const winning = new Set(spin.wins.flatMap(({ positions }) => positions.map(String)))
  const payout = currency ? money(spin.payout, currency) : String(spin.payout)
  return (
    <figure className={styles.spin}>
      <div className={styles.reels} dir="ltr" style={{ '--reels': spin.grid.length } as CSSProperties}>
        {Array.from({ length: Math.max(...spin.grid.map(({ length }) => length)) }, (_, row) =>
          spin.grid.map((reel, index) => {
            const symbol = reel[row]
            const value = spin.values?.[index]?.[row]
            // Reels may differ in height.
            return symbol === undefined ? (
              <span key={`${index} ${row}`} />
            ) : (
              <span key={`${index} ${row}`} className={styles.place}>
                <LazyImage
                  src={`/studio/art/${gameId}/symbols/${symbol}.svg`}
                  alt={names[symbol] ?? ''}
                  width={56}
                  height={56}
                  data-win={winning.has(String([index, row])) || undefined}
                />
                {value ? <bdi>{currency ? money(value, currency) : value}</bdi> : null}
              </span>
            )
          }),
        )}
      </div>
      <figcaption>{t('spinPaid', { number, payout })}</figcaption>
    </figure>
  )
}

const rollDigits = { minimumIntegerDigits: 2, minimumFractionDigits: 2 } as const

function DicePicture({ outcome: { roll, target, direction, isWin } }: { outcome: Dice }) {
  const t = useLabels('fairness')
  const format = numberFormat(useLocale(), rollDigits)
  const decimals = (value: number) => format.format(value / 100)
  const zone =
    direction === 'under'
      ? { '--from': '0%', '--to': `${target / 100}%` }
      : { '--from': `${target / 100}%`, '--to': '100%' }
  return (
    <figure className={styles.dice}>
      <strong className={styles.roll} data-win={isWin || undefined} dir="ltr">
        {decimals(roll)}
      </strong>
      <div className={styles.track} dir="ltr" style={{ ...zone, '--at': `${roll / 100}%` } as CSSProperties}>
        <span className={styles.zone} />
        <span className={styles.marker} data-win={isWin || undefined} />
      </div>
      <figcaption>{t(direction === 'under' ? 'winsUnder' : 'winsOver', { target: decimals(target) })}</figcaption>
    </figure>
  )
}
