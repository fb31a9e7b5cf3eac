/** The running quests of the player to which rounds of a game contribute, for the game's page. */
import { Suspense, useEffect, useState } from 'react'
import { optional } from '../../render/optional.tsx'
import { useVisitor } from '../../render/router.tsx'

const GameQuestLines = optional(() => import('./game-quest-lines.tsx'))

/** The lines load after the page, because the game has priority. */
export function GameQuests({ gameId }: { gameId: string }) {
  const { isSignedIn } = useVisitor()
  const [isMounted, setMounted] = useState(false)
  useEffect(() => {
    setMounted(true)
  }, [])
  return isMounted && isSignedIn ? (
    <Suspense fallback={null}>
      <GameQuestLines gameId={gameId} />
    </Suspense>
  ) : null
}
