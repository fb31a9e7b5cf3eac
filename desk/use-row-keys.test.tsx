import { expect, test, vi } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useShortcuts } from './use-shortcuts.ts'

const run = hooks()

/** A row of a list or, with `isTableRow`, of a table; the visible ones are moved through. */
function row(name: string, focused: string[], { isTableRow = false, isVisible = true } = {}) {
  const link = { focus: () => focused.push(`link of ${name}`), click: () => focused.push(`open ${name}`) }
  const own = {
    checkVisibility: () => isVisible,
    contains: (other: unknown) => other === own || other === link,
    matches: () => isTableRow,
    querySelector: () => link,
    focus: () => focused.push(name),
    scrollIntoView: () => {},
    closest: () => null,
  }
  return Object.assign(own, { link })
}
const elsewhere = { closest: () => null }

/** Presses a key on the window, or on the document, from which it goes on to the window. */
function keydown(key: string, target: object = elsewhere, more: object = {}): Event {
  const event = new Event('keydown', { cancelable: true })
  const part = { key, target, metaKey: false, ctrlKey: false, altKey: false, repeat: false, ...more }
  for (const [name, value] of Object.entries(part)) Object.defineProperty(event, name, { value })
  return event
}

async function listOf(...rows: Array<ReturnType<typeof row>>) {
  const page = await run(useRowKeys)
  Object.assign(document, { querySelectorAll: () => rows })
  return (key: string, more: { target?: object } & object = {}) => {
    const { target, ...others } = more
    return page.perform(() => void dispatchEvent(keydown(key, target, others)))
  }
}
const focus = (element: unknown) => Object.assign(document, { activeElement: element })

test('J and K move to the next and the previous visible row, and stay at the ends', async () => {
  const focused: string[] = []
  const [first, hidden, last] = [
    row('first', focused),
    row('hidden', focused, { isVisible: false }),
    row('last', focused),
  ]
  const press = await listOf(first, hidden, last)
  await press('j')
  focus(first)
  await press('J')
  focus(last)
  await press('j')
  await press('k')
  focus(first.link)
  await press('k')
  expect(focused).toEqual(['first', 'last', 'first'])
})

test('the row of a table is focused by its link, which is read with its name', async () => {
  const focused: string[] = []
  const press = await listOf(row('first', focused, { isTableRow: true }))
  await press('j')
  expect(focused).toEqual(['link of first'])
})

test('Enter opens the row that has the focus, and leaves a button in it alone', async () => {
  const focused: string[] = []
  const first = row('first', focused)
  const press = await listOf(first)
  await press('Enter', { target: first })
  await press('Enter', { target: elsewhere })
  expect(focused).toEqual(['open first'])
})

test.each([{ metaKey: true }, { ctrlKey: true }, { altKey: true }, { repeat: true }, { defaultPrevented: true }])(
  'a key that means something else moves nothing: %o',
  async (more) => {
    const focused: string[] = []
    const press = await listOf(row('first', focused))
    await press('j', more)
    expect(focused).toEqual([])
  },
)

test('while somebody types, or in a dialog, keys are no commands', async () => {
  const focused: string[] = []
  const press = await listOf(row('first', focused))
  const asked: string[] = []
  await press('j', { target: { closest: (selector: string) => (asked.push(selector), {}) } })
  expect(focused).toEqual([])
  for (const typed of ['input', 'textarea', 'select', 'dialog']) expect(asked[0]).toContain(typed)
})

test('a shortcut acts as it is now, in any case, and is no letter for the page', async () => {
  let step = 'first'
  const acted: string[] = []
  const page = await run(() => useShortcuts({ a: () => acted.push(step), b: vi.fn() }))
  const press = async (key: string, more: object = {}) => {
    const event = keydown(key, elsewhere, more)
    await page.perform(() => void document.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(await press('a')).toBe(true)
  step = 'second'
  expect(await press('A')).toBe(true)
  expect(await press('c')).toBe(false)
  expect(await press('a', { ctrlKey: true })).toBe(false)
  expect(acted).toEqual(['first', 'second'])
})
