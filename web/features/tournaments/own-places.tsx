/** The player's place and score in running tournaments in which a game counts; nothing without one. */
import type { Tournament } from '#contract/tournaments.ts'
import { useApi } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useScore } from './score.ts'
import styles from './own-places.module.css'

const everyMs = 5_000

export function OwnPlaces({ gameId }: { gameId: string }) {
  const { data } = useApi('GET /api/retention/tournaments')
  const running = (data?.running ?? []).filter(
    ({ state, rules }) => state === 'running' && (rules.games === null || rules.games.some(({ id }) => id === gameId)),
  )
  return running.map((tournament) => <OwnPlace key={tournament.identity} tournament={tournament} />)
}

function OwnPlace({ tournament }: { tournament: Tournament }) {
  const { identity } = tournament
  const { data } = useApi(
    'GET /api/retention/tournaments/{identity}/leaderboard',
    { params: { identity } },
    { refetchInterval: everyMs },
  )
  return data?.own ? <OwnPlaceView tournament={tournament} own={data.own} /> : null
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
