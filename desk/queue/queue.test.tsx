import { expect, test, vi } from 'vitest'
import type { QueueState } from '#contract/desk/queue.ts'
import { type Answering, hooks, views } from '#tests/setup/hook.tsx'
import { formatAge, label } from '../labels.ts'
import { QueueHead, RowNote } from './queue-head.tsx'
import { usePlaceInQueue } from './use-place-in-queue.ts'
import { refreshEveryMs, useClaim } from './use-queue.ts'

const run = hooks()
const show = views()
const at = '2011-11-02T12:00:00.000Z'
const claimed = (id: string, isOwn = false) => ({ id, operator: 'Grace', isOwn, until: at })
const state = (part: Partial<QueueState> = {}): QueueState => ({
  waiting: 3,
  ids: ['a', 'b', 'c'],
  oldestAt: at,
  medianMs: 120_000,
  claims: [],
  ...part,
})

test('above a list stand how many wait, for how long, and what was added since, which is shown when asked for', async () => {
  const onShow = vi.fn()
  const page = await show(<QueueHead state={state()} shown={['a']} onShow={onShow} />)
  for (const figure of [
    `${label('queue.waiting')} 3`,
    `${label('queue.oldest')} ${formatAge(at)}`,
    `${label('queue.median')} 2 minutes`,
  ])
    expect(page.text).toContain(figure)
  await page.press(label('queue.added', { count: 2 }))
  expect(onShow).toHaveBeenCalledOnce()
  const none = await show(
    <QueueHead state={state({ oldestAt: null, medianMs: null })} shown={['a', 'b', 'c']} onShow={onShow} />,
  )
  expect(none.text).toBe(`${label('queue.waiting')} 3 ${label('queue.oldest')} – ${label('queue.median')} –`)
  expect((await show(<QueueHead state={undefined} shown={[]} onShow={onShow} />)).text).toBe('')
})

test.each([
  ['a', [claimed('a')], {}, label('queue.claimed', { name: 'Grace' })],
  ['a', [claimed('a', true)], {}, label('queue.yours', { name: 'Grace' })],
  ['a', [claimed('b')], {}, ''],
  // Decided by somebody else since the list was read.
  ['gone', [], {}, label('queue.gone')],
  // Of a long queue only the first 500 are named, so that a later one may still wait.
  ['gone', [], { waiting: 501 }, ''],
])('the row of %s with claims %j of a queue with %j says "%s"', async (id, claims, part, note) => {
  expect((await show(<RowNote state={state({ claims, ...part })} id={id} />)).text).toBe(note)
})

const queue =
  (answer: QueueState, claim: Answering = () => ({})): Answering =>
  (call) =>
    call.route === 'GET /api/queues/documents' ? { body: answer } : claim(call)
const place = (id: string, answer: Answering) =>
  run(() => usePlaceInQueue('documents', 'document', id, '/documents'), { path: `/documents/${id}`, answer })
const press = (key: string) => {
  const event = new Event('keydown', { cancelable: true })
  const part = { key, target: { closest: () => null }, metaKey: false, ctrlKey: false, altKey: false, repeat: false }
  for (const [name, value] of Object.entries(part)) Object.defineProperty(event, name, { value })
  document.dispatchEvent(event)
}

test.each([
  ['a', 'j', '/documents/b'],
  ['b', 'k', '/documents/a'],
  ['b', 'u', '/documents'],
  ['a', 'k', '/documents'],
  // After the last one the first that still waits.
  ['c', 'j', '/documents/a'],
])('from %s, %s leads to %s', async (id, key, path) => {
  const page = await place(id, queue(state()))
  expect(page.current.place).toEqual({ at: ['a', 'b', 'c'].indexOf(id) + 1, of: 3 })
  await page.perform(() => press(key))
  expect(page.address).toBe(path)
})

test('the only case that waits is followed by the list, and one that does not wait has no place and is not claimed', async () => {
  const only = await place('a', queue(state({ waiting: 1, ids: ['a'] })))
  await only.perform(({ next }) => next())
  expect(only.address).toBe('/documents')
  const decided = await place('x', queue(state()))
  expect(decided.current.place).toBeNull()
  expect(decided.calls.filter(({ route }) => route.includes('claims'))).toEqual([])
  await decided.perform(({ next }) => next())
  expect(decided.address).toBe('/documents/a')
})

test('the state of a queue is asked for every few seconds', async () => {
  const page = await place('x', queue(state()))
  const asked = () => page.calls.filter(({ route }) => route === 'GET /api/queues/documents').length
  const before = asked()
  await page.pass(refreshEveryMs - 1)
  expect(asked()).toBe(before)
  await page.pass(2)
  expect(asked()).toBe(before + 1)
})

test('a case is claimed while its page is open, each minute anew, and released with it', async () => {
  const page = await run(() => useClaim('document', 'a', true), { answer: () => ({ body: claimed('a') }) })
  expect(page.current).toEqual(claimed('a'))
  const claim = { route: 'POST /api/claims', body: { kind: 'document', id: 'a' } }
  expect(page.calls).toEqual([claim])
  await page.pass(59_999)
  expect(page.calls).toEqual([claim])
  await page.pass(1)
  expect(page.calls).toEqual([claim, claim])
  Object.assign(document, { hidden: true })
  await page.pass(60_000)
  expect(page.calls).toHaveLength(2)
  await page.close()
  expect(page.calls.at(-1)!.route).toBe('DELETE /api/claims/document/a')
})

test('without an answer nobody is named', async () => {
  const page = await run(() => useClaim('document', 'a', true), { answer: () => ({ status: 503 }) })
  expect(page.current).toBeUndefined()
})
