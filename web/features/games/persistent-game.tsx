/**
 * The open game: the stage on its own page, the mini player on all others. The frame keeps its position in the
 * document, so that it is not reloaded.
 */
import { useEffect, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useLocation, useNavigator, useVisitor } from '../../render/router.tsx'
import { useIsOnBreak } from '../limits/use-is-on-break.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { GameStage } from './game-stage.tsx'
import { onLeaveOpenGame } from './leave-game.ts'
import { forgetOpenGame, openGame, rememberOpenGame } from './open-game.ts'
import { requestedPlay, type PlayLocation, type Playing, playingAt } from './playing.ts'

export function usePlayLocation(): PlayLocation {
  const { page, search } = useLocation()
  const { isSignedIn } = useVisitor()
  return {
    gameId: page.entry.path === '/games/:id' && !page.fault ? page.params.id! : null,
    play: new URLSearchParams(search).get('play'),
    isSignedIn,
    isExcluded: useIsOnBreak(),
  }
}

export function PersistentGame() {
  const location = usePlayLocation()
  const [previous, setPlaying] = useState<Playing | null>(null)
  const playing = playingAt(location, previous)
  if (playing !== previous) setPlaying(playing)
  useEffect(() => {
    const earlier = openGame()
    forgetOpenGame()
    if (earlier) setPlaying((now) => now ?? earlier)
    return onLeaveOpenGame(() => setPlaying(null))
  }, [])
  useEffect(() => {
    if (!playing) return
    rememberOpenGame(playing)
    return forgetOpenGame
  }, [playing])
  if (!playing) return null
  return (
    <OpenGame
      key={`${playing.gameId} ${playing.mode}`}
      playing={playing}
      isMini={requestedPlay(location) === null}
      onClose={() => setPlaying(null)}
    />
  )
}

type OpenProps = { playing: Playing; isMini: boolean; onClose: () => void }

function OpenGame({ playing: { gameId, mode }, isMini, onClose }: OpenProps) {
  const navigator = useNavigator()
  const { data: game } = useApi('GET /api/game/games/{id}', { params: { id: gameId } })
  if (!game) return null
  // On the game's own page, the address decides whether it is open.
  const leave = () => (navigator.place.page.params.id === gameId ? navigator.setSearch('') : onClose())
  return (
    <GameStage game={game} mode={mode} isMini={isMini} onLeave={leave}>
      <FavoriteButton game={game} isPlain />
    </GameStage>
  )
}
