import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { Households } from './households.tsx'
import { Markers } from './markers.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const marker = (part: object = {}) => ({
  id: '7',
  playerId: '8de90d49-582c-4459',
  rule: 'long-days',
  measure: 'deposits',
  level: 'strong',
  counted: '900',
  threshold: '500',
  days: 7,
  raisedAt: at,
  state: 'open',
  contest: null,
  decision: null,
  ...part,
})
const member = (id: string, part: object = {}) => ({
  id,
  name: `Person ${id}`,
  birthdate: null,
  address: '',
  country: 'DE',
  email: null,
  registeredAt: at,
  ...part,
})
const household = (part: object = {}) => ({
  id: 'h1',
  player: member('second-00-1', { email: 'two@example.com' }),
  other: member('first-000-1'),
  matches: ['device'],
  flaggedAt: at,
  decision: null,
  ...part,
})
type Site = { list: object; scopes?: string[]; posts?: Answering; search?: string; state?: object; claim?: object }
const pageOf =
  (Page: typeof Markers, path: string) =>
  ({ list, scopes = ['protection:decide'], posts = () => ({}), search = '', state, claim = {} }: Site) =>
    show(<Page operator={{ scopes } as never} params={{}} />, {
      path,
      search,
      answer: (call) => {
        if (call.route.startsWith('GET /api/queues/'))
          return {
            body: { ids: ['7', 'h1'], waiting: 2, oldestAt: at, medianMs: null, claims: [], ...state },
          }
        if (call.route === 'POST /api/claims') return { body: claim }
        if (call.route.includes('/claims')) return {}
        return call.route.startsWith('GET') ? { body: list } : posts(call)
      },
    })
const markers = pageOf(Markers, '/markers')
const households = pageOf(Households, '/households')
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && !route.includes('/claims'))
/** Opens the dialog, which claims the case meanwhile. */
const choose = (page: ShownView, action: string) => page.fire(page.find(action), 'click')
const decide = async (page: ShownView, action: string) => {
  await choose(page, action)
  await page.enter(label('reason'), 'Spoke with them')
  await page.press(action)
}

test.each([
  ['upheld', label('harm.uphold'), 'open'],
  ['dismissed', label('harm.dismiss'), 'open'],
  ['dismissed', label('harm.dismiss'), 'upheld'],
])('a marker is %s with a reason, as it was seen, and the list is read again', async (decision, action, seen) => {
  const page = await markers({ list: { markers: [marker({ state: seen })], next: null } })
  const reads = () => page.calls.filter(({ route }) => route === 'GET /api/markers').length
  const before = reads()
  await decide(page, action)
  expect(written(page)).toEqual([
    { route: 'POST /api/markers/7/decision', body: { decision, reason: 'Spoke with them', seen } },
  ])
  expect([reads(), page.has(label('reason'))]).toEqual([before + 1, false])
})

test('a marker that was upheld can only be dismissed, and shows what the player says and who decided', async () => {
  const page = await markers({
    list: {
      markers: [
        marker({
          state: 'upheld',
          level: 'notice',
          counted: { amount: '93269.04', currency: 'EUR' },
          contest: { at, text: 'I inherited it' },
          decision: { at, by: 'Mia', comment: 'Too much' },
        }),
      ],
      next: null,
    },
  })
  expect([page.has(label('harm.uphold')), page.has(label('harm.dismiss'))]).toEqual([false, true])
  for (const part of [
    label('harm.countedOf', { counted: '93,269.04 EUR', threshold: '500', days: 7 }),
    `${spaced(formatMoment(at))}: I inherited it`,
    `Mia, ${spaced(formatMoment(at))}: Too much`,
    label('harm.notice'),
  ])
    expect(page.text.replaceAll('\u00A0', ' ')).toContain(part)
  expect(page.text).not.toContain(label('harm.strong'))
})

test('a refused decision keeps the dialog and its reason', async () => {
  const page = await markers({
    list: { markers: [marker()], next: null },
    posts: () => ({ status: 409, body: { error: { name: 'decidedMeanwhile', message: 'Somebody was faster.' } } }),
  })
  await decide(page, label('harm.uphold'))
  expect([page.text.includes('Somebody was faster.'), page.find(label('reason')).value]).toEqual([
    true,
    'Spoke with them',
  ])
})

test('who looks at a marker is named in its dialog', async () => {
  const page = await markers({
    list: { markers: [marker()], next: null },
    claim: { operator: 'Grace', isOwn: false },
  })
  await choose(page, label('harm.uphold'))
  expect(page.calls.filter(({ route }) => route === 'POST /api/claims')).toMatchObject([
    { body: { kind: 'marker', id: '7' } },
  ])
  expect(page.text).toContain(`${label('harm.upholdHint')} ${label('queue.claimed', { name: 'Grace' })}`)
})

test('whoever may only read sees no decisions, and an empty queue says so', async () => {
  const page = await markers({ list: { markers: [marker()], next: 'k2' }, scopes: ['protection:read'] })
  expect([page.has(label('harm.uphold')), page.has(label('harm.dismiss')), page.has(label('nextPage'))]).toEqual([
    false,
    false,
    true,
  ])
  expect((await markers({ list: { markers: [], next: null } })).text).toContain(label('harm.noMarkers'))
})

test('new cases are announced above the last page only, and what was decided meanwhile is marked', async () => {
  const list = { markers: [marker()], next: null }
  const added = label('queue.added', { count: 1 })
  expect((await markers({ list })).has(added)).toBe(true)
  expect((await markers({ list: { ...list, next: 'k2' } })).has(added)).toBe(false)
  const gone = await markers({ list, state: { ids: [], waiting: 0 } })
  expect(gone.text).toContain(label('queue.gone'))
})

test.each([
  ['allowed', label('harm.allow')],
  ['declined', label('harm.decline')],
])('a household is %s with a reason', async (decision, action) => {
  const page = await households({ list: { households: [household()], next: null } })
  await decide(page, action)
  expect(written(page)).toEqual([
    { route: 'POST /api/households/h1/decision', body: { decision, reason: 'Spoke with them' } },
  ])
})

test('both players stand beside each other; a decided household has its decision and neither buttons nor a queue', async () => {
  const page = await households({ list: { households: [household()], next: null } })
  expect(page.text.indexOf('Person second-00-1')).toBeLessThan(page.text.indexOf('Person first-000-1'))
  expect(page.find('second-0').getAttribute('href')).toBe('/players/second-00-1')
  expect(page.text).toContain(`${label('harm.born')} ${label('harm.notStated')}`)
  const decision = { to: 'allowed', at, by: 'Mia', comment: 'Siblings' }
  const decided = await households({
    list: { households: [household({ decision })], next: null },
    search: '?state=decided',
  })
  expect(decided.calls.some(({ route }) => route === 'GET /api/households?state=decided')).toBe(true)
  expect(decided.text).toContain(`${label('harm.allowed')}: Mia, ${spaced(formatMoment(at))}: Siblings`)
  expect([decided.has(label('harm.allow')), decided.text.includes(label('queue.oldest'))]).toEqual([false, false])
})
