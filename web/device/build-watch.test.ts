import { expect, onTestFinished, test, vi } from 'vitest'
import { isReplaced, leaveToTheBrowser } from './build-watch.ts'

/** A site that serves these builds, the first one being the latest; null where it cannot be reached. */
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
  ['is gone', ['b2'], true],
  ['cannot be asked for', null, false],
])('a page whose build %s is replaced: %s', async (_what, builds, expected) => {
  expect(await isReplaced('a1', site(builds))).toBe(expected)
})

// Shows: change 35, change 36
test.each([
  ['no game is open', null, '/providers', 1],
  ['a game is open, on its page or as the mini player', {}, '/providers', 0],
  ['the link stays on the page', null, '/?wallet=deposit', 0],
])(
  'a link of a page whose build is gone loads a document, unless it would close a game: %s',
  (_, game, path, loads) => {
    const at = new URL(path, 'http://site.test')
    vi.stubGlobal('document', { querySelector: () => game })
    vi.stubGlobal('location', new URL('http://site.test/'))
    onTestFinished(() => void vi.unstubAllGlobals())
    const stopImmediatePropagation = vi.fn()
    const target = { closest: () => ({ href: at.href, origin: at.origin, pathname: at.pathname }) }
    leaveToTheBrowser({ target: target as never, stopImmediatePropagation })
    expect(stopImmediatePropagation).toHaveBeenCalledTimes(loads)
  },
)
