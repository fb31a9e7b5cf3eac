/** A player's protection, markers of harm, and what an operator does for the player. */
import { useQuery } from '@tanstack/react-query'
import { includesScope } from '#contract/desk/scopes.ts'
import { call } from '../api.ts'
import { Marker } from '../harm/markers.tsx'
import { label } from '../labels.ts'
import type { PageProps } from '../pages.ts'
import { PlayerTop } from '../player-top.tsx'
import { PlayerActs } from './panel.tsx'

export function PlayerActsPage({ operator, params }: PageProps) {
  const playerId = params['playerId']!
  const markers = useQuery({
    queryKey: ['markers', playerId],
    queryFn: () => call('GET /api/players/{playerId}/markers', { params: { playerId } }),
    enabled: includesScope(operator.scopes, 'protection:read'),
  })
  return (
    <>
      <PlayerTop title={label('players.acts')} playerId={playerId} />
      <PlayerActs playerId={playerId} operator={operator} onChange={() => void markers.refetch()} />
      {markers.data?.map((marker) => (
        <Marker key={marker.id} marker={marker} />
      ))}
    </>
  )
}
