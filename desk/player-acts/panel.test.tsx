import { expect, test, vi } from 'vitest'
import { breakEnd, noEnd } from '#contract/break-ends.ts'
import { FakeElement } from '#tests/setup/dom.ts'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label, labelOf } from '../labels.ts'
import { PlayerActs } from './panel.tsx'

const show = views()
const everything = ['protection:do', 'players:decide']
const limit = (part: object) => ({
  id: 'l1',
  kind: 'deposit',
  period: 'daily',
  amount: null,
  minutes: null,
  endsAt: null,
  isForced: false,
  changesFrom: null,
  ...part,
})
type Site = { scopes?: string[]; status?: string | (() => string); limits?: object[]; posts?: Answering }
async function acts({ scopes = everything, status = 'active', limits = [], posts = () => ({}) }: Site = {}) {
  const onChange = vi.fn()
  const protection = () => ({
    status: typeof status === 'string' ? status : status(),
    limits,
    currencies: ['EUR', 'USDT'],
    coolingOffPeriods: ['1-day', '1-week'],
    selfExclusionPeriods: ['6-months', 'no-end'],
  })
  const page = await show(<PlayerActs playerId="p1" operator={{ scopes } as never} onChange={onChange} />, {
    answer: (call) => (call.route.endsWith('/protection') ? { body: protection() } : posts(call)),
  })
  await page.pass(1)
  return { page, onChange }
}
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.endsWith('/protection'))
const offered = (page: ShownView) => names.filter((act) => page.has(labelOf(`playerActs.${act}`)))
const names = [
  'limit',
  'break',
  'concern',
  'limited',
  'blocked',
  'active',
  'signOut',
  'resetLink',
  'factors',
  'answer',
  'email',
  'phone',
  'export',
  'erase',
]
/** Opens the form of an act, gives the reason, and carries it out. */
const carryOut = async (page: ShownView, act: string, fill: () => Promise<void> = async () => undefined) => {
  const name = labelOf(`playerActs.${act}`)
  await page.press(name)
  expect(written(page)).toEqual([])
  await fill()
  await page.enter(label('reason'), 'They asked')
  await page.press(name)
}

test.each([
  [['protection:do'], 'active', ['limit', 'break', 'concern']],
  [['protection:do'], 'closed', ['concern']],
  [['players:do'], 'active', ['signOut', 'resetLink', 'factors', 'answer', 'email', 'phone']],
  [['players:do'], 'blocked', ['factors', 'answer', 'email', 'phone']],
  [['players:decide'], 'blocked', ['limited', 'active', 'factors', 'answer', 'email', 'phone', 'export']],
  [
    ['players:decide'],
    'limited',
    ['blocked', 'active', 'signOut', 'resetLink', 'factors', 'answer', 'email', 'phone', 'export'],
  ],
  [['players:decide'], 'closed', ['factors', 'answer', 'export', 'erase']],
  [['players:read', 'protection:read'], 'active', []],
])('with %j, what can be done for a player who is %s is %j', async (scopes, status, expected) => {
  const { page } = await acts({ scopes, status })
  expect(offered(page)).toEqual(expected)
})

test.each([
  ['signOut', 'active', 'POST /api/players/p1/sessions/end', {}],
  ['erase', 'closed', 'POST /api/players/p1/erasure', {}],
  ['limited', 'active', 'PUT /api/players/p1/status', { status: 'limited', seen: 'active' }],
  ['blocked', 'limited', 'PUT /api/players/p1/status', { status: 'blocked', seen: 'limited' }],
  ['active', 'blocked', 'PUT /api/players/p1/status', { status: 'active', seen: 'blocked' }],
])('%s is carried out with its reason, for a player who was seen as %s', async (act, status, route, body) => {
  const { page, onChange } = await acts({ status })
  await carryOut(page, act)
  expect(written(page)).toEqual([{ route, body: { reason: 'They asked', ...body } }])
  expect([page.has(label('playerActs.done')), page.has(label('reason')), onChange.mock.calls.length]).toEqual([
    true,
    false,
    1,
  ])
})

test('what somebody else decides while a form is open counts as not seen', async () => {
  let status = 'active'
  const { page } = await acts({ status: () => status })
  await page.press(labelOf('playerActs.limited'))
  status = 'blocked'
  await page.perform(() => page.client.refetchQueries())
  await page.enter(label('reason'), 'They asked')
  await page.press(labelOf('playerActs.limited'))
  expect(written(page)[0]!.body).toEqual({ status: 'limited', seen: 'active', reason: 'They asked' })
})

test('an act that is refused stays open with the reason, and nothing counts as done', async () => {
  const { page, onChange } = await acts({
    posts: () => ({ status: 409, body: { error: { name: 'x', message: 'Changed meanwhile.' } } }),
  })
  await carryOut(page, 'blocked')
  expect([page.text.includes('Changed meanwhile.'), page.has(label('reason'))]).toEqual([true, true])
  expect([page.has(label('playerActs.done')), onChange.mock.calls.length]).toEqual([false, 0])
})

test('a limit is set in a currency of the player, one of time without', async () => {
  const { page } = await acts()
  await carryOut(page, 'limit', async () => {
    await page.enter(label('playerActs.period'), 'weekly')
    await page.enter(label('playerActs.amount'), ' 50 ')
    await page.enter(label('playerActs.currency'), 'USDT')
  })
  expect(written(page)).toEqual([
    {
      route: 'POST /api/players/p1/limits',
      body: { kind: 'deposit', period: 'weekly', amount: '50', currency: 'USDT', reason: 'They asked' },
    },
  ])
  const { page: timed } = await acts()
  await carryOut(timed, 'limit', async () => {
    await timed.enter(label('playerActs.kind'), 'playTime')
    expect(timed.has(label('playerActs.currency'))).toBe(false)
    await timed.enter(label('playerActs.minutes'), '90')
  })
  expect(written(timed)[0]!.body).toMatchObject({ kind: 'playTime', amount: '90', currency: null })
})

test('a break is begun for one of the periods that the law permits, and none is proposed', async () => {
  const { page } = await acts()
  await carryOut(page, 'break', () => page.enter(label('playerActs.length'), 'selfExclusion 6-months'))
  expect(written(page)).toEqual([
    { route: 'POST /api/players/p1/breaks', body: { kind: 'selfExclusion', period: '6-months', reason: 'They asked' } },
  ])
  const { page: other } = await acts()
  await other.press(label('playerActs.break'))
  expect(other.find(label('playerActs.length')).value).toBe('')
  await other.enter(label('playerActs.length'), 'coolingOff 1-day')
  expect(other.has(label('playerActs.choose'))).toBe(false)
})

test.each([
  ['email', { email: 'kim@example.com' }],
  ['phone', { phone: 'kim@example.com' }],
])('another %s is entered for a player', async (contact, body) => {
  const { page } = await acts()
  await carryOut(page, contact, () => page.enter(labelOf(`playerActs.${contact}.new`), 'kim@example.com'))
  expect(written(page)).toEqual([{ route: `PUT /api/players/p1/${contact}`, body: { ...body, reason: 'They asked' } }])
})

test('second factors are removed, passkeys only where that is chosen', async () => {
  for (const hasPasskeys of [false, true]) {
    const { page } = await acts()
    await carryOut(page, 'factors', async () => void (hasPasskeys && (await page.press(label('playerActs.passkeys')))))
    expect(written(page)[0]).toEqual({
      route: 'POST /api/players/p1/factors/reset',
      body: { hasPasskeys, reason: 'They asked' },
    })
  }
})

test('a concern that is sent again is counted once', async () => {
  const { page } = await acts({ posts: () => ({ status: 422, body: { error: { name: 'x', message: 'No' } } }) })
  await carryOut(page, 'concern')
  await page.press(label('playerActs.concern'))
  const ids = written(page).map(({ body }) => (body as { id: string }).id)
  expect([ids.length, ids[0] === ids[1]]).toEqual([2, true])
})

test.each([
  [true, 'playerActs.answerRight'],
  [false, 'playerActs.answerWrong'],
] as const)(
  'the answer to a security question is compared: %s, and forgotten with another one',
  async (isRight, key) => {
    const { page } = await acts({ posts: () => ({ body: { question: 'First pet', isRight } }) })
    await page.press(label('playerActs.answer'))
    await page.enter(label('playerActs.theAnswer'), 'Rex')
    await page.press(label('playerActs.compare'))
    expect(written(page)).toEqual([{ route: 'POST /api/players/p1/security-answer/check', body: { answer: 'Rex' } }])
    expect(page.text).toContain(label(key, { question: 'First pet' }))
    await page.enter(label('playerActs.theAnswer'), 'Max')
    expect(page.text).not.toContain(label(key, { question: 'First pet' }))
  },
)

test('a link to reset the password is sent without a reason, and the data of a player is saved as a file', async () => {
  const { page, onChange } = await acts()
  await page.press(label('playerActs.resetLink'))
  await page.press(label('playerActs.resetLink'))
  expect(written(page)).toEqual([{ route: 'POST /api/players/p1/reset-link', body: undefined }])
  expect([page.has(label('playerActs.done')), onChange.mock.calls.length]).toEqual([true, 1])
  const saved: unknown[] = []
  vi.spyOn(FakeElement.prototype, 'click').mockImplementation(function (this: FakeElement) {
    saved.push((this as unknown as { download: string }).download)
  })
  await page.press(label('playerActs.export'))
  vi.restoreAllMocks()
  expect([saved, page.has(label('playerActs.done'))]).toEqual([['player-p1.json'], false])
})

test('limits, breaks and exclusions are listed with what they allow and until when', async () => {
  const endsAt = '2126-11-20T12:00:00.000Z'
  const until = label('playerActs.until', { moment: spaced(formatMoment(endsAt)) })
  const { page } = await acts({
    limits: [
      limit({ amount: { amount: '50.00', currency: 'EUR' }, endsAt, isForced: true }),
      limit({ id: 'l2', kind: 'playTime', minutes: 90, changesFrom: endsAt }),
      limit({ id: 'l3', kind: 'coolingOff', period: '1-week', endsAt }),
      limit({ id: 'l4', kind: 'selfExclusion', period: '5-years', endsAt: noEnd }),
    ],
  })
  const kind = (name: string) => labelOf(`playerActs.kind.${name}`)
  const daily = labelOf('playerActs.period.daily')
  for (const part of [
    `${kind('deposit')} ${daily} 50.00 EUR ${label('playerActs.forced')}`,
    `${kind('playTime')} ${daily} ${label('playerActs.minutesOf', { minutes: 90 })} ${label('playerActs.changesFrom', { moment: spaced(formatMoment(endsAt)) })} ${label('playerActs.pending')}`,
    `${kind('coolingOff')} 1 week ${until}`,
    `${kind('selfExclusion')} 5 years`,
  ])
    expect(page.text).toContain(part)
  expect(page.text.split(until)).toHaveLength(2)
  expect((await acts()).page.text).toContain(label('playerActs.noLimits'))
})

test('an exclusion whose term is over says that it goes on, and when it ends once the player has asked', async () => {
  const over = { kind: 'selfExclusion', period: '1-year', endsAt: '2011-11-20T12:00:00.000Z' }
  const goesOn = await acts({ limits: [limit(over)] })
  const until = (at: string) => label('playerActs.until', { moment: spaced(formatMoment(at)) })
  expect(goesOn.page.text).toContain(label('playerActs.termOver'))
  expect(goesOn.page.text).not.toContain(until(over.endsAt))
  const changesFrom = '2126-11-21T12:00:00.000Z'
  const { text } = (await acts({ limits: [limit({ ...over, changesFrom })] })).page
  expect(text).toContain(`${until(changesFrom)} ${label('playerActs.endAsked')}`)
  expect(text).not.toContain(label('playerActs.termOver'))
})

test('before a break or an exclusion begins, its form says for whom it is, and when it can end', async () => {
  const { page } = await acts()
  await page.press(label('playerActs.break'))
  expect(page.text).toContain(label('playerActs.breakHint', { name: label('playerOf', { id: 'p1' }) }))
  const ends = (period: string) => {
    const moment = spaced(formatMoment(breakEnd(period, new Date())!.toISOString()))
    return { moment }
  }
  for (const [value, text] of [
    ['coolingOff 1-week', label('playerActs.breakEnds', ends('1-week'))],
    ['selfExclusion 6-months', label('playerActs.exclusionEnds', ends('6-months'))],
    ['selfExclusion no-end', label('playerActs.exclusionForGood')],
  ] as const) {
    await page.enter(label('playerActs.length'), value)
    expect(page.text).toContain(text)
  }
  const known = await acts()
  known.page.client.setQueryData(['player', 'p1'], { id: 'p1', name: 'Ada Lovelace' })
  await known.page.press(label('playerActs.break'))
  expect(known.page.text).toContain(label('playerActs.breakHint', { name: 'Ada Lovelace' }))
})
