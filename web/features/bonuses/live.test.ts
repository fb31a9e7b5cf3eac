import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contentOf } from '#tests/setup/markup.tsx'
import { current, dismissToast } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import { followBonuses } from './live.ts'

test('free spins whose game cannot be read are announced all the same; the failure is only logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(async () => {
    logged.mockRestore()
    for (const { id } of current()) dismissToast(id)
    // Other files of the worker use the same store.
    await expect.poll(current).toEqual([])
  })
  const handlers = new Map<string, (event: object) => void>()
  const live = {
    on: (_channel: string, event: string, handler: (event: object) => void) => handlers.set(event, handler),
    onUnrecovered: () => undefined,
  } as unknown as Live
  const fetch = async ({ route }: { route: string }) => {
    if (route.startsWith('GET /api/game/games')) throw new Error('unreachable')
    return { bonuses: contentOf('alerts/bonuses') }
  }
  const loader = { client: new QueryClient(), fetch }
  followBonuses(live, { loader, visitor: { locale: 'en' } } as unknown as Navigator)
  handlers.get('playerFreespin')!({
    id: 'f1',
    version: 1,
    name: 'Ten spins',
    count: 10,
    gameId: 'fox',
    status: 1,
    result: 1,
  })
  await expect
    .poll(() => current().map(({ title, description }) => [title, description]))
    .toEqual([['New free spins', '10 free spins in fox are ready to activate.']])
  expect(logged).toHaveBeenCalledTimes(1)
})
