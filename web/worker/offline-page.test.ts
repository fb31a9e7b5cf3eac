/** The script of the offline page in an imitated document, with a network and a clock of the test. */
import { afterEach, expect, test, vi } from 'vitest'
import { MemoryCaches } from '#tests/setup/cache-storage.ts'

type Options = { cookie?: string; isOnline?: boolean; storage?: MemoryCaches | null }
const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub, exp: 4e9 }))}.s`

/** Opens the page; `asked` counts how often it asks the site, which answers once `isBack`. */
async function open({ cookie = '', isOnline = false, storage = new MemoryCaches() }: Options = {}) {
  const site = { isBack: false, asked: 0, reloads: 0, isHidden: false }
  const heading = { textContent: 'No connection', dataset: { away: 'The site does not answer' } }
  const tiles: Array<{ picture: string; name: string }> = []
  const section = {
    hidden: true,
    querySelector: () => ({ append: (tile: { parts: any[] }) => tiles.push(asTile(tile.parts)) }),
  }
  const asTile = ([image, label]: any[]) => ({ picture: image.src, name: label.textContent })
  const root = { dataset: {} as Record<string, string> }
  const events = new EventTarget()
  const globals = {
    document: {
      documentElement: root,
      cookie,
      querySelector: () => heading,
      getElementById: () => section,
      createElement: () => ({
        parts: [] as unknown[],
        textContent: '',
        append(...parts: unknown[]) {
          this.parts = parts
        },
      }),
      get hidden() {
        return site.isHidden
      },
    },
    Image: class {
      src = ''
    },
    navigator: { onLine: isOnline },
    location: { reload: () => site.reloads++ },
    addEventListener: events.addEventListener.bind(events),
    fetch: async (path: string, { method, cache }: RequestInit) => {
      expect([path, method, cache]).toEqual(['/worker.js', 'HEAD', 'no-store'])
      site.asked++
      if (!navigator.onLine) throw new TypeError('Failed to fetch')
      return { ok: site.isBack }
    },
    caches: storage ?? { open: () => Promise.reject(new Error('no storage')) },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.resetModules()
  await import('./offline-page.ts')
  await vi.advanceTimersByTimeAsync(0)
  return { site, heading, section, tiles, root, fire: (type: string) => events.dispatchEvent(new Event(type)) }
}
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('the theme is the chosen one, else the dark one', async () => {
  expect((await open()).root.dataset.theme).toBe('dark')
  expect((await open({ cookie: 'theme=light' })).root.dataset.theme).toBe('light')
})

test('the title says whether the device or the site has no connection, as often as this changes', async () => {
  const { heading, fire } = await open()
  expect(heading.textContent).toBe('No connection')
  vi.stubGlobal('navigator', { onLine: true })
  fire('online')
  expect(heading.textContent).toBe('The site does not answer')
  vi.stubGlobal('navigator', { onLine: false })
  fire('offline')
  expect(heading.textContent).toBe('No connection')
})

test('the site is asked every 0.7 s, after half a minute every 4 s, and the page reloads once it answers', async () => {
  const { site } = await open({ isOnline: true })
  await vi.advanceTimersByTimeAsync(699)
  expect(site.asked).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(site.asked).toBe(1)
  await vi.advanceTimersByTimeAsync(28_700)
  // 42 times up to 29.4 s, the 43rd after 30.1 s.
  expect(site.asked).toBe(42)
  await vi.advanceTimersByTimeAsync(700 + 3_999)
  expect(site.asked).toBe(43)
  await vi.advanceTimersByTimeAsync(1)
  expect([site.asked, site.reloads]).toEqual([44, 0])
  site.isBack = true
  await vi.advanceTimersByTimeAsync(4_000)
  expect([site.asked, site.reloads]).toEqual([45, 1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(site.asked).toBe(45)
})

test('a page in the background asks no more until it is seen; two reasons to ask at once begin one series', async () => {
  const { site, fire } = await open({ isOnline: true })
  site.isHidden = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(site.asked).toBe(1)
  site.isHidden = false
  fire('visibilitychange')
  fire('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(site.asked).toBe(3)
  await vi.advanceTimersByTimeAsync(700)
  expect(site.asked).toBe(4)
})

test('the games of the player who is signed in are shown', async () => {
  const storage = new MemoryCaches()
  const games = [{ name: 'Dice', picture: '/dice.webp' }]
  await (await storage.open('player')).put('/own-games', Response.json({ player: 'ada', games }))
  const own = await open({ storage, cookie: `access_token=${tokenOf('ada')}` })
  expect([own.tiles, own.section.hidden]).toEqual([[{ picture: '/dice.webp', name: 'Dice' }], false])
  const others = await open({ storage, cookie: `access_token=${tokenOf('bob')}` })
  expect([others.tiles, others.section.hidden, await storage.keys()]).toEqual([[], true, []])
})

test('without storage the page shows no games', async () => {
  const { tiles, section } = await open({ storage: null })
  expect([tiles, section.hidden]).toEqual([[], true])
})
