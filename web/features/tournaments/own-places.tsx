/** The player's place and score in running tournaments in which a game counts. */
import type { Tournament } from '#contract/tournaments.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useScore } from './score.ts'
import { hidden, stripChoice } from './strip-choice.ts'
import { useOwnPlace, useRunningWith } from './use-own-place.ts'
import styles from './own-places.module.css'

export function OwnPlaces({ gameId }: { gameId: string }) {
  const t = useLabels('tournaments')
  const isHidden = stripChoice.use() === hidden
  const running = useRunningWith(gameId) ?? []
  return (
    <>
      {running.map((tournament) => (
        <OwnPlace key={tournament.identity} tournament={tournament} />
      ))}
      {isHidden && running.length > 0 && (
        <Button size="s" icon="trophy" onClick={() => stripChoice.write(null)}>
          {t('showStrip')}
        </Button>
      )}
    </>
  )
}

function OwnPlace({ tournament }: { tournament: Tournament }) {
  const own = useOwnPlace(tournament.identity)
  return own ? <OwnPlaceView tournament={tournament} own={own} /> : null
}

type ViewProps = { tournament: Tournament; own: { place: number; score: number } }
export function OwnPlaceView({ tournament, own }: ViewProps) {
  const t = useLabels('tournaments')
  const score = useScore(tournament)
  return (
    <Link to={`/tournaments/${tournament.identity}`} className={styles.own}>
      <strong>{tournament.title}</strong>
      <span>{t('placeOf', { place: own.place })}</span>
      <bdi>{score(own.score)}</bdi>
    </Link>
  )
}
