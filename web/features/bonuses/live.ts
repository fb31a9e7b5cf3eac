/** Handles pushes of bonuses and free spins: updates lists, shows one alert per change, and explains refused stakes. */
import type { GetRoute, RouteReply } from '#contract/api.ts'
import { apiKey, invalidate } from '../../api/use-api.ts'
import { formatMoney } from '../../design/money/format.ts'
import type { Live } from '../../live/live.ts'
import { openModal } from '../../modals/use-modal.tsx'
import type { Navigator } from '../../render/navigate.ts'
import { query } from '../../render/page.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { bonusAlert, freespinAlert } from './alert-names.ts'
import { betweenRounds, whenShown } from '../wallet/running-rounds.ts'
import { playerBonusRoutes } from './player-bonus-request.ts'
import { storePlayerBonus } from './player-bonuses.ts'

const codes = 'GET /api/game/bonuses/bonuscodes'
/** These queries contain the offers and whether the player can still get them. */
const offers = ['GET /api/game/bonuses', 'GET /api/game/bonuses/pages/{identity}'] as const

export function followBonuses(live: Live, navigator: Navigator): void {
  const { client } = navigator.loader
  const refetch = (...routes: GetRoute[]) => void invalidate(client, ...routes)
  const announced = new Map<string, string>()
  /** Progress is pushed with an unchanged state, which must not be announced again. */
  const isNew = (id: string, name: string): boolean => {
    const isKnown = announced.get(id) === name
    announced.set(id, name)
    return !isKnown
  }
  // The progress and the end of a bonus would reveal the result of a running round.
  live.on('bonus:player-bonuses', 'playerBonus', (bonus) =>
    whenShown(() => {
      storePlayerBonus(client, 'bonus', bonus)
      refetch(playerBonusRoutes.bonus, ...offers)
      const name = bonusAlert(bonus)
      if (name && isNew(bonus.id, name))
        void raiseAlert(navigator, 'bonuses', name, {
          name: bonus.name,
          amount: money(navigator, bonus.amount, bonus.currency),
        })
    }),
  )
  // Every stake changes the wagering progress. Queries without a mounted view are not fetched.
  const readProgress = betweenRounds(() => refetch(playerBonusRoutes.bonus))
  live.on('wallet:accounts', 'account', readProgress)
  live.on('bonus:player-freespins', 'playerFreespin', (spins) =>
    whenShown(() => {
      storePlayerBonus(client, 'freespin', spins)
      refetch(playerBonusRoutes.freespin, ...offers)
      const name = freespinAlert(spins)
      if (name && isNew(spins.id, name))
        void gameName(navigator, spins.gameId).then((game) =>
          raiseAlert(navigator, 'bonuses', name, { name: spins.name, count: String(spins.count), game }),
        )
    }),
  )
  live.on('bonus:player-bonus-codes', 'playerBonusCode', () => refetch(codes, ...offers))
  live.on('game:bets', 'game.bet.max.exceed', ({ maxBetAmount, playerBonus }) =>
    openModal(navigator, 'max-bets', `${maxBetAmount}-${playerBonus.currency}`),
  )
  live.on('game:bets', 'game.bet.limit.reached', ({ limit }) => openModal(navigator, 'game-limit-reached', limit))
  live.on('game:bets', 'game.bet.restricted', ({ gameIdentity }) =>
    openModal(navigator, 'restricted-bets', gameIdentity),
  )
  const readAll = () => refetch(playerBonusRoutes.bonus, playerBonusRoutes.freespin, codes, ...offers)
  live.onUnrecovered('bonus:player-bonuses', readAll)
  live.onUnrecovered('bonus:player-freespins', readAll)
  live.onUnrecovered('bonus:player-bonus-codes', readAll)
}

function money({ loader, visitor }: Navigator, amount: number, currency: string): string {
  const known = loader.client
    .getQueryData<RouteReply<'GET /api/settings/currencies'>>(apiKey('GET /api/settings/currencies'))
    ?.find(({ code }) => code === currency)
  return known ? formatMoney(amount, known, visitor.locale) : ''
}

/** Returns the name of a game, or its id if the read fails, which is only logged (specification, section 8). */
async function gameName({ loader }: Navigator, id: string): Promise<string> {
  try {
    return (
      (await loader.fetch(
        query('GET /api/game/games/{id}', { params: { id } }),
      )) as RouteReply<'GET /api/game/games/{id}'>
    ).name
  } catch (error) {
    console.warn('The game of free spins could not be read', error)
    return id
  }
}
