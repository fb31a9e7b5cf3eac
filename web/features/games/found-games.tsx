/** The lobby with a search or filters, which shows results instead of rails. */
import { useApi } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link, useSearch, useVisitor } from '../../render/router.tsx'
import { FoundMatches } from '../sports/found-matches.tsx'
import { CategoriesBar } from './categories-bar.tsx'
import { useRecentSearches, useRememberedSearch } from './recent-searches.ts'
import { filtersKept, resultsQuery } from './requests.ts'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './results.module.css'

export default function FoundGames() {
  const t = useLabels('lobby')
  const { isSignedIn, init } = useVisitor()
  const search = useSearch()
  const text = (search.get('search') ?? '').trim()
  const { route, request } = resultsQuery(search, isSignedIn)
  const { data } = useApi(route as 'GET /api/game/games', request as never)
  useRememberedSearch(text, (data?.meta.total ?? 0) > 0)
  return (
    <>
      <SearchBox to="/" keep={filtersKept(search)} isPhoneOnly />
      <CategoriesBar />
      {text === '' && <RecentSearches />}
      <h1>{text ? t('resultsFor', { search: text }) : t('allGames')}</h1>
      {init.config.sportsbook && text && <FoundMatches search={text.slice(0, 100)} />}
      <Results />
    </>
  )
}

function RecentSearches() {
  const t = useLabels('lobby')
  const searches = useRecentSearches()
  if (searches.length === 0) return null
  return (
    <nav className={styles.recent} aria-label={t('recentSearches')}>
      <span aria-hidden="true">{t('recentSearches')}</span>
      {searches.map((each) => (
        <Link key={each} to={`/?${new URLSearchParams({ search: each })}`}>
          <bdi>{each}</bdi>
        </Link>
      ))}
    </nav>
  )
}
