/** On a game's page: the player's running quests that rounds of this game move, each with its bar. */
import { Suspense, useEffect, useState } from 'react'
import { optional } from '../../render/optional.tsx'
import { useVisitor } from '../../render/router.tsx'

const GameQuestLines = optional(() => import('./game-quest-lines.tsx'))

/** Loaded after the page: the game comes first. */
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
