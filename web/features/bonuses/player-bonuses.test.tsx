import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { recordedCalls } from '#tests/setup/recorded-calls.ts'
import { QueryClient } from '@tanstack/react-query'
import { apiKey } from '../../api/use-api.ts'
import { openBonusesRequest, playerBonusRoutes } from './player-bonus-request.ts'
import { type PlayerBonusActions, storePlayerBonus, usePlayerBonusActions } from './player-bonuses.ts'

const { calls, answer } = recordedCalls()

// Shows: 4.10.4
test('activating and cancelling bonuses and free spins calls the endpoint of each', async () => {
  const page: { actions?: PlayerBonusActions } = {}
  markupOf(<Page announce={(actions) => Object.assign(page, { actions })} />)
  answer(200, { id: 'one', version: 2, status: 2 })
  for (const kind of ['bonus', 'freespin'] as const) {
    await page.actions!.activate(kind, 'one')
    await page.actions!.cancel(kind, 'one')
  }
  expect(calls.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
    'PUT /api/game/player-bonuses/one/activate',
    'PUT /api/game/player-bonuses/one/cancel',
    'PUT /api/game/player-freespins/one/activate',
    'PUT /api/game/player-freespins/one/cancel',
  ])
})

// Shows: 4.10.2
test.each(['bonus', 'freespin'] as const)(
  'the list of each %s keeps what is issued or active, and nothing finished',
  (kind) => {
    const client = new QueryClient()
    const key = apiKey(playerBonusRoutes[kind], openBonusesRequest)
    const at = (id: string, version: number, status: number) => ({ id, version, status })
    client.setQueryData(key, [at('one', 1, 1), at('two', 1, 2)])
    const stored = (pushed: { id: string; version: number; status: number }) => {
      storePlayerBonus(client, kind, pushed)
      return client.getQueryData<Array<{ id: string; status: number }>>(key)!.map(({ id, status }) => `${id} ${status}`)
    }
    expect(stored(at('one', 2, 2))).toEqual(['one 2', 'two 2'])
    expect(stored(at('two', 2, 3))).toEqual(['one 2'])
    expect(stored(at('new', 1, 3))).toEqual(['one 2'])
  },
)

function Page({ announce }: { announce(actions: PlayerBonusActions): void }) {
  announce(usePlayerBonusActions())
  return null
}
