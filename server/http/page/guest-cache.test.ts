import { expect, test } from 'vitest'
import { evict, GuestPages } from './guest-cache.ts'

test('a page is read for 30 seconds, and its memory is released when the next one is stored', () => {
  let now = 0
  const pages = new GuestPages(() => now)
  const page = { status: 200, document: {} as never }
  pages.store('/', page)
  now = 30_000
  expect(pages.read('/')).toMatchObject(page)
  now = 30_001
  expect(pages.read('/')).toBeNull()
  const entries = new Map([
    ['old', { storedAt: 0 }],
    ['new', { storedAt: now }],
  ])
  evict(entries, 10, now)
  expect([...entries.keys()]).toEqual(['new'])
})

test('of too many the oldest are removed', () => {
  const entries = new Map(['first', 'second', 'third'].map((key) => [key, { storedAt: 0 }]))
  evict(entries, 2, 0)
  expect([...entries.keys()]).toEqual(['second', 'third'])
})
