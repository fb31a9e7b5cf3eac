/** The page of a studio with its games, search and filters. */
import { useApi } from '../api/use-api.ts'
import { CategoriesBar } from '../features/games/categories-bar.tsx'
import { filters } from '../features/games/filters-part.ts'
import { filterCount, filtersKept, resultsQuery, tileQueries, withProvider } from '../features/games/requests.ts'
import { Results } from '../features/games/results.tsx'
import { SearchBox } from '../features/games/search-box.tsx'
import { breadcrumbs } from '../features/games/structured-data.ts'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, required } from '../render/page.ts'
import { Link, useParams, useSearch } from '../render/router.tsx'
import styles from './index.module.css'

export const route = defineRoute({
  labels: ['lobby'],
  parts: () => [filters],
  queries: ({ params, search, isSignedIn }) => [
    required('GET /api/game/providers/{id}', { params: { id: params.id! } }),
    resultsQuery(withProvider(search, params.id!), isSignedIn),
    ...tileQueries(isSignedIn),
  ],
  meta: ({ params, search, t, data }) => {
    const provider = data('GET /api/game/providers/{id}', { params: { id: params.id! } })
    if (!provider) return { title: t('providersTitle') }
    const { name, gamesCount } = provider
    return {
      title: name,
      description: t('providerDescription', { studio: name, count: gamesCount }),
      noIndex: search.has('search') || filterCount(search) > 0,
      jsonLd: breadcrumbs([
        { name: t('providersTitle'), path: '/providers' },
        { name, path: `/providers/${provider.id}` },
      ]),
    }
  },
  View: ProviderPage,
})

function ProviderPage() {
  const t = useLabels('lobby')
  const { id = '' } = useParams()
  const search = useSearch()
  const { data: provider } = useApi('GET /api/game/providers/{id}', { params: { id } })
  if (!provider) return null
  return (
    <div className={styles.lobby}>
      <CategoriesBar />
      <div className={styles.head}>
        <div>
          <Link to="/providers" className={styles.up}>
            {t('providersTitle')}
          </Link>
          <h1>{provider.name}</h1>
        </div>
        <SearchBox
          to={`/providers/${provider.id}`}
          keep={filtersKept(search)}
          label={t('searchIn', { category: provider.name })}
        />
      </div>
      <Results provider={provider.id} />
    </div>
  )
}
