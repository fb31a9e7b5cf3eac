import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from './labels.ts'
import { People } from './people.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const person = (name: string, part: object = {}) => ({
  name,
  roles: ['support'],
  state: 'active',
  activeAt: at,
  ...part,
})
const roles = [
  { role: 'support', title: 'Support' },
  { role: 'manager', title: 'Manager' },
]
type Site = { people?: object[]; scopes?: string[]; posts?: Answering }
const opened = ({
  people = [person('olga')],
  scopes = ['operators:decide'],
  posts = () => ({ body: { ok: true } }),
}: Site = {}) =>
  show(<People operator={{ scopes, name: 'mia' } as never} params={{}} />, {
    path: '/people',
    answer: (call) => {
      if (call.route === 'GET /api/people') return { body: people }
      if (call.route === 'GET /api/roles') return { body: roles }
      if (call.route.startsWith('GET')) return { body: [] }
      return posts(call)
    },
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const link = { link: 'https://desk.example/enrol#x', expiresAt: at }

test('people are listed with their roles in words and when they were last there', async () => {
  const page = await opened({
    people: [person('olga', { roles: ['support', 'other'] }), person('new', { state: 'invited', activeAt: null })],
  })
  expect(page.text).toContain(`olga Support, other`)
  expect(page.text).toContain(spaced(formatMoment(at)))
  expect(page.text).toContain(label('never'))
})

test.each([
  [
    'of others, for whoever decides about operators',
    'olga',
    'active',
    ['operators:decide'],
    [true, true, true, true, true],
  ],
  ['of others, for whoever reads', 'olga', 'active', ['operators:read'], [true, true, false, false, false]],
  ['of oneself', 'mia', 'active', ['operators:decide'], [true, true, false, false, false]],
  ['of whoever has left', 'olga', 'ended', ['operators:decide'], [false, false, false, false, false]],
])('sessions, passkeys, roles, invitation and end %s', async (_, name, state, scopes, may) => {
  const page = await opened({ people: [person(name, { state })], scopes })
  expect(
    (['personSessions', 'personPasskeys', 'changeRoles', 'inviteAgain', 'endAccess'] as const).map((key) =>
      page.has(label(key)),
    ),
  ).toEqual(may)
  expect(page.has(label('invite'))).toBe(scopes[0] === 'operators:decide')
})

test('an invitation names the roles, and its link is shown once, with its end', async () => {
  const page = await opened({ posts: () => ({ body: link }) })
  await page.press(label('invite'))
  await page.enter(label('name'), 'nils')
  await page.press('Support')
  await page.press('Manager')
  await page.press('Support')
  await page.press(label('inviteSend'))
  expect(written(page)).toEqual([{ route: 'POST /api/people', body: { name: 'nils', roles: ['manager'] } }])
  expect(page.text).toContain(label('inviteLinkHint', { name: 'nils', moment: spaced(formatMoment(at)) }))
  expect(page.calls.filter(({ route }) => route === 'GET /api/people')).toHaveLength(2)
})

test('roles are changed from what they are, and a refusal keeps the dialog', async () => {
  let isRefused = true
  const page = await opened({
    posts: () =>
      isRefused
        ? { status: 409, body: { error: { name: 'lastManager', message: 'Nobody else could.' } } }
        : { body: {} },
  })
  await page.press(label('changeRoles'))
  await page.press('Manager')
  await page.press(label('save'))
  const change = { route: 'PUT /api/people/olga/roles', body: { roles: ['support', 'manager'] } }
  expect([written(page), page.text.includes('Nobody else could.')]).toEqual([[change], true])
  isRefused = false
  await page.press(label('save'))
  expect([written(page), page.has(label('save'))]).toEqual([[change, change], false])
})

test.each([
  ['inviteAgain', 'inviteSend', 'POST /api/people/olga/invitation'],
  ['endAccess', 'endAccess', 'DELETE /api/people/olga'],
] as const)('%s asks first, and is sent once', async (action, send, route) => {
  const page = await opened({ posts: () => ({ body: link }) })
  await page.press(label(action))
  expect(written(page)).toEqual([])
  expect(page.text).toContain(label(`${action}Hint`, { name: 'olga' }))
  await page.press(label(send))
  expect(written(page).map((call) => call.route)).toEqual([route])
  expect(page.text.includes(link.link) || page.has(link.link) || action === 'endAccess').toBe(true)
})

test('without sessions the dialog says so', async () => {
  const page = await opened()
  await page.press(label('personSessions'))
  expect(page.text).toContain(label('noSessions'))
  expect(page.calls.at(-1)!.route).toBe('GET /api/people/olga/sessions')
})
