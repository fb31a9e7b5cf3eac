import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Notes } from './notes.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const note = (part: object = {}) => ({ id: 'n1', text: 'Called today', author: 'Mia', at, withdrawn: null, ...part })
type Site = { notes?: object[]; tags?: string[]; mayWrite?: boolean; posts?: Answering }
const opened = ({
  notes = [note()],
  tags = ['vip'],
  mayWrite = true,
  posts = () => ({ body: { ok: true } }),
}: Site = {}) =>
  show(<Notes playerId="p1" mayWrite={mayWrite} />, {
    answer: (call) => (call.route.startsWith('GET') ? { body: { notes, tags, known: ['fraud'] } } : posts(call)),
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const refusal = { status: 422, body: { error: { name: 'invalid', message: 'Not like this.' } } }

test('a note keeps its id until it is written, and the next has one of its own', async () => {
  let isRefused = true
  const page = await opened({ posts: () => (isRefused ? refusal : { body: { ok: true } }) })
  const ids = () => written(page).map(({ body }) => (body as { id: string }).id)
  await page.enter(label('players.note'), 'Wants an invoice')
  await page.press(label('players.writeNote'))
  expect([page.text.includes('Not like this.'), page.find(label('players.note')).value]).toEqual([
    true,
    'Wants an invoice',
  ])
  isRefused = false
  await page.press(label('players.writeNote'))
  expect(written(page)[1]).toMatchObject({ route: 'POST /api/players/p1/notes', body: { text: 'Wants an invoice' } })
  expect([ids()[1] === ids()[0], page.find(label('players.note')).value]).toEqual([true, ''])
  await page.enter(label('players.note'), 'Again')
  await page.press(label('players.writeNote'))
  expect(ids()[2]).not.toBe(ids()[1])
})

test('a note is withdrawn with a reason, and stays to be read', async () => {
  const page = await opened()
  await page.press(label('players.withdrawNote'))
  await page.enter(label('reason'), 'Another player')
  await page.press(label('players.withdrawNote'))
  expect(written(page)).toEqual([
    { route: 'POST /api/players/p1/notes/n1/withdrawal', body: { reason: 'Another player' } },
  ])
  const gone = await opened({ notes: [note({ withdrawn: { by: 'Ada', reason: 'Another player', at } })] })
  expect(gone.text).toContain(label('players.noteWithdrawn', { by: 'Ada', reason: 'Another player' }))
  expect([gone.text.includes('Called today'), gone.has(label('players.withdrawNote'))]).toEqual([true, false])
})

test('tags are added and removed; one that is refused stays in its field', async () => {
  let isRefused = false
  const page = await opened({ posts: () => (isRefused ? refusal : { body: { ok: true } }) })
  await page.press(label('players.removeTag', { tag: 'vip' }))
  await page.enter(label('players.tag'), ' test ')
  await page.press(label('players.addTag'))
  expect(written(page).map(({ route }) => route)).toEqual([
    'DELETE /api/players/p1/tags/vip',
    'PUT /api/players/p1/tags/test',
  ])
  expect(page.find(label('players.tag')).value).toBe('')
  isRefused = true
  await page.enter(label('players.tag'), 'odd')
  await page.press(label('players.addTag'))
  expect([page.find(label('players.tag')).value, page.text.includes('Not like this.')]).toEqual(['odd', true])
})

test('whoever may only read writes nothing', async () => {
  const page = await opened({ mayWrite: false })
  expect([page.has('vip'), page.text.includes('Called today')]).toEqual([true, true])
  for (const key of ['players.note', 'players.tag', 'players.withdrawNote'] as const)
    expect(page.has(label(key))).toBe(false)
  expect(page.has(label('players.removeTag', { tag: 'vip' }))).toBe(false)
})
