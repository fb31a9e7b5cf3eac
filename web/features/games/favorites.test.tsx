import { expect, test } from 'vitest'
import type { Game } from '#contract/games.ts'
import { hooks, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { route as favoritesPage } from '../../routes/favorites.tsx'
import { route as recentPage } from '../../routes/recently-played.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import { FavoriteHeart } from './favorite-heart.tsx'
import { useFavorites } from './favorites.ts'

const run = hooks()
const show = views()
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

// Shows: 1.2.6
test('the heart of a game shows whether it is a favourite, and a press changes that; that of a guest opens the sign-in', async () => {
  const named = (id: string) => ({ id, name: id }) as Game
  const page = await show(
    <>
      <FavoriteHeart game={named('dice')} />
      <FavoriteHeart game={named('keno')} />
    </>,
    { answers: [[apiKey(route), { data: [named('dice')] }]] },
  )
  const pressed = () => ['dice', 'keno'].map((id) => page.find(`Favourite: ${id}`).getAttribute('aria-pressed'))
  expect(pressed()).toEqual(['true', 'false'])
  // Not by a press, which a button that can be pressed again while its call runs fails: a second one takes the mark back.
  await page.fire(page.find('Favourite: keno'), 'click')
  expect(pressed()).toEqual(['true', 'true'])
  await page.fire(page.find('Favourite: dice'), 'click')
  expect(pressed()).toEqual(['false', 'true'])
  const guest = await show(<FavoriteButton game={named('dice')} />, { isSignedIn: false, search: '?page=2' })
  const link = guest.find('Sign in to add dice to your favourites')
  expect(link.getAttribute('data-modal')).toBe('sign-in')
})

// Shows: 1.2.6, 2.1.1
test.each([
  ['Favourites', favoritesPage, 'GET /api/game/games/favorites', 'No favourites yet', 'Save your favourites'],
  ['Recently played', recentPage, 'GET /api/game/games/played', 'No games played yet', 'Your recent games'],
])('the page %s reads its own list, and a guest of it nothing', async (title, { View }, list, empty, forGuests) => {
  const answer = ({ route: called }: { route: string }) => ({ body: called === list ? { data: [] } : [] })
  const page = await show(<View />, { answer })
  expect(page.calls.map(({ route: called }) => called).filter((called) => called.includes('/games/'))).toEqual([list])
  expect(page.text).toContain(title)
  expect(page.text).toContain(empty)
  const guest = await show(<View />, { isSignedIn: false, answer })
  expect(guest.calls).toEqual([])
  expect(guest.text).toContain(forGuests)
  expect(guest.find('Sign in').getAttribute('data-modal')).toBe('sign-in')
})
