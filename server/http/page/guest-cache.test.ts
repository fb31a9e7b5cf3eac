import { expect, test } from 'vitest'
import { evict, GuestPages } from './guest-cache.ts'
import { Turns } from '../turns.ts'

test('concurrent requests share one rendering, which is cached for 30 seconds; its memory is released afterwards', async () => {
  let now = 0
  const pages = new GuestPages(() => now, new Turns(8))
  let made = 0
  const get = (key = '/', status = 200) =>
    pages.get(key, async () => {
      made++
      return { kind: 'page', status, document: {} as never }
    })
  await Promise.all(Array.from({ length: 100 }, () => get()))
  now = 30_000
  await get()
  expect(made).toBe(1)
  now = 30_001
  await get()
  expect(made).toBe(2)
  for (const status of [404, 404, 503, 503]) await get(`/${status}`, status)
  expect(made).toBe(5)
  const entries = new Map([
    ['old', { storedAt: 0 }],
    ['new', { storedAt: now }],
  ])
  evict(entries, 10, now)
  expect([...entries.keys()]).toEqual(['new'])
})

test('requests that waited for one page continue a few in each turn of the event loop', async () => {
  const pages = new GuestPages(() => 0, new Turns(8))
  let finish = () => {}
  const made = new Promise<void>((resolve) => (finish = resolve))
  let answered = 0
  const all = Array.from({ length: 100 }, () =>
    pages.get('/', () => made.then(() => ({ kind: 'redirect', to: '/a' }))).then(() => answered++),
  )
  finish()
  await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toBeLessThanOrEqual(16)
  await Promise.all(all)
})

test('a failure is returned to every request that waited, and is not cached', async () => {
  const pages = new GuestPages(() => 0, new Turns(8))
  const failing = () => pages.get('/', () => Promise.reject(new Error('outage')))
  const results = await Promise.allSettled([failing(), failing()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await pages.get('/', async () => ({ kind: 'redirect', to: '/a' }))).toEqual({ kind: 'redirect', to: '/a' })
})

test('missing addresses do not displace pages', async () => {
  const pages = new GuestPages(() => 0, new Turns(8))
  const page = (status: number) => async () => ({ kind: 'page' as const, status, document: {} as never })
  await pages.get('/', page(200))
  for (let index = 0; index < 3000; index++) await pages.get(`/missing-${index}`, page(404))
  expect(await pages.get('/', page(500))).toMatchObject({ status: 200 })
})

test('if there are too many entries, the oldest are removed', () => {
  const entries = new Map(['first', 'second', 'third'].map((key) => [key, { storedAt: 0 }]))
  evict(entries, 2, 0)
  expect([...entries.keys()]).toEqual(['second', 'third'])
})
