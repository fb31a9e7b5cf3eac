/** The lobby with a search or filters: what was found instead of the rails. */
import { useLabels } from '../../render/labels.tsx'
import { useSearch } from '../../render/router.tsx'
import { CategoriesBar } from './categories-bar.tsx'
import { Results } from './results.tsx'

export default function FoundGames() {
  const t = useLabels('lobby')
  const asked = (useSearch().get('search') ?? '').trim()
  return (
    <>
      <CategoriesBar />
      <h1>{asked ? t('resultsFor', { search: asked }) : t('allGames')}</h1>
      <Results />
    </>
  )
}
