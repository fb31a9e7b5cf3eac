/** The lobby below its games. A chunk of its own: the server renders it, and nothing above waits for its code. */
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
