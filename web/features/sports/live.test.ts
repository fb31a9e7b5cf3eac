import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import * as alerts from '../alerts/raise-alert.ts'
import { followSportsBets } from './live.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const bet = { betId: 'b', event: 'A – B', currency: 'EUR', result: 'cashedOut', stake: 500, payout: 480 }

/** Sends an event to a page at this path; resolves to the alerts, and whether the bets were read again. */
function sent(pathname: string, event: string): { alerts: string[]; isReadAgain: boolean } {
  vi.stubGlobal('location', { pathname })
  const raised = vi.spyOn(alerts, 'raiseAlert').mockResolvedValue(undefined)
  raised.mockClear()
  const client = new QueryClient()
  client.setQueryData(['GET /api/game/bets', null, null], [])
  const handlers = new Map<string, (payload: object) => void>()
  const live = { on: (_channel: string, name: string, handle: (payload: object) => void) => handlers.set(name, handle) }
  const entry = { path: pathname.includes('/betting') ? '/betting/*' : '/' }
  followSportsBets(
    live as unknown as Live,
    {
      loader: { client },
      visitor: { locale: 'en' },
      place: { page: { entry } },
    } as unknown as Navigator,
  )
  handlers.get(event)!(bet)
  return {
    alerts: raised.mock.calls.map((call) => call[2]),
    isReadAgain: client.getQueryState(['GET /api/game/bets', null, null])!.isInvalidated,
  }
}

test('a decided bet is told everywhere but beside its ticket, which is read again', () => {
  for (const path of ['/', '/betting', '/de/betting/event/football-1'])
    expect(sent(path, 'game.bet.decided')).toEqual({ alerts: ['sportsBetCashedOut'], isReadAgain: true })
  for (const path of ['/betting/bets', '/ar/betting/bets'])
    expect(sent(path, 'game.bet.decided')).toEqual({ alerts: [], isReadAgain: true })
})

test('an accepted or changed bet, and a change that was not accepted, is told where its slip is not shown', () => {
  for (const [event, alert] of [
    ['game.bet.accepted', 'sportsBetAccepted'],
    ['game.bet.edited', 'sportsBetEdited'],
    ['game.bet.edit.declined', 'sportsEditDeclined'],
  ] as const) {
    expect(sent('/', event).alerts).toEqual([alert])
    expect(sent('/betting', event).alerts).toEqual([])
  }
})
