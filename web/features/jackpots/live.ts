/** Tells a player who has won a pot. The handler loads with the first push, because most players never get one. */
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'

export function followJackpots(live: Live, navigator: Navigator): void {
  live.on('game:bets', 'game.jackpot.won', (won) => {
    void import('./on-won.ts').then(({ onWon }) => onWon(navigator, won))
  })
}
