/** The end of a round of several steps: everything that was hidden, and the player's steps. */
import type { CSSProperties } from 'react'
import type { FairOutcome } from '#contract/games.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { Cards } from './cards.tsx'
import { timesIn } from './times.ts'
import styles from './fairness.module.css'

type Stepped = Extract<FairOutcome, { acts: unknown }>
type ViewOf<Game extends Stepped['view']['game']> = Extract<Stepped['view'], { game: Game }>

export function SteppedPicture({ gameId, outcome: { view, acts } }: { gameId: string; outcome: Stepped }) {
  const t = useLabels('fairness')
  const locale = useLocale()
  const times = timesIn(locale)
  const steps = acts
    .map(({ type, at, hold = [], hundredths }) =>
      t(`act_${type}`, {
        at: at === undefined ? '' : at + 1,
        held: hold.map((place) => place + 1).join(' ') || '–',
        multiplier: hundredths === undefined ? '' : times(hundredths),
      }),
    )
    .join(locale === 'ar' ? '، ' : ', ')
  return (
    <figure className={styles.stepped}>
      {view.game === 'mines' && <Mines view={view} gameId={gameId} />}
      {view.game === 'towers' && <Towers view={view} gameId={gameId} />}
      {(view.game === 'hilo' || view.game === 'poker') && <Cards cards={view.cards} gameId={gameId} />}
      {view.game === 'blackjack' && <Blackjack view={view} gameId={gameId} />}
      {view.game === 'crash' && <Crash view={view} />}
      <figcaption>{t('stepsOf', { steps })}</figcaption>
    </figure>
  )
}

type TileProps = { gameId: string; symbol: 'mine' | 'gem' | 'lamp' | 'trap'; isChosen: boolean; isBad: boolean }

function Tile({ gameId, symbol, isChosen, isBad }: TileProps) {
  const t = useLabels('fairness')
  return (
    <LazyImage
      src={`/studio/art/${gameId}/symbols/${symbol}.svg`}
      alt={t(`symbol_${symbol}`)}
      width={48}
      height={48}
      data-win={(isChosen && !isBad) || undefined}
      data-lost={(isChosen && isBad) || undefined}
      data-faint={!isChosen || undefined}
    />
  )
}

const columnsOf = (columns: number) => ({ '--reels': columns }) as CSSProperties

function Mines({ view: { count, mines, revealed }, gameId }: { view: ViewOf<'mines'>; gameId: string }) {
  const t = useLabels('fairness')
  const hidden = mines ?? []
  return (
    <>
      <div className={styles.reels} dir="ltr" style={columnsOf(5)}>
        {Array.from({ length: 25 }, (_, tile) => (
          <Tile
            key={tile}
            gameId={gameId}
            symbol={hidden.includes(tile) ? 'mine' : 'gem'}
            isChosen={revealed.includes(tile)}
            isBad={hidden.includes(tile)}
          />
        ))}
      </div>
      <p>{t('minesOf', { count, safe: revealed.filter((tile) => !hidden.includes(tile)).length })}</p>
    </>
  )
}

const doors = { easy: 4, medium: 3, hard: 2, expert: 3, master: 4 } as const

/** Shows the top floor first. */
function Towers({ view: { tower, safe, climbed }, gameId }: { view: ViewOf<'towers'>; gameId: string }) {
  const t = useLabels('fairness')
  const floors = safe ?? []
  const isSafe = (floor: number, door: number) => floors[floor]!.includes(door)
  return (
    <>
      <div className={styles.reels} dir="ltr" style={columnsOf(doors[tower])}>
        {floors
          .map((_, floor) => floor)
          .toReversed()
          .flatMap((floor) =>
            Array.from({ length: doors[tower] }, (_, door) => (
              <Tile
                key={`${floor} ${door}`}
                gameId={gameId}
                symbol={isSafe(floor, door) ? 'lamp' : 'trap'}
                isChosen={climbed[floor] === door}
                isBad={!isSafe(floor, door)}
              />
            )),
          )}
      </div>
      <p>{t('towerOf', { floors: climbed.filter((door, floor) => isSafe(floor, door)).length })}</p>
    </>
  )
}

function Blackjack({ view: { dealer, hands }, gameId }: { view: ViewOf<'blackjack'>; gameId: string }) {
  const t = useLabels('fairness')
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('dealerHand')}</dt>
        <dd>
          <Cards cards={dealer} gameId={gameId} />
        </dd>
      </div>
      {hands.map(({ cards }, index) => (
        <div key={index}>
          <dt>{t('playerHand', { number: index + 1 })}</dt>
          <dd>
            <Cards cards={cards} gameId={gameId} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Crash({ view: { round, cashedOutAt, crashedAt } }: { view: ViewOf<'crash'> }) {
  const t = useLabels('fairness')
  const times = timesIn(useLocale())
  const multiplier = times(cashedOutAt ?? crashedAt ?? 100)
  return <p>{t(cashedOutAt === null ? 'crashLost' : 'crashOut', { round, multiplier })}</p>
}
