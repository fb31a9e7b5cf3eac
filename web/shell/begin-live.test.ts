import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Navigator } from '../render/navigate.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Begins on a page of its own, whose document is imitated. */
async function openPage() {
  const page = { cookie: '', visibilityState: 'visible', images: [], documentElement: { lang: 'en' } }
  vi.stubGlobal('document', Object.assign(new EventTarget(), page))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', vi.fn())
  // The session listener is never removed; fresh modules isolate it from other tests.
  vi.resetModules()
  const { beginLive } = await import('./begin-live.ts')
  const { live } = await import('../live/page-live.ts')
  const start = vi.spyOn(live, 'start').mockResolvedValue()
  const read: unknown[] = []
  const fetch = async (query: unknown) => void read.push(query)
  const begin = (config: object) => {
    const client = new QueryClient()
    const labels = { load: async () => undefined }
    return beginLive({ loader: { client, fetch, labels }, visitor: { init: { config } } } as unknown as Navigator)
  }
  return { begin, start, read }
}

// Shows: 1.2.5
test.each([
  ['used', true],
  [null, false],
])('a browser in which the chat is %s reads it on every page: %s', async (chat, isRead) => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'chat' ? chat : null) })
  const called: string[] = []
  // Without an answer, since a chat that is shown needs a document.
  vi.stubGlobal('fetch', (url: string) => {
    called.push(url)
    return new Promise(() => {})
  })
  const { begin } = await openPage()
  await begin({ freshchatParams: { guestAvailable: true } })
  const asksForChat = () => called.includes('/api/settings/chat-widget')
  if (isRead) await vi.waitFor(() => expect(asksForChat()).toBe(true))
  else {
    await import('../features/chat/open-chat.ts')
    expect(asksForChat()).toBe(false)
  }
})

// Shows: 7.2.5, 7.7.2, 7.7.3, 7.7.4, 7.7.5, 7.7.6, 7.7.7
test('the channels of a player are followed with a token alone, also one of a later sign-in, and once', async () => {
  const { begin, start } = await openPage()
  const { live } = await import('../live/page-live.ts')
  const followed = vi.spyOn(live, 'on')
  const events = () => new Set(followed.mock.calls.map(([channel, event]) => [channel, event].join(' ')))
  await begin({ maxServerPingDelayMs: 0 })
  expect([...events()]).toEqual(['tournaments tournament.completed'])
  expect(start).toHaveBeenCalledOnce()
  vi.stubGlobal('location', { protocol: 'http:' })
  const { storeToken } = await import('../api/session.ts')
  storeToken('a.b.c')
  await vi.waitFor(() => expect(events()).toContain('retention:quests quest.task.updated'))
  const ofSpecification = [
    'bonus:player-bonus-codes playerBonusCode',
    'bonus:player-bonuses playerBonus',
    'bonus:player-freespins playerFreespin',
    'retention:quests quest.updated',
    'retention:quests quest.task.updated',
    'retention:accounts account',
    'wallet:accounts account',
    'payment:invoices invoice.deposit.updated',
    'payment:invoices invoice.withdrawal.updated',
    'messenger:notifications message',
    'game:bets game.bet.restricted',
    'game:bets game.bet.max.exceed',
  ]
  expect(ofSpecification.filter((event) => !events().has(event))).toEqual([])
  // Further events of the product: they come by the channel of bets alone.
  const further = [...events()].filter((event) => !ofSpecification.includes(event))
  expect(further.filter((event) => !event.startsWith('game:bets '))).toEqual(['tournaments tournament.completed'])
  const count = followed.mock.calls.length
  storeToken('d.e.f')
  await import('./player-live.ts')
  expect(followed).toHaveBeenCalledTimes(count)
})

// Shows: 7.2.5, 9.11.1
test('beginLive reads providers and registration fields, and starts the connection with the configured ping delay', async () => {
  const { begin, start, read } = await openPage()
  await begin({ maxServerPingDelayMs: 7000 })
  expect(start).toHaveBeenLastCalledWith({ maxServerPingDelay: 7000 })
  expect(read).toMatchObject([
    { route: 'GET /api/game/providers' },
    { route: 'GET /api/player/fields/validations', request: { query: { scenario: 'registration' } } },
  ])
  await begin({ maxServerPingDelayMs: 0 })
  expect(start).toHaveBeenLastCalledWith({ maxServerPingDelay: 0 })
})
