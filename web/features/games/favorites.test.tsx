import { expect, test } from 'vitest'
import type { Game } from '#contract/games.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { useFavorites } from './favorites.ts'

const run = hooks()
const route = 'GET /api/game/games/favorites'
const game = (id: string) => ({ id }) as Game

async function favorites(status: number) {
  const page = await run(useFavorites, {
    answers: [[apiKey(route), { data: [game('dice')] }]],
    answer: ({ route: called }) => (called === route ? undefined : { status, body: {} }),
  })
  return { page, ids: () => page.current.games.map(({ id }) => id) }
}

// Shows: 1.2.6, 7.6.2
test('a game is marked as the first favourite, and unmarked again', async () => {
  const { page, ids } = await favorites(200)
  await page.perform(({ toggle }) => toggle(game('keno')))
  expect([ids(), page.current.has('keno')]).toEqual([['keno', 'dice'], true])
  await page.perform(({ toggle }) => toggle(game('dice')))
  expect([ids(), page.current.has('dice')]).toEqual([['keno'], false])
  expect(page.calls.map(({ route: called }) => called)).toEqual([
    'POST /api/game/games/keno/favorite',
    'DELETE /api/game/games/dice/favorite',
  ])
})

// Shows: 1.2.6
test('a mark that the server refuses is taken back', async () => {
  const { page, ids } = await favorites(503)
  await page.perform(({ toggle }) => toggle(game('keno')))
  expect(ids()).toEqual(['dice'])
  await page.perform(({ toggle }) => toggle(game('dice')))
  expect(ids()).toEqual(['dice'])
})

// Shows: 1.2.6
test('a guest has no favourites, and none are read', async () => {
  const page = await run(useFavorites, { isSignedIn: false })
  expect([page.current.games, page.calls]).toEqual([[], []])
})
