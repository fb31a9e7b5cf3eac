import * as HttpStatus from '#contract/statuses.ts'
import { useApi } from '../api/use-api.ts'
import { CategoriesBar } from '../features/games/categories-bar.tsx'
import { filters } from '../features/games/filters-part.ts'
import { filterCount, filtersKept, resultsQuery, tileQueries } from '../features/games/requests.ts'
import { Results } from '../features/games/results.tsx'
import { SearchBox } from '../features/games/search-box.tsx'
import { breadcrumbs } from '../features/games/structured-data.ts'
import { ErrorPage } from '../render/errors.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { useParams, useSearch } from '../render/router.tsx'
import styles from './index.module.css'

export const route = defineRoute({
  labels: ['lobby'],
  parts: () => [filters],
  queries: ({ params, search, isSignedIn }) => [
    query('GET /api/game/collections'),
    resultsQuery(search, isSignedIn, params.categoryIdentity),
    ...tileQueries(isSignedIn),
  ],
  meta: ({ params, search, t, data }) => {
    const collections = data('GET /api/game/collections')
    const found = collections?.find(({ identity }) => identity === params.categoryIdentity)
    if (!found) return { title: t('collectionMissing'), noIndex: true, status: HttpStatus.notFound }
    const path = `/categories/${found.identity}`
    return {
      title: t('categoryTitle', { category: found.name }),
      description: t('categoryDescription', { category: found.name, count: found.gamesCount }),
      noIndex: search.has('search') || filterCount(search) > 0,
      jsonLd: breadcrumbs([
        { name: t('lobby'), path: '/' },
        { name: found.name, path },
      ]),
    }
  },
  View: Category,
})

function Category() {
  const t = useLabels('lobby')
  const { categoryIdentity } = useParams()
  const search = useSearch()
  const { data: collections = [] } = useApi('GET /api/game/collections')
  const collection = collections.find(({ identity }) => identity === categoryIdentity)
  if (!collection) return <ErrorPage fault="notFound" />
  return (
    <div className={styles.lobby}>
      <CategoriesBar />
      <div className={styles.head}>
        <h1>{collection.name}</h1>
        <SearchBox
          to={`/categories/${collection.identity}`}
          keep={filtersKept(search)}
          label={t('searchIn', { category: collection.name })}
        />
      </div>
      <Results collection={collection.identity} />
    </div>
  )
}
