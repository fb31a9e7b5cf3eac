/** All tournaments: running, upcoming and the latest finished ones. */
import type { Tournament } from '#contract/tournaments.ts'
import { useApi } from '../api/use-api.ts'
import { ButtonLink } from '../design/button/button.tsx'
import { Detail } from '../design/detail/detail.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { OwnMoney } from '../features/wallet/own-money.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { When } from '../design/when/when.tsx'
import { Podium } from '../features/tournaments/podium.tsx'
import { StateBadge } from '../features/tournaments/state-badge.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { Link } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from './tournaments.module.css'

export const route = defineRoute({
  labels: ['tournaments'],
  queries: () => [query('GET /api/retention/tournaments')],
  meta: ({ t }) => ({ title: t('title'), description: t('lead') }),
  View: Tournaments,
})

function Tournaments() {
  const t = useLabels('tournaments')
  const { data, isPending, isError, refetch } = useApi('GET /api/retention/tournaments')
  const isEmpty = data && data.running.length + data.next.length + data.past.length === 0
  return (
    <Page title={t('title')} lead={t('lead')}>
      {isPending && <Skeleton height={280} radius="l" />}
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {isEmpty && (
        <Empty
          icon="trophy"
          title={t('none')}
          action={
            <ButtonLink to="/" tone="primary">
              {t('toGames')}
            </ButtonLink>
          }
        >
          {t('noneText')}
        </Empty>
      )}
      <Section title={t('running')} tournaments={data?.running ?? []} />
      <Section title={t('next')} tournaments={data?.next ?? []} />
      <Section title={t('past')} tournaments={data?.past ?? []} />
    </Page>
  )
}

function Section({ title, tournaments }: { title: string; tournaments: Tournament[] }) {
  if (tournaments.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {tournaments.map((tournament) => (
          <li key={tournament.identity}>
            <TournamentCard tournament={tournament} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TournamentCard({ tournament }: { tournament: Tournament }) {
  const t = useLabels('tournaments')
  const { identity, title, description, state, startsAt, endsAt, pool, currency, prizes, buyIn, isJoined } = tournament
  const isOver = state === 'finished'
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3>{title}</h3>
        <StateBadge state={state} />
      </header>
      <p className={styles.note}>{description}</p>
      <Podium prizes={prizes} currency={currency} isOver={isOver} />
      <dl className={styles.facts}>
        <Detail term={t('prizePool')}>
          <OwnMoney amount={pool} currency={currency} />
        </Detail>
        <Detail term={state === 'published' ? t('startsAt') : isOver ? t('endedAt') : t('endsAt')}>
          <When at={state === 'published' ? startsAt : endsAt} form="short" />
        </Detail>
        {buyIn && (
          <Detail term={t('buyIn')}>
            <OwnMoney amount={buyIn.price} currency={currency} />
            {isJoined && <small> ·&nbsp;{t('entered')}</small>}
          </Detail>
        )}
      </dl>
      <Link to={`/tournaments/${identity}`} className={styles.more}>
        {isOver ? t('results') : t('details')}
      </Link>
    </article>
  )
}
