import { expect, onTestFinished, test, vi } from 'vitest'
import { isReplaced, loadDocument, watchBuilds } from './build-watch.ts'

/** A `fetch` of a site that serves these builds, the latest first; null is a site that cannot be reached. */
const site = (builds: string[] | null) =>
  (async (address: string) => {
    if (!builds) throw new TypeError('offline')
    if (address === '/builds/latest.json') return Response.json({ id: builds[0] })
    const isServed = builds.some((id) => address === `/builds/meta/${id}.json`)
    return new Response('{}', { status: isServed ? 200 : 404 })
  }) as typeof fetch

// Shows: 7.2.3
test.each([
  ['is the latest', ['a1'], false],
  ['is still served beside a newer one', ['b2', 'a1'], false],
  ['is no longer served', ['b2'], true],
  ['cannot be checked', null, false],
])('a page whose build %s is replaced: %s', async (_case, builds, expected) => {
  expect(await isReplaced('a1', site(builds))).toBe(expected)
})

// Shows: 7.2.3
test('a visible page polls at once and every ten minutes, until its build is replaced; then its links load documents', async () => {
  vi.useFakeTimers()
  const page = { documentElement: { dataset: { build: 'a1' } }, visibilityState: 'hidden', querySelector: () => null }
  vi.stubGlobal('document', page)
  const listened: string[] = []
  vi.stubGlobal('addEventListener', (event: string) => listened.push(event))
  const served = ['a1']
  const polls: string[] = []
  vi.stubGlobal('fetch', (file: string) => {
    if (file === '/builds/latest.json') polls.push(file)
    return site(served)(file)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  watchBuilds()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(polls).toEqual([])
  page.visibilityState = 'visible'
  await vi.advanceTimersByTimeAsync(599_999)
  expect(polls).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([polls.length, listened]).toEqual([1, []])
  served[0] = 'b2'
  await vi.advanceTimersByTimeAsync(600_000)
  expect([polls.length, listened]).toEqual([2, ['click']])
  await vi.advanceTimersByTimeAsync(6_000_000)
  expect(polls).toHaveLength(2)
  watchBuilds()
  expect(polls).toHaveLength(3)
})

// Shows: change 35, change 36
test.each([
  ['no game is open', null, '/providers', 1],
  ['a game is open, on its page or as the mini player', {}, '/providers', 0],
  ['the link stays on the page', null, '/?wallet=deposit', 0],
])(
  'a link on a page with a replaced build loads a document, unless that would close a game: %s',
  (_, game, path, loads) => {
    const link = new URL(path, 'http://site.test')
    vi.stubGlobal('document', { querySelector: () => game })
    vi.stubGlobal('location', new URL('http://site.test/'))
    onTestFinished(() => void vi.unstubAllGlobals())
    const stopImmediatePropagation = vi.fn()
    const target = { closest: () => ({ href: link.href, origin: link.origin, pathname: link.pathname }) }
    loadDocument({ target: target as never, stopImmediatePropagation })
    expect(stopImmediatePropagation).toHaveBeenCalledTimes(loads)
  },
)
