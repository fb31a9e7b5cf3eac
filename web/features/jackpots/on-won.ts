/** Shows a pot that the player has won, together with the result of its round: below the game, or else as an alert. */
import type { RouteReply } from '#contract/api.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import { formatMoney } from '../../design/money/format.ts'
import type { Navigator } from '../../render/navigate.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { delayedBalances } from '../wallet/held-balance.ts'
import { afterRounds } from '../wallet/running-rounds.ts'
import { type WonPot, wonPots } from './won-pots.ts'

export async function onWon(navigator: Navigator, won: WonPot): Promise<void> {
  const { loader, visitor } = navigator
  await afterRounds()
  const { client } = loader
  // The game reports its own win alone, which would hide the prize for a moment.
  delayedBalances.clear()
  void invalidate(client, 'GET /api/game/jackpots', 'GET /api/game/jackpots/{currency}/own')
  if (wonPots.show(won)) return
  await loader.labels.load('jackpots')
  const known = client
    .getQueryData<RouteReply<'GET /api/settings/currencies'>>(apiKey('GET /api/settings/currencies'))
    ?.find(({ code }) => code === won.currency)
  await raiseAlert(navigator, 'games', 'jackpotWon', {
    level: loader.labels.translator('jackpots')(`level_${won.level}`),
    amount: known ? formatMoney(won.amount, known, visitor.locale) : won.currency,
  })
}
