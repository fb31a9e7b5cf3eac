import { expect, test, vi } from 'vitest'
import type { DeskComplaint } from '#contract/desk/complaints.ts'
import { FakeElement } from '#tests/setup/dom.ts'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { clockText } from './clock-text.ts'
import { ComplaintPage } from './complaint.tsx'

const show = views()
const at = '2026-10-02T12:00:00.000Z'
const complaint = (part: object = {}) =>
  ({
    id: 'c1',
    number: 1042,
    playerId: '8de90d49-582c-4459',
    category: 'payments',
    about: null,
    text: 'The deposit never came.',
    status: 'open',
    locale: 'de',
    filedAt: at,
    dueAt: '2026-11-27T12:00:00.000Z',
    answer: null,
    answeredBy: null,
    dispute: null,
    final: null,
    finalBy: null,
    disputeBody: 'the Ombudsman',
    related: [],
    ...part,
  }) as unknown as DeskComplaint
const answered = { text: 'We have found it.', at, outcome: 'partly' }
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && !route.includes('/claims'))
type Site = { shown?: DeskComplaint; scopes?: string[]; posts?: Answering; waiting?: string[] }
const opened = ({ shown = complaint(), scopes = ['complaints:decide'], posts = () => ({}), waiting = [] }: Site = {}) =>
  show(<ComplaintPage operator={{ scopes } as never} params={{ complaintId: 'c1' }} />, {
    path: '/complaints/c1',
    answer: (call) => {
      if (call.route === 'GET /api/complaints/c1') return { body: shown }
      if (call.route === 'GET /api/queues/complaints') return { body: { ids: waiting, waiting: waiting.length } }
      if (call.route === 'POST /api/claims') return { body: { operator: 'Grace', isOwn: false } }
      return call.route.includes('/claims') ? {} : posts(call)
    },
  })

test('a complaint is shown with its clock, what it is about, and who wrote each letter', async () => {
  const page = await opened({
    shown: complaint({
      status: 'disputed',
      about: { kind: 'round', id: 'r7' },
      answer: answered,
      answeredBy: 'Ada',
      dispute: { text: 'Not all of it.', at },
      related: [{ id: 'c9', number: 9, status: 'final' }],
    }),
  })
  for (const part of [
    'The deposit never came.',
    label('complaints.answerOf', { name: 'Ada', outcome: label('complaints.outcome.partly') }),
    'We have found it.',
    label('complaints.disputeOf'),
    'Not all of it.',
    `(${clockText('2026-11-27T12:00:00.000Z')})`,
  ])
    expect(page.text).toContain(part)
  expect(page.find('r7').getAttribute('href')).toBe('/rounds/r7')
  expect(page.find(label('complaints.title', { number: '9' })).getAttribute('href')).toBe('/complaints/c9')
  const ended = await opened({
    shown: complaint({
      status: 'final',
      about: { kind: 'payment', id: 'W-1' },
      final: { ...answered, body: 'the Ombudsman' },
      finalBy: 'Ada',
    }),
  })
  expect(ended.text).toContain(label('complaints.finalBody', { body: 'the Ombudsman' }))
  expect(ended.text).toContain(`W-1 ${label('complaints.filed')} ${spaced(formatMoment(at))}`)
  expect(ended.text).not.toContain(clockText('2026-11-27T12:00:00.000Z'))
  expect([ended.has(label('complaints.sendAnswer')), ended.has(label('complaints.sendFinal'))]).toEqual([false, false])
})

test.each([
  ['complaints:read', 'open', false, false],
  ['complaints:do', 'open', true, false],
  ['complaints:do', 'answered', false, false],
  ['complaints:decide', 'open', true, true],
  ['complaints:decide', 'answered', false, true],
  ['complaints:decide', 'disputed', false, true],
  ['complaints:decide', 'resolved', false, false],
])('with %s, one that is %s can be answered: %s, ended: %s', async (scope, status, canAnswer, canEnd) => {
  const page = await opened({ shown: complaint({ status }), scopes: [scope] })
  expect([page.has(label('complaints.sendAnswer')), page.has(label('complaints.sendFinal'))]).toEqual([
    canAnswer,
    canEnd,
  ])
  expect(page.has(label('complaints.download'))).toBe(scope === 'complaints:decide')
})

test('an answer needs an outcome, and takes the place of what was shown', async () => {
  const page = await opened({
    scopes: ['complaints:do'],
    posts: () => ({ body: complaint({ status: 'answered', answer: answered, answeredBy: 'Ada' }) }),
  })
  await page.enter(label('complaints.answer'), 'We have found it.')
  await page.press(label('complaints.sendAnswer'))
  expect(written(page)).toEqual([])
  await page.enter(label('complaints.outcome'), 'partly')
  await page.press(label('complaints.sendAnswer'))
  expect(written(page)).toEqual([
    { route: 'POST /api/complaints/c1/answer', body: { text: 'We have found it.', outcome: 'partly' } },
  ])
  await page.pass(1)
  expect([page.has(label('complaints.sendAnswer')), page.has(label('complaints.status.answered'))]).toEqual([
    false,
    true,
  ])
})

test('the final letter names the dispute body, and a refusal reads the complaint again', async () => {
  const page = await opened({
    shown: complaint({ status: 'disputed' }),
    posts: () => ({ status: 409, body: { error: { name: 'x', message: 'It has ended.' } } }),
  })
  expect(page.text).toContain(label('complaints.willName', { body: 'the Ombudsman' }))
  await page.enter(label('complaints.outcome'), 'rejected')
  await page.enter(label('complaints.final'), 'No.')
  const reads = () => page.calls.filter(({ route }) => route === 'GET /api/complaints/c1').length
  const before = reads()
  await page.press(label('complaints.sendFinal'))
  expect(written(page)).toEqual([
    { route: 'POST /api/complaints/c1/final', body: { text: 'No.', outcome: 'rejected' } },
  ])
  expect([page.text.includes('It has ended.'), reads()]).toEqual([true, before + 1])
  expect((await opened({ shown: complaint({ status: 'disputed', disputeBody: null }) })).text).toContain(
    label('complaints.noBody'),
  )
})

test('the evidence is saved under the number of the complaint', async () => {
  const saved: unknown[] = []
  vi.spyOn(FakeElement.prototype, 'click').mockImplementation(function (this: FakeElement) {
    saved.push((this as unknown as { download: string }).download)
  })
  const page = await opened({ posts: () => ({ body: new TextEncoder().encode('lines') }) })
  await page.press(label('complaints.download'))
  vi.restoreAllMocks()
  expect(saved).toEqual(['complaint-1042.ndjson'])
})

test('of the queue the place is shown, who else looks at it, and the others follow', async () => {
  const page = await opened({ waiting: ['c0', 'c1', 'c2'] })
  await page.pass(1)
  expect(page.text).toContain(label('queue.place', { at: 2, of: 3 }))
  expect(page.text).toContain(label('queue.claimed', { name: 'Grace' }))
  await page.press(label('complaints.next'))
  expect(page.address).toBe('/complaints/c2')
  await page.press(label('complaints.back'))
  expect(page.address).toBe('/complaints')
  const last = await opened({ waiting: ['c0', 'c1'] })
  await last.pass(1)
  await last.press(label('complaints.next'))
  expect(last.address).toBe('/complaints/c0')
})
