/** The title of a page about one player, with the way back to the player. */
import { label } from './labels.ts'
import { PageTop } from './page-top.tsx'
import { follow } from './place.ts'

export function PlayerTop({ title, playerId }: { title: string; playerId: string }) {
  return (
    <PageTop title={title}>
      <a href={`/players/${playerId}`} onClick={follow}>
        {label('playerOf', { id: playerId.slice(0, 8) })}
      </a>
    </PageTop>
  )
}
