/** The part of the lobby below its games. It is a separate chunk, so that the part above does not wait for its code. */
import { Suspense } from 'react'
import { optional } from '../../render/optional.tsx'
import { useInBrowser } from '../../render/use-in-browser.ts'
import { LiveBets } from './live-bets.tsx'
import { TransparencyCard } from './transparency-card.tsx'

const JackpotPots = optional(() => import('../jackpots/jackpot-pots.tsx'))

export default function LowerLobby() {
  // The server does not wait for a chunk within this one.
  const isInBrowser = useInBrowser()
  return (
    <>
      <LiveBets />
      <TransparencyCard />
      <Suspense fallback={null}>{isInBrowser && <JackpotPots />}</Suspense>
    </>
  )
}
