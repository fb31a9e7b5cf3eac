/** The page of a tournament: rules, prizes, and the leaderboard or the results. */
import * as HttpStatus from '#contract/statuses.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { useApi } from '../api/use-api.ts'
import { Detail } from '../design/detail/detail.tsx'
import { OwnMoney } from '../features/wallet/own-money.tsx'
import { When } from '../design/when/when.tsx'
import { StateBadge } from '../features/tournaments/state-badge.tsx'
import { ErrorPage } from '../render/errors.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query, required } from '../render/page.ts'
import { useParams } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import { Join } from './tournaments/join.tsx'
import { LeaderboardTable } from './tournaments/leaderboard-table.tsx'
import { Prizes } from './tournaments/prizes.tsx'
import { Rules } from './tournaments/rules.tsx'
import styles from './tournaments/tournament.module.css'

const tournamentRoute = 'GET /api/retention/tournaments/{identity}'
const boardRoute = 'GET /api/retention/tournaments/{identity}/leaderboard'
const requestOf = ({ identity = '' }: Record<string, string>) => ({ params: { identity } })

export const route = defineRoute({
  labels: ['tournaments'],
  queries: ({ params }) => [required(tournamentRoute, requestOf(params)), query(boardRoute, requestOf(params))],
  meta: ({ params, t, data }) => {
    const tournament = data(tournamentRoute, requestOf(params))
    return tournament
      ? { title: tournament.title, description: tournament.description }
      : { title: t('title'), status: HttpStatus.notFound }
  },
  View: TournamentPage,
})

/** The page polls, so that it shows the start and the end without a reload. */
const pollMs = 15_000
const isOver = ({ state }: Tournament) => state === 'finished' || state === 'cancelled'

function TournamentPage() {
  const { data: tournament } = useApi(tournamentRoute, requestOf(useParams()), {
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  })
  if (!tournament) return <ErrorPage fault="notFound" />
  return <TournamentView key={tournament.identity} tournament={tournament} />
}

function TournamentView({ tournament }: { tournament: Tournament }) {
  const t = useLabels('tournaments')
  const { title, description, state } = tournament
  return (
    <Page title={title} lead={description} aside={<StateBadge state={state} />}>
      {state === 'cancelled' && <p className={styles.notice}>{t(tournament.buyIn ? 'cancelledBuyIn' : 'cancelled')}</p>}
      {state === 'finalising' && <p className={styles.notice}>{t('checking')}</p>}
      <div className={styles.columns}>
        <div className={styles.side}>
          <Facts tournament={tournament} />
          <Prizes tournament={tournament} isOver={state === 'finished'} />
        </div>
        <div className={styles.main}>
          <LeaderboardTable tournament={tournament} />
          <Rules tournament={tournament} />
        </div>
      </div>
    </Page>
  )
}

function Facts({ tournament }: { tournament: Tournament }) {
  const t = useLabels('tournaments')
  const { startsAt, endsAt, pool, currency, buyIn } = tournament
  return (
    <section className={styles.panel}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('prizePool')}</dt>
          <dd className={styles.pool}>
            <OwnMoney amount={pool} currency={currency} />
          </dd>
        </div>
        {buyIn && (
          <>
            <Detail term={t('buyIn')}>
              <OwnMoney amount={buyIn.price} currency={currency} />
            </Detail>
            <Detail term={t('entrants')}>
              {t('entrantsOf', { count: buyIn.players, fewest: buyIn.fewestPlayers })}
            </Detail>
          </>
        )}
        <Detail term={t('startsAt')}>
          <When at={startsAt} form="short" />
        </Detail>
        <Detail term={t('endsAt')}>
          <When at={endsAt} form="short" />
        </Detail>
      </dl>
      <Join tournament={tournament} />
    </section>
  )
}
