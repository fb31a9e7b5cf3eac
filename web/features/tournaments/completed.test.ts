import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { apiKey } from '../../api/use-api.ts'

const alerts: unknown[] = []
// Other tests of the process have loaded the alerts of the site.
vi.resetModules()
vi.doMock('../alerts/raise-alert.ts', () => ({
  raiseAlert: async (_: unknown, ...alert: unknown[]) => void alerts.push(alert),
}))
const { completeTournament } = await import('./completed.ts')
afterAll(() => {
  vi.doUnmock('../alerts/raise-alert.ts')
  vi.resetModules()
})
beforeEach(() => void alerts.splice(0))

const entry = (playerId: string) => ({ place: 1, entry: { playerId } })
/** A run that has ended reaches the page of Ada. */
async function complete({
  prizes = [entry('bob'), entry('ada')],
  isSignedIn = true,
  title = 'Hafenrennen',
}: { prizes?: object[]; isSignedIn?: boolean; title?: string | null } = {}) {
  const client = new QueryClient()
  client.setQueryData(apiKey('GET /api/player/profile'), { id: 'ada' })
  const lists = [
    ['GET /api/retention/tournaments', null, null],
    ['GET /api/retention/tournaments/{identity}', { identity: 'race' }, null],
    ['GET /api/retention/tournaments/{identity}/leaderboard', { identity: 'race' }, null],
  ]
  const other = ['GET /api/wallet/accounts', null, null]
  for (const key of [...lists, other]) client.setQueryData(key, {})
  const read: unknown[] = []
  const fetch = async (query: unknown) => {
    read.push(query)
    if (title === null) throw new Error('offline')
    return { title }
  }
  const site = { loader: { client, fetch }, visitor: { isSignedIn } } as never
  await completeTournament(site, { identity: 'race', title: 'Harbour race', prizes } as never)
  const isStale = (key: unknown[]) => client.getQueryState(key)!.isInvalidated
  return { read, stale: lists.map(isStale), isOtherStale: isStale(other) }
}

test('the pages of tournaments are read again, and nothing else', async () => {
  const { stale, isOtherStale } = await complete()
  expect([stale, isOtherStale]).toEqual([[true, true, true], false])
})

test('a winner is told in the own language, or with the title that was pushed if it cannot be read', async () => {
  const { read } = await complete()
  expect(read).toEqual([
    { route: 'GET /api/retention/tournaments/{identity}', request: { params: { identity: 'race' } } },
  ])
  await complete({ title: null })
  expect(alerts).toEqual([
    ['quests', 'tournamentCompleted', { name: 'Hafenrennen' }],
    ['quests', 'tournamentCompleted', { name: 'Harbour race' }],
  ])
})

test('nobody else is told: other players, guests, and all where a place had no winner', async () => {
  await complete({ prizes: [entry('bob')] })
  await complete({ isSignedIn: false })
  await complete({ prizes: [{ place: 1, entry: null }] })
  expect(alerts).toEqual([])
})
