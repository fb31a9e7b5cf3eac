/** Results for a query: count, tiles, next page, and the empty state. */
import type { ReactNode } from 'react'
import type { RouteReply } from '#contract/api.ts'
import { useApi } from '../../api/use-api.ts'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocation, useSearch } from '../../render/router.tsx'
import { GameGrid, GridSkeleton } from './grid.tsx'
import { gamesRequest } from './requests.ts'
import styles from './results.module.css'

type Reply = RouteReply<'GET /api/game/games'>

export function Results({
  collection,
  heading,
}: {
  collection?: string
  heading?: (found: Reply | undefined) => ReactNode
}) {
  const t = useLabels('lobby')
  const { data, isError, refetch } = useApi('GET /api/game/games', gamesRequest(useSearch(), collection), {
    placeholderData: (held) => held,
  })
  if (isError) return <Failed title={t('gamesFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
  return (
    <div className={styles.results}>
      {heading?.(data)}
      <p className={styles.count} role="status">
        {data ? t('gamesFound', { count: data.meta.total }) : t('gamesLoading')}
      </p>
      {!data && <GridSkeleton />}
      {data && data.data.length === 0 && <NothingFound />}
      {data && <GameGrid games={data.data} />}
      {data && <Pages meta={data.meta} />}
    </div>
  )
}

function NothingFound() {
  const t = useLabels('lobby')
  return (
    <Empty
      icon="search"
      title={t('noneTitle')}
      action={
        <ButtonLink to="/?search=" tone="quiet">
          {t('noneAction')}
        </ButtonLink>
      }
    >
      {t('noneText')}
    </Empty>
  )
}

function Pages({ meta }: { meta: Reply['meta'] }) {
  const t = useLabels('lobby')
  const {
    page: { pathname },
  } = useLocation()
  const search = useSearch()
  const last = Math.ceil(meta.total / meta.perPage)
  if (last <= 1) return null
  const address = (page: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `${pathname}?${next}`
  }
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      {meta.page > 1 && (
        <ButtonLink href={address(meta.page - 1)} rel="prev" icon="chevron-left">
          {t('previousPage')}
        </ButtonLink>
      )}
      <span>{t('pageOf', { page: meta.page, last })}</span>
      {meta.page < last && (
        <ButtonLink href={address(meta.page + 1)} rel="next" icon="chevron-right">
          {t('nextPage')}
        </ButtonLink>
      )}
    </nav>
  )
}
