/** Announces finished tournaments. The code for it loads with the first one. */
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'

export function followTournaments(live: Live, navigator: Navigator): void {
  live.on('tournaments', 'tournament.completed', (completed) => {
    void import('./completed.ts').then(({ completeTournament }) => completeTournament(navigator, completed))
  })
}
