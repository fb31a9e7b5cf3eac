import { expect, test, vi } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Palette } from './palette.tsx'

const show = views()
const found = [
  { kind: 'player', title: 'ada@example.com', detail: [], path: '/players/p1' },
  { kind: 'withdrawal', title: 'F1042', detail: [], path: '/withdrawals/F1042' },
]
async function opened({
  scopes = [],
  answer = found,
  status = 200,
}: { scopes?: string[]; answer?: unknown; status?: number } = {}) {
  const close = vi.fn<() => void>()
  const page = await show(<Palette operator={{ scopes } as never} onClose={close} />, {
    answer: ({ route }) => (route.startsWith('GET /api/find') ? { status, body: answer } : undefined),
  })
  vi.stubGlobal('document', Object.assign(document, { getElementById: () => null }))
  const field = () => page.find(label('find.hint'))
  const type = async (text: string) => {
    await page.enter(label('find.hint'), text)
    await page.pass(150)
    // Until the answer is there.
    await page.pass(10)
  }
  const key = (name: string) => page.fire(field(), 'keydown', { key: name })
  const options = () => {
    const [list] = field().parentNode!.children.filter((each) => each.getAttribute('role') === 'listbox')
    return list!.children.map(
      (each) => (each.getAttribute('aria-selected') === 'true' ? '> ' : '') + each.children[1]!.textContent,
    )
  }
  const searches = () => page.calls.map(({ route }) => route.replace('GET /api/find?text=', ''))
  return { page, close, type, key, options, searches }
}

test('the server is asked once typing pauses, for three letters or more, without the spaces around them', async () => {
  const { page, type, searches } = await opened()
  await type('ad')
  expect(searches()).toEqual([])
  await page.enter(label('find.hint'), 'ada')
  await page.pass(149)
  expect(searches()).toEqual([])
  await page.enter(label('find.hint'), ' ada@ ')
  await page.pass(149)
  expect(searches()).toEqual([])
  await page.pass(1)
  expect(searches()).toEqual(['ada%40'])
})

test('pages are found by their titles, and only those that the operator may open', async () => {
  const complaints = label('complaints')
  const { options, type } = await opened({ scopes: ['complaints:read'], answer: [] })
  await type(complaints.slice(0, 4).toUpperCase())
  expect(options()).toEqual([`> ${complaints}`])
  const other = await opened({ scopes: ['players:read'], answer: [] })
  await other.type(complaints.slice(0, 4))
  expect([other.options(), other.page.text.includes(label('find.nothing'))]).toEqual([[], true])
})

test('arrow keys choose without leaving the list, and Enter opens what is chosen', async () => {
  const { page, close, type, key, options } = await opened()
  await type('f1042')
  expect(options()).toEqual(['> ada@example.com', 'F1042'])
  await key('ArrowUp')
  expect(options()).toEqual(['> ada@example.com', 'F1042'])
  await key('ArrowDown')
  await key('ArrowDown')
  expect(options()).toEqual(['ada@example.com', '> F1042'])
  await key('Home')
  expect(close).not.toHaveBeenCalled()
  await key('Enter')
  expect([close.mock.calls.length, page.address]).toEqual([1, '/withdrawals/F1042'])
})

test('another word begins at its first line, and a press opens a line', async () => {
  const { page, type, key, options } = await opened()
  await type('f1042')
  await key('ArrowDown')
  await type('f104')
  expect(options()).toEqual(['> ada@example.com', 'F1042'])
  await page.press('F1042')
  expect(page.address).toBe('/withdrawals/F1042')
})

test('where nothing is found, Enter opens nothing', async () => {
  const { page, close, type, key } = await opened({ answer: [] })
  await type('nobody')
  await key('Enter')
  expect([close.mock.calls.length, page.address]).toEqual([0, '/'])
})

test('a refusal is shown in its own words', async () => {
  const { page, type } = await opened({
    status: 403,
    answer: { error: { name: 'forbidden', message: 'You lack players:read.' } },
  })
  await type('ada')
  expect(page.text).toContain('You lack players:read.')
})
