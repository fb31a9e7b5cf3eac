/** Registers the realtime handlers of a signed-in player, once per page. Guests never load this chunk. */
import type { RouteReply } from '#contract/api.ts'
import { apiKey } from '../api/use-api.ts'
import type { Live } from '../live/live.ts'
import { followBonuses } from '../features/bonuses/live.ts'
import { followRealityChecks } from '../features/games/reality-check-live.ts'
import { followJackpots } from '../features/jackpots/live.ts'
import { followLoyalty } from '../features/loyalty/live.ts'
import { followMessages } from '../features/messages/live.ts'
import { followPayments } from '../features/payments/live.ts'
import { followQuests } from '../features/quests/live.ts'
import { followSportsBets } from '../features/sports/live.ts'
import { followVerification } from '../features/verification/live.ts'
import { followOtherTabs } from '../features/wallet/held-balance.ts'
import { followWallet } from '../features/wallet/live.ts'
import type { Navigator } from '../render/navigate.ts'

type Profile = RouteReply<'GET /api/player/profile'>

export function followPlayer(live: Live, navigator: Navigator): void {
  const { client } = navigator.loader
  followOtherTabs(() => client.getQueryData<Profile>(apiKey('GET /api/player/profile'))?.id)
  followWallet(live, client, navigator.visitor)
  followPayments(live, navigator)
  followBonuses(live, navigator)
  followRealityChecks(live, client)
  followJackpots(live, navigator)
  followSportsBets(live, navigator)
  followLoyalty(live, client)
  followMessages(live, client)
  followVerification(live, client)
  followQuests(live, navigator)
}
