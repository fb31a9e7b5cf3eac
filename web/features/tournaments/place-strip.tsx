/**
 * A line next to a game that counts in a tournament, with the player's place and the score of the next one. It is shown
 * even without a place, and keeps its room while it loads, so that the game does not move. The player can hide it.
 */
import type { Leaderboard, Tournament } from '#contract/tournaments.ts'
import { IconButton } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useScore } from './score.ts'
import { hidden, stripChoice } from './strip-choice.ts'
import { useOwnPlace, useRunningWith } from './use-own-place.ts'
import styles from './place-strip.module.css'

const maxStrips = 3

/** Renders several strips, of which the style sheet shows the first with a place: that of the earliest end. */
export default function PlaceStrip({ gameId, rounds }: { gameId: string; rounds: number }) {
  const isHidden = stripChoice.use() === hidden
  const running = useRunningWith(gameId)
  if (isHidden) return null
  if (!running) return <div className={styles.strip} />
  return running
    .toSorted((a, b) => a.remainingMs - b.remainingMs)
    .slice(0, maxStrips)
    .map((tournament) => <Strip key={tournament.identity} tournament={tournament} rounds={rounds} />)
}

function Strip({ tournament, rounds }: { tournament: Tournament; rounds: number }) {
  const own = useOwnPlace(tournament.identity, rounds)
  if (!own && tournament.entry !== 'automatic') return null
  return <StripView tournament={tournament} own={own} onHide={() => stripChoice.write(hidden)} />
}

type ViewProps = { tournament: Tournament; own: Leaderboard['own'] | undefined; onHide: () => void }
export function StripView({ tournament, own, onHide }: ViewProps) {
  const t = useLabels('tournaments')
  const score = useScore(tournament)
  const ahead = own?.around.find(({ place }) => place === own.place - 1)
  return (
    <div className={styles.strip} data-strip={own ? 'own' : ''}>
      <Link to={`/tournaments/${tournament.identity}`} className={styles.line}>
        <Icon name="trophy" size={18} />
        <span className={styles.title}>{tournament.title}</span>
        {own === null && <strong>{t('noPlace')}</strong>}
        {own && (
          <>
            <strong>{t('placeOf', { place: own.place })}</strong>
            <bdi>{score(own.score)}</bdi>
          </>
        )}
        {ahead && (
          <span className={styles.ahead}>
            {t('placeAhead', { place: ahead.place })} <bdi>{score(ahead.score)}</bdi>
          </span>
        )}
      </Link>
      <IconButton icon="chevron-down" label={t('hideStrip')} onClick={onHide} />
    </div>
  )
}
