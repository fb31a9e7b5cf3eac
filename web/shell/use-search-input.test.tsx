import { expect, test, vi } from 'vitest'
import { hooks, views } from '#tests/setup/hook.tsx'
import { useNavigator } from '../render/router.tsx'
import { useSearchInput, useSearchKey } from './use-search-input.ts'

const run = hooks()
const show = views()

function Search({ to = '/', keep }: { to?: string; keep?: Array<[string, string]> }) {
  const { input, form } = useSearchInput(to, keep)
  const navigator = useNavigator()
  return (
    <form {...form}>
      <input {...input} aria-label="Search" />
      <button type="button" onClick={() => navigator.setSearch('?search=wheel')}>
        Wheel
      </button>
    </form>
  )
}

test('results follow a quarter of a second after the last letter, in the same entry of the history', async () => {
  const page = await show(<Search keep={[['tab', 'new']]} />)
  const replaced = vi.spyOn(history, 'replaceState')
  await page.enter('Search', 'di')
  await page.pass(249)
  await page.enter('Search', 'dice')
  await page.pass(249)
  expect(page.address).toBe('/')
  await page.pass(1)
  expect([page.address, replaced.mock.calls.length]).toEqual(['/?tab=new&search=dice', 1])
  await page.enter('Search', '')
  await page.pass(250)
  expect(page.address).toBe('/?tab=new&search=')
})

test('results open from another page, but not without a word, nor from a game, which leaving would close', async () => {
  const page = await show(<Search />, { path: '/bonuses' })
  await page.enter('Search', ' ')
  await page.pass(250)
  expect(page.pages).toEqual([])
  await page.enter('Search', 'dice')
  await page.pass(250)
  expect([page.pages, page.address]).toEqual([['/?search=dice'], '/bonuses'])
  const game = await show(<Search />, { path: '/games/wheel' })
  await game.enter('Search', 'dice')
  await game.pass(250)
  expect([game.pages, game.address]).toEqual([[], '/games/wheel'])
})

test('the input shows the word of the address, and a new one that came by another way; typing is never overwritten', async () => {
  const page = await show(<Search />, { search: '?search=dice' })
  expect(page.find('Search').value).toBe('dice')
  await page.enter('Search', 'whe')
  await page.pass(250)
  await page.enter('Search', 'whee')
  expect(page.address).toBe('/?search=whe')
  expect(page.find('Search').value).toBe('whee')
  await page.press('Wheel')
  expect(page.find('Search').value).toBe('wheel')
  // What was typed before is no longer sent.
  await page.pass(250)
  expect(page.address).toBe('/?search=wheel')
})

/** Presses "/" on the page, with the search inputs given; returns whether the page has used it. */
async function slash({ inputs = [], ...more }: { inputs?: object[] } & Record<string, unknown> = {}) {
  const page = await run(useSearchKey, { path: '/bonuses' })
  class Element {
    readonly #within: string
    constructor(within: string) {
      this.#within = within
    }
    closest = (selector: string) => (selector.split(',').includes(this.#within) ? this : null)
  }
  vi.stubGlobal('Element', Element)
  Object.assign(document, { querySelectorAll: () => inputs })
  const event = new Event('keydown', { cancelable: true })
  const { within = 'main', ...keys } = more as { within?: string }
  const modifiers = { key: '/', ctrlKey: false, metaKey: false, altKey: false, ...keys }
  for (const [name, value] of Object.entries({ ...modifiers, target: new Element(within) }))
    Object.defineProperty(event, name, { value })
  await page.perform(() => void dispatchEvent(event))
  return { isUsed: event.defaultPrevented, pages: page.pages }
}

test('the key / moves the focus to the search input that is visible, else opens that of the lobby', async () => {
  const focused: string[] = []
  const input = (name: string, isVisible: boolean) => ({
    checkVisibility: () => isVisible,
    focus: () => focused.push(name),
  })
  const inputs = [input('drawer', false), input('header', true), input('lobby', true)]
  expect(await slash({ inputs })).toEqual({ isUsed: true, pages: [] })
  expect(focused).toEqual(['header'])
  expect(await slash({ inputs: [input('drawer', false)] })).toEqual({ isUsed: true, pages: ['/?search=#search'] })
})

test.each([
  { key: '?' },
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { defaultPrevented: true },
  ...['input', 'textarea', 'select', '[contenteditable]', '[role=dialog]'].map((within) => ({ within })),
])('a key that means something else stays so: %o', async (more) => {
  const { isUsed, pages } = await slash(more)
  expect([isUsed && !('defaultPrevented' in more), pages]).toEqual([false, []])
})
