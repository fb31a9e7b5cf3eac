/** Which cached reads of a player's page are repeated after each push, and after pushes that were missed. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Live } from '../live/live.ts'
import type { Navigator } from '../render/navigate.ts'
import { followPlayer } from './player-live.ts'

afterEach(() => vi.unstubAllGlobals())

const reads = {
  accounts: 'GET /api/wallet/accounts',
  entries: 'GET /api/wallet/entries',
  totals: 'GET /api/wallet/totals',
  turnover: 'GET /api/risk/reasons/turn-over-wager',
  limits: 'GET /api/player/limits',
  profile: 'GET /api/player/profile',
  documents: 'GET /api/player/documents',
  identity: 'GET /api/player/services/sumsub',
  fields: 'GET /api/player/fields/validations',
  messages: 'GET /api/notification/messenger/messages',
  invoices: 'GET /api/payment/invoices',
  statistics: 'GET /api/payment/invoices/statistics',
  payoutTimes: 'GET /api/payment/payout-times',
  bets: 'GET /api/game/bets',
  spins: 'GET /api/game/spins',
  openRounds: 'GET /api/game/open-rounds',
  bonuses: 'GET /api/game/player-bonuses',
  freespins: 'GET /api/game/player-freespins',
  codes: 'GET /api/game/bonuses/bonuscodes',
  offers: 'GET /api/game/bonuses',
  pages: 'GET /api/game/bonuses/pages/{identity}',
  cashback: 'GET /api/game/bonuses/cashback',
  rakeback: 'GET /api/game/bonuses/rakeback',
  loyalty: 'GET /api/retention/account',
  levels: 'GET /api/retention/levels',
  rule: 'GET /api/retention/rule',
  realityCheck: 'GET /api/game/reality-check',
  quests: 'GET /api/retention/quests',
  playerQuests: 'GET /api/retention/player-quests',
}
type Read = keyof typeof reads

function page() {
  vi.stubGlobal('document', new EventTarget())
  const client = new QueryClient()
  for (const route of Object.values(reads)) client.setQueryData([route, null, null], [])
  client.setQueryData([reads.invoices, null, null], { data: [] })
  const handlers = new Map<string, Array<(payload?: object) => void>>()
  const add = (key: string, handler: () => void) => handlers.set(key, [...(handlers.get(key) ?? []), handler])
  const live = {
    on: (channel: string, event: string, handler: () => void) => add(`${channel} ${event}`, handler),
    onUnrecovered: (channel: string, handler: () => void) => add(`${channel} missed`, handler),
  } as unknown as Live
  followPlayer(live, {
    loader: { client, fetch: async () => ({}) },
    visitor: { isMobile: false },
    place: { page: { entry: { path: '/' } } },
  } as unknown as Navigator)
  return {
    send: (key: string, payload?: object) => handlers.get(key)!.forEach((handler) => handler(payload)),
    again: () =>
      (Object.keys(reads) as Read[]).filter((name) => client.getQueryState([reads[name], null, null])!.isInvalidated),
  }
}

const movements: Read[] = ['entries', 'totals', 'bets', 'spins', 'cashback', 'rakeback']
const payments: Read[] = ['invoices', 'statistics', 'payoutTimes']
const ofMessages: Read[] = ['profile', 'documents', 'identity', 'fields', 'messages']
const ofOffers: Read[] = ['codes', 'offers', 'pages']
const invoice = (type: number) => ({ id: 'i', type, status: 1, publicData: {} })

// Shows: 7.7.4, 7.2.4
test.each<[key: string, payload: object | undefined, again: Read[]]>([
  ['wallet:accounts account', { id: 'a', version: 1 }, [...movements, 'turnover', 'openRounds', 'bonuses']],
  ['wallet:accounts missed', undefined, ['accounts', ...movements]],
  ['payment:invoices invoice.deposit.updated', invoice(1), [...payments, 'limits', 'messages']],
  ['payment:invoices invoice.withdrawal.updated', invoice(2), payments],
  ['payment:invoices missed', undefined, payments],
  ['messenger:notifications message', {}, ofMessages],
  ['messenger:notifications missed', undefined, ofMessages],
  ['bonus:player-bonuses missed', undefined, ['bonuses', 'freespins', ...ofOffers]],
  ['game:bets game.reality-check', {}, ['realityCheck']],
  ['game:bets game.bet.declined', { betId: 'b', event: 'A – B', currency: 'EUR', stake: 500 }, ['accounts', 'bets']],
  ['game:bets game.bet.accepted', { betId: 'b', event: 'A – B', currency: 'EUR', stake: 500 }, ['accounts', 'bets']],
  ['game:bets game.bet.edited', { betId: 'b', event: 'A – B', currency: 'EUR', stake: 500 }, ['accounts', 'bets']],
  ['game:bets game.bet.edit.declined', { betId: 'b', event: 'A – B', currency: 'EUR', stake: 5 }, ['accounts', 'bets']],
  [
    'game:bets game.bet.decided',
    { betId: 'b', event: 'A – B', currency: 'EUR', result: 'settled', payout: 5 },
    ['accounts', 'bets'],
  ],
  ['game:bets missed', undefined, ['realityCheck']],
  ['retention:accounts missed', undefined, ['loyalty', 'levels', 'rule']],
  ['retention:quests missed', undefined, ['quests', 'playerQuests']],
])('after "%s" exactly the reads that it may have changed are repeated', async (key, payload, again) => {
  const { send, again: repeated } = page()
  send(key, payload)
  await vi.waitFor(() => expect(repeated().toSorted()).toEqual(again.toSorted()))
})
