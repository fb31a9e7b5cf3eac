/** The leaderboard. It is read every two seconds while it can change. */
import { useState } from 'react'
import type { Leaderboard, LeaderboardEntry, Tournament } from '#contract/tournaments.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { useBetweenRounds } from '../../features/wallet/running-rounds.ts'
import { useScore } from '../../features/tournaments/score.ts'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import styles from './tournament.module.css'

const pollMs = 2_000
const shownFirst = 10

export function LeaderboardTable({ tournament }: { tournament: Tournament }) {
  const { identity, state } = tournament
  const { data } = useApi(
    'GET /api/retention/tournaments/{identity}/leaderboard',
    { params: { identity } },
    { refetchInterval: state === 'running' ? pollMs : false },
  )
  const board = useBetweenRounds(data)
  const { isSignedIn } = useVisitor()
  if (!board || state === 'published' || state === 'cancelled') return null
  return <LeaderboardView tournament={tournament} board={board} isSignedIn={isSignedIn} />
}

type ViewProps = { tournament: Tournament; board: Leaderboard; isSignedIn: boolean }
export function LeaderboardView({ tournament, board, isSignedIn }: ViewProps) {
  const t = useLabels('tournaments')
  const score = useScore(tournament)
  const [isExpanded, setExpanded] = useState(false)
  const own = isSignedIn ? board.own : null
  const top = isExpanded ? board.top : board.top.slice(0, shownFirst)
  const apart = own && own.place > top.length ? own.around.filter(({ place }) => place > top.length) : []
  return (
    <section className={styles.panel} aria-label={t('leaderboard')}>
      <h2>{t('leaderboard')}</h2>
      {isSignedIn && tournament.state === 'running' && (
        <p className={styles.own}>
          {own ? (
            <>
              <span>
                {t('ownPlace')} <strong>{own.place}</strong>
              </span>
              <span>
                {t('ownScore')} <strong>{score(own.score)}</strong>
              </span>
              <span>{t('ownRounds', { count: own.rounds })}</span>
            </>
          ) : (
            t('notYet')
          )}
        </p>
      )}
      {top.length === 0 ? (
        <p className={styles.soft}>{t('noScores')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('player')}</th>
              <th scope="col">{t('score')}</th>
            </tr>
          </thead>
          <tbody>
            {top.map((entry) => (
              <Row key={entry.place} entry={entry} score={score} />
            ))}
          </tbody>
          {apart.length > 0 && (
            <tbody className={styles.apart}>
              {apart.map((entry) => (
                <Row key={entry.place} entry={entry} score={score} />
              ))}
            </tbody>
          )}
        </table>
      )}
      {board.top.length > shownFirst && (
        <Button tone="quiet" onClick={() => setExpanded(!isExpanded)}>
          {t(isExpanded ? 'showLess' : 'showAll')}
        </Button>
      )}
    </section>
  )
}

function Row({ entry, score }: { entry: LeaderboardEntry; score: (score: number) => string }) {
  const t = useLabels('tournaments')
  return (
    <tr data-own={entry.isOwn || undefined}>
      <td>{entry.place}</td>
      <td>
        <bdi>{entry.name}</bdi> {entry.isOwn && <small>{t('you')}</small>}
      </td>
      <td>{score(entry.score)}</td>
    </tr>
  )
}
