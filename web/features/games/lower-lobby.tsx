/** The part of the lobby below its games. It is a separate chunk, so that the part above does not wait for its code. */
import { LiveBets } from './live-bets.tsx'
import { TransparencyCard } from './transparency-card.tsx'
import { Winners } from './winners.tsx'

export default function LowerLobby() {
  return (
    <>
      <Winners />
      <LiveBets />
      <TransparencyCard />
    </>
  )
}
