import { expect, test } from 'vitest'
import { testCaller } from '#tests/setup/contexts.ts'
import type { Caller } from '../../deps.ts'
import { PageReads } from './shared-reads.ts'

const guest: Caller = { ...testCaller, country: 'IE' }
const player = (id: string): Caller => ({
  ...guest,
  bearer: `token of ${id}`,
  player: { id, sessionId: `session of ${id}` },
})

function readsOver(answer: (caller: Caller, route: string) => { status: number; body: unknown }) {
  const asked: Array<{ route: string; caller: Caller }> = []
  let now = 0
  let revision = 0
  const reads = new PageReads(
    async (caller, route) => {
      asked.push({ route, caller })
      return answer(caller, route)
    },
    () => now,
    () => revision,
  )
  return { reads, asked, moveClock: (ms: number) => (now += ms), changeContent: () => revision++ }
}

// Shows: ASVS 14.2.2
test("a player's data is read for each page and never cached", async () => {
  const { reads } = readsOver((caller) => ({ status: 200, body: { owner: caller.player?.id } }))
  for (const route of [
    'GET /api/wallet/accounts',
    'GET /api/player/profile',
    'GET /api/game/games/favorites',
    'GET /api/game/games/played',
    'GET /api/game/spins',
    'GET /api/player/init',
  ]) {
    for (const id of ['anna', 'ben', 'anna']) expect(await reads.read(player(id), route)).toEqual({ owner: id })
  }
})

test('a shared read runs once for pages of one language and country, as a guest', async () => {
  const { reads, asked } = readsOver((caller) => ({ status: 200, body: { locale: caller.locale } }))
  const [first, second] = await Promise.all([
    reads.read(player('anna'), 'GET /api/game/collections'),
    reads.read(guest, 'GET /api/game/collections'),
  ])
  expect(second).toBe(first)
  expect(asked.map(({ caller }) => [caller.player, caller.bearer])).toEqual([[null, null]])
  expect(await reads.read({ ...guest, locale: 'de' }, 'GET /api/game/collections')).toEqual({ locale: 'de' })
  await reads.read({ ...guest, country: 'DE' }, 'GET /api/game/collections')
  await reads.read(guest, 'GET /api/game/games/{id}', { params: { id: 'dice' } })
  await reads.read(guest, 'GET /api/game/games/{id}', { params: { id: 'plinko' } })
  expect(asked.length).toBe(5)
})

test('a shared read runs again after five seconds', async () => {
  const { reads, asked, moveClock } = readsOver(() => ({ status: 200, body: [] }))
  await reads.read(guest, 'GET /api/game/spins/winners')
  moveClock(4_999)
  await reads.read(guest, 'GET /api/game/spins/winners')
  expect(asked.length).toBe(1)
  moveClock(1)
  await reads.read(guest, 'GET /api/game/spins/winners')
  expect(asked.length).toBe(2)
})

test('a failure reaches only the pages that waited for it', async () => {
  let status = 503
  const { reads } = readsOver(() => ({ status, body: { fine: true } }))
  await expect(reads.read(guest, 'GET /api/game/collections')).rejects.toMatchObject({ status: 503 })
  status = 200
  expect(await reads.read(guest, 'GET /api/game/collections')).toEqual({ fine: true })
})

test('the number of cached search results is limited', async () => {
  const { reads, asked } = readsOver(() => ({ status: 200, body: [] }))
  const search = (text: string) => reads.read(guest, 'GET /api/game/games', { query: { search: text } })
  for (let index = 0; index <= 500; index++) await search(`game ${index}`)
  await search('game 500')
  expect(asked.length).toBe(501)
  await search('game 0')
  expect(asked.length).toBe(502)
})

test('content that an operator changed is read at once', async () => {
  const { reads, asked, changeContent } = readsOver(() => ({ status: 200, body: {} }))
  const read = () => reads.read(guest, 'GET /api/content/{locale}/pages/{identity}', { params: { identity: 'terms' } })
  await read()
  await read()
  expect(asked).toHaveLength(1)
  changeContent()
  await read()
  expect(asked).toHaveLength(2)
})
