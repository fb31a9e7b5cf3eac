/** Links to games, which show the identity until the name is loaded. */
import { useApi } from '../../api/use-api.ts'
import { useLocale } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'

export function GameNames({ ids }: { ids: string[] }) {
  const locale = useLocale()
  const parts = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).formatToParts(ids)
  return parts.map((part, index) =>
    part.type === 'element' ? (
      <GameName key={part.value} id={part.value} />
    ) : (
      <span key={`separator ${index}`}>{part.value}</span>
    ),
  )
}

function GameName({ id }: { id: string }) {
  const { data } = useApi('GET /api/game/games/{id}', { params: { id } })
  return <Link to={`/games/${id}`}>{data?.name ?? id}</Link>
}
