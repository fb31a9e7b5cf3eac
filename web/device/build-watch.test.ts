import { expect, test } from 'vitest'
import { isReplaced } from './build-watch.ts'

/** A site that serves these builds, the first one being the latest; null where it cannot be reached. */
const site = (builds: string[] | null) =>
  (async (address: string) => {
    if (!builds) throw new TypeError('offline')
    if (address === '/builds/latest.json') return Response.json({ id: builds[0] })
    const isServed = builds.some((id) => address === `/builds/meta/${id}.json`)
    return new Response('{}', { status: isServed ? 200 : 404 })
  }) as typeof fetch

test.each([
  ['is the latest', ['a1'], false],
  ['is still served beside a newer one', ['b2', 'a1'], false],
  ['is gone', ['b2'], true],
  ['cannot be asked for', null, false],
])('a page whose build %s is replaced: %s', async (_what, builds, expected) => {
  expect(await isReplaced('a1', site(builds))).toBe(expected)
})
