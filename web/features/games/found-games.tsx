/** The lobby with a search or filters, which shows results instead of rails. */
import { useLabels } from '../../render/labels.tsx'
import { useSearch } from '../../render/router.tsx'
import { CategoriesBar } from './categories-bar.tsx'
import { Results } from './results.tsx'

export default function FoundGames() {
  const t = useLabels('lobby')
  const searchText = (useSearch().get('search') ?? '').trim()
  return (
    <>
      <CategoriesBar />
      <h1>{searchText ? t('resultsFor', { search: searchText }) : t('allGames')}</h1>
      <Results />
    </>
  )
}
