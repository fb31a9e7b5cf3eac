/** The results of a query: filters, count, tiles, pages, and the empty state. */
import { Suspense } from 'react'
import type { RouteReply } from '#contract/api.ts'
import { useApi } from '../../api/use-api.ts'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocation, useSearch, useVisitor } from '../../render/router.tsx'
import { filters } from './filters-part.ts'
import { GameGrid, GridSkeleton } from './grid.tsx'
import { filterCount, resultsQuery, withProvider } from './requests.ts'
import styles from './results.module.css'

type Reply = RouteReply<'GET /api/game/games'>

/** `provider` is set on the page of a studio, where it is not a filter. */
export function Results({ collection, provider }: { collection?: string; provider?: string }) {
  const t = useLabels('lobby')
  const search = useSearch()
  const { isSignedIn } = useVisitor()
  const effectiveSearch = provider === undefined ? search : withProvider(search, provider)
  const { route, request } = resultsQuery(effectiveSearch, isSignedIn, collection)
  const { data, isError, refetch } = useApi(route as 'GET /api/game/games', request as never, {
    placeholderData: (previous) => previous,
  })
  return (
    <div className={styles.results}>
      <Suspense fallback={<div className={styles.filters} />}>
        <filters.View
          isLobby={collection === undefined && provider === undefined}
          hasProvider={provider !== undefined}
        />
      </Suspense>
      {isError && <Failed title={t('gamesFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!isError && (
        <>
          <p className={styles.count} role="status">
            {data ? t('gamesFound', { count: data.meta.total }) : t('gamesLoading')}
          </p>
          {!data && <GridSkeleton />}
          {data && data.meta.total === 0 && <NothingFound isFiltered={filterCount(search) > 0} />}
          {data && <GameGrid games={data.data} />}
          {data && <Pages meta={data.meta} />}
        </>
      )}
    </div>
  )
}

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
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
      {t(isFiltered ? 'noneFiltered' : 'noneText')}
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
  // The address may be beyond the last page of a list that has become shorter.
  if (last === 0 || (last === 1 && meta.page === 1)) return null
  const address = (page: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `${pathname}?${next}`
  }
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      {meta.page > 1 && (
        <ButtonLink href={address(Math.min(meta.page - 1, last))} rel="prev" icon="chevron-left">
          {t('previousPage')}
        </ButtonLink>
      )}
      {meta.page <= last && <span>{t('pageOf', { page: meta.page, last })}</span>}
      {meta.page < last && (
        <ButtonLink href={address(meta.page + 1)} rel="next" icon="chevron-right">
          {t('nextPage')}
        </ButtonLink>
      )}
    </nav>
  )
}
