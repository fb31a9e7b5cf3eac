import { expect, test } from 'vitest'
import type { DeskRequest } from '#contract/desk/requests.ts'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { RequestPage } from './request.tsx'
import { Requests } from './requests.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const request = (part: object = {}) =>
  ({
    id: 'q1',
    summary: 'Adjust a balance',
    subject: 'player 8de90d49',
    state: 'open',
    reason: 'Paid twice',
    input: {
      playerId: 'player-1-of-many',
      direction: 'credit',
      amount: '5000.00',
      cause: 'error',
      reason: 'credit',
      flags: ['a', 'b'],
      limits: { daily: null },
    },
    askedBy: 'Ada',
    askedAt: at,
    decidedBy: null,
    decidedAt: null,
    note: null,
    expiresAt: '2026-11-09T12:00:00.000Z',
    aloneFrom: null,
    may: ['approve', 'refuse'],
    ...part,
  }) as unknown as DeskRequest
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const page = (shown: DeskRequest | (() => DeskRequest), posts: Answering = () => ({})) =>
  show(<RequestPage operator={{} as never} params={{ id: 'q1' }} />, {
    path: '/requests/q1',
    answer: (call) =>
      call.route.startsWith('GET') ? { body: typeof shown === 'function' ? shown() : shown } : posts(call),
  })
/** The button of the page opens the dialog, whose button of the same name carries it out. */
const act = async (shown: ShownView, name: string) => {
  await shown.press(name)
  await shown.press(name)
}

test('a request shows what was asked for, by whom, why, until when, and as it was entered', async () => {
  const { text } = await page(request())
  for (const part of [
    'Adjust a balance: player 8de90d49',
    `${label('requests.askedBy')} Ada , ${spaced(formatMoment(at))}`,
    `${label('requests.reason')} Paid twice`,
    `${label('requests.expiresAt')} ${spaced(formatMoment('2026-11-09T12:00:00.000Z'))}`,
    'Direction Credit the player',
    'Amount 5000.00',
    'Cause Correction of an error',
    'Reason credit',
    'Player id player-1',
    'Flags a, b',
    'Limits: daily –',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain(label('requests.decided'))
  const ended = await page(
    request({ state: 'refused', decidedBy: 'Grace', decidedAt: at, note: 'Not this month', may: [], reason: null }),
  )
  expect(ended.text).toContain(label('requests.decidedBy', { name: 'Grace', at: spaced(formatMoment(at)) }))
  expect(ended.text).toContain(`${label('requests.note')} Not this month`)
  for (const part of [label('requests.expiresAt'), label('requests.approve'), 'Paid twice'])
    expect(ended.text).not.toContain(part)
})

test.each([
  ['approve', 'POST /api/requests/q1/approval'],
  ['carryOut', 'POST /api/requests/q1/act'],
] as const)('whoever may %s is told what follows, and sees the result', async (may, route) => {
  const shown = await page(request({ may: [may] }), () => ({ body: { result: { password: 'once' } } }))
  await shown.press(label(`requests.${may}`))
  expect(written(shown)).toEqual([])
  expect(shown.text).toContain(label(`requests.${may}Hint`, { name: 'Ada' }))
  await shown.press(label(`requests.${may}`))
  expect(written(shown)).toEqual([{ route, body: undefined }])
  expect(shown.text).toContain(`${label('requests.result')} Password once`)
})

test('a request is refused with a reason, which whoever asked reads', async () => {
  let state = 'open'
  const shown = await page(
    () => request({ state, may: state === 'open' ? ['refuse'] : [] }),
    () => ((state = 'refused'), { body: {} }),
  )
  await shown.press(label('requests.refuse'))
  await shown.enter(label('requests.refusalReason'), 'Not this month')
  await shown.press(label('requests.refuse'))
  expect(written(shown)).toEqual([{ route: 'POST /api/requests/q1/refusal', body: { reason: 'Not this month' } }])
  await shown.pass(1)
  expect([shown.has(label('requests.state.refused')), shown.has(label('requests.refuse'))]).toEqual([true, false])
})

test('a request is withdrawn by whoever made it, without a reason', async () => {
  const shown = await page(request({ may: ['withdraw'] }))
  await act(shown, label('requests.withdraw'))
  expect(written(shown)).toEqual([{ route: 'DELETE /api/requests/q1', body: undefined }])
})

test('an act that needs a new confirmation asks for a code, and is then carried out', async () => {
  let isConfirmed = false
  const shown = await page(request({ may: ['approve'] }), ({ route }) => {
    if (route === 'POST /api/session/step-up') isConfirmed = true
    return isConfirmed
      ? { body: { result: {} } }
      : { status: 403, body: { error: { name: 'stepUpRequired', message: 'Confirm first.' } } }
  })
  await act(shown, label('requests.approve'))
  expect([shown.text.includes('Confirm first.'), shown.text.includes(label('stepUpHint'))]).toEqual([true, true])
  await shown.enter(label('code'), '123456')
  await shown.press(label('requests.approve'))
  expect(written(shown).map(({ route }) => route)).toEqual([
    'POST /api/requests/q1/approval',
    'POST /api/session/step-up',
    'POST /api/requests/q1/approval',
  ])
  expect(written(shown)[1]!.body).toEqual({ code: '123456' })
  expect(shown.has(label('requests.done'))).toBe(true)
  expect(shown.text).not.toContain(label('requests.result'))
})

test('a refusal stays in the dialog, and closing it reads the request again', async () => {
  const shown = await page(request(), () => ({ status: 409, body: { error: { name: 'x', message: 'It has ended.' } } }))
  await act(shown, label('requests.approve'))
  expect(shown.text).toContain('It has ended.')
  const reads = shown.calls.filter(({ route }) => route.startsWith('GET')).length
  await shown.press(label('cancel'))
  expect(shown.text).not.toContain('It has ended.')
  expect(shown.calls.filter(({ route }) => route.startsWith('GET'))).toHaveLength(reads + 1)
})

test('where nobody else could approve it, the page says from when whoever asked can carry it out', async () => {
  const aloneFrom = '2026-11-05T12:00:00.000Z'
  const text = label('requests.aloneFrom', { name: 'Ada', at: spaced(formatMoment(aloneFrom)) })
  expect((await page(request({ aloneFrom }))).text).toContain(text)
  expect((await page(request({ aloneFrom, state: 'expired' }))).text).not.toContain(text)
  expect((await page(request())).text).not.toContain('Nobody else')
})

test('a request is read again every five seconds, and requests are listed with who decided them', async () => {
  const shown = await page(request())
  const reads = (one: ShownView) => one.calls.filter(({ route }) => route.startsWith('GET')).length
  await shown.pass(4999)
  expect(reads(shown)).toBe(1)
  await shown.pass(1)
  expect(reads(shown)).toBe(2)
  const list = await show(<Requests />, {
    path: '/requests',
    search: '?state=ended',
    answer: () => ({ body: { requests: [request({ state: 'done', decidedBy: 'Grace', decidedAt: at })], next: null } }),
  })
  expect(list.calls[0]!.route).toBe('GET /api/requests?state=ended')
  expect(list.text).toContain(
    `${label('requests.state.done')} ${label('requests.decidedBy', { name: 'Grace', at: spaced(formatMoment(at)) })}`,
  )
  expect(list.find('player 8de90d49').getAttribute('href')).toBe('/requests/q1')
  const none = async (search: string) =>
    (await show(<Requests />, { path: '/requests', search, answer: () => ({ body: { requests: [], next: null } }) }))
      .text
  expect(await none('')).toContain(label('requests.none'))
  expect(await none('?state=ended')).toContain(label('requests.noneEnded'))
})
