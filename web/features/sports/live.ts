/** Tells the player wherever they are what became of a sports bet, and reads the balance and the bets again. */
import type { ChannelEvents } from '#contract/channels.ts'
import type { RouteReply } from '#contract/api.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import { formatMoney } from '../../design/money/format.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'

export function followSportsBets(live: Live, navigator: Navigator): void {
  const { client } = navigator.loader

  const readAgain = () =>
    void invalidate(client, 'GET /api/wallet/accounts', 'GET /api/wallet/in-play', 'GET /api/game/bets')

  function tell(alert: string, { event, currency }: { event: string; currency: string }, subunits: number): void {
    readAgain()
    const known = client
      .getQueryData<RouteReply<'GET /api/settings/currencies'>>(apiKey('GET /api/settings/currencies'))
      ?.find(({ code }) => code === currency)
    const amount = known ? formatMoney(subunits, known, navigator.visitor.locale) : currency
    void raiseAlert(navigator, 'games', alert, { event, amount })
  }

  live.on('game:bets', 'game.bet.declined', (bet) => tell('sportsBetDeclined', bet, bet.stake))
  live.on('game:bets', 'game.bet.accepted', (bet) => {
    // The slip shows it there.
    if (!isAtSports(navigator)) tell('sportsBetAccepted', bet, bet.stake)
  })
  live.on('game:bets', 'game.bet.edited', (bet) => {
    if (!isAtSports(navigator)) tell('sportsBetEdited', bet, bet.stake)
  })
  live.on('game:bets', 'game.bet.edit.declined', (bet) => {
    if (!isAtSports(navigator)) tell('sportsEditDeclined', bet, bet.stake)
  })
  live.on('game:bets', 'game.bet.decided', (bet) => {
    // The ticket says it there, and an alert would cover the tabs of a phone.
    if (isAtTickets(navigator)) readAgain()
    else tell(`sportsBet${resultOf(bet)}`, bet, bet.payout)
  })
}

const isAtSports = ({ place }: Navigator) => place.page.entry.path.startsWith('/betting')

const isAtTickets = (navigator: Navigator) => isAtSports(navigator) && location.pathname.endsWith('/betting/bets')

/** A return of no more than the stake is not a win. */
function resultOf({ result, stake, payout }: ChannelEvents['game:bets']['game.bet.decided']): string {
  if (result !== 'settled') return result === 'voided' ? 'Void' : 'CashedOut'
  if (payout === 0) return 'Lost'
  return payout > stake ? 'Won' : 'Returned'
}
