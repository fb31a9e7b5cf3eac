import { expect, test } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { recordedCalls } from '#tests/setup/recorded-calls.ts'
import { type PlayerBonusActions, usePlayerBonusActions } from './player-bonuses.ts'

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

function Page({ announce }: { announce(actions: PlayerBonusActions): void }) {
  announce(usePlayerBonusActions())
  return null
}
