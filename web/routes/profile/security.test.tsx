import { expect, test, vi } from 'vitest'
import type { Profile } from '#contract/identity.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { AccountClosure } from './security/account-closure.tsx'
import { Authenticator } from './security/authenticator.tsx'
import ChangePassword from './security/change-password.tsx'
import { DataExport } from './security/data-export.tsx'
import { EmailSection } from './security/email-section.tsx'
import { Passkeys } from './security/passkeys.tsx'
import { PasswordSection } from './security/password-section.tsx'
import { RecoveryCodes } from './security/recovery-codes.tsx'
import { Sessions } from './security/sessions.tsx'

const show = views()
const words = labelsOf('security')
const passwords = labelsOf('passwords')
const alertOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const refuse =
  (status: number, name: string, message = 'Why'): Answering =>
  ({ route }) =>
    route.startsWith('GET') ? { body: [] } : { status, body: { error: { name, message } } }
const profile = (part: Partial<Profile>) =>
  ({ email: 'kim@example.com', isEmailConfirmed: true, hasPassword: true, ...part }) as Profile

// Shows: 4.4.2
test('an account is closed with the reason, and the session ends', async () => {
  const page = await show(<AccountClosure />)
  await page.press(words.closeBegin!)
  await page.enter(words.closeReason!, '  too much  ')
  await page.press(words.closeConfirm!)
  expect(written(page)).toEqual([{ route: 'POST /api/player/profile/closure', body: { reason: 'too much' } }])
  expect(page.alerts).toEqual([alertOf('profile', 'accountClosed')])
  expect(document.cookie).toMatch(/^access_token=;/)
})

test('an account without a reason is closed too, and one with money is not', async () => {
  const page = await show(<AccountClosure />, { answer: refuse(409, 'moneyLeft') })
  expect(page.find(words.toLimits!).getAttribute('href')).toBe('/profile/limits')
  await page.press(words.closeBegin!)
  await page.press(words.closeConfirm!)
  expect(written(page)[0]!.body).toEqual({})
  expect(page.text).toContain(words.moneyLeft)
  expect([page.alerts, document.cookie]).toEqual([[], 'access_token=abc'])
  await page.press(words.cancel!)
  expect(page.has(words.closeConfirm!)).toBe(false)
  const failed = await show(<AccountClosure />, { answer: refuse(500, 'internal') })
  await failed.press(words.closeBegin!)
  await failed.press(words.closeConfirm!)
  expect(failed.alerts).toEqual([alertOf('common', 'somethingWrong')])
})

const totp = (isEnabled: boolean) => ({ isEnabled, recoveryCodesLeft: 7 })
const setUp = { secret: 'ABCDEFGHJK', uri: 'otpauth://totp/x?secret=ABCDEFGHJK' }
const authenticator =
  (confirm: Answering = () => ({ body: { recoveryCodes: ['one-two', 'three-four'] } })): Answering =>
  (call) => {
    if (call.route === 'POST /api/player/totp') return { body: setUp }
    return call.route === 'POST /api/player/totp/confirm' ? confirm(call) : { body: totp(false) }
  }

test('an authenticator is set up with the first code, and its recovery codes are shown once', async () => {
  const page = await show(<Authenticator />, { answer: authenticator() })
  expect(page.text).toContain(words.off)
  await page.press(words.totpSetUp!)
  await page.perform(() => vi.dynamicImportSettled())
  expect(page.text).toContain('ABCD EFGH JK')
  await page.press(words.totpConfirm!)
  expect(written(page)).toHaveLength(1)
  await page.enter(words.totpCode!, ' 123456 ')
  await page.press(words.totpConfirm!)
  expect(written(page)[1]).toEqual({ route: 'POST /api/player/totp/confirm', body: { code: '123456' } })
  expect(page.text).toMatch(/one-two.*three-four/)
  expect(page.alerts).toEqual([alertOf('profile', 'totpEnabled')])
  await page.press(words.recoveryDone!)
  expect(page.text).not.toContain('one-two')
})

test.each([
  [422, 'codeWrong', 'Why'],
  [429, 'tooManyAttempts', 'Why'],
  [500, 'internal', words.somethingWrong!],
])('a first code that fails with %i %s stays to be corrected', async (status, name, text) => {
  const page = await show(<Authenticator />, { answer: authenticator(refuse(status, name)) })
  await page.press(words.totpSetUp!)
  await page.perform(() => vi.dynamicImportSettled())
  await page.enter(words.totpCode!, '123456')
  await page.press(words.totpConfirm!)
  expect(page.text).toContain(text)
  const reads = () => page.calls.filter(({ route }) => route === 'GET /api/player/totp').length
  const before = reads()
  await page.press(words.cancel!)
  expect([page.has(words.totpSetUp!), reads()]).toEqual([true, before + 1])
})

test('an authenticator is turned off, and the number of recovery codes left is shown', async () => {
  const page = await show(<Authenticator />, { answer: () => ({ body: totp(true) }) })
  expect(page.text).toContain('7')
  await page.press(words.totpRemove!)
  expect(written(page)).toEqual([{ route: 'DELETE /api/player/totp', body: null }])
  expect(page.alerts).toEqual([alertOf('profile', 'totpRemoved')])
  const refused = await show(<Authenticator />, {
    answer: ({ route }) => (route.startsWith('GET') ? { body: totp(true) } : { status: 500 }),
  })
  await refused.press(words.totpRemove!)
  expect(refused.alerts).toEqual([alertOf('common', 'somethingWrong')])
})

test('recovery codes get the focus, and are saved as a file of lines', async () => {
  const done = vi.fn()
  const page = await show(<RecoveryCodes codes={['a-b', 'c-d']} onDone={done} />)
  expect((document.activeElement as { textContent?: string } | null)?.textContent).toBe(words.recoveryTitle)
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (saved.push(blob as Blob), 'blob:codes'))
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const create = vi.spyOn(document, 'createElement')
  await page.press(words.recoverySave!)
  expect(create.mock.results.at(-1)!.value).toMatchObject({ href: 'blob:codes', download: 'recovery-codes.txt' })
  expect(await saved[0]!.text()).toBe('a-b\nc-d\n')
  await page.pass(1)
  expect(revoke).toHaveBeenCalledWith('blob:codes')
  await page.press(words.recoveryDone!)
  expect(done).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

test('the data of a player is saved as a file of the day', async () => {
  const body = { exportedAt: '2026-11-20T12:00:00.000Z', profile: { email: 'kim@example.com' } }
  const page = await show(<DataExport />, { answer: () => ({ body }) })
  const create = vi.spyOn(document, 'createElement')
  await page.press(words.dataDownload!)
  expect(create.mock.results.at(-1)!.value).toMatchObject({ download: 'my-data-2026-11-20.json' })
  const failed = await show(<DataExport />, { answer: () => ({ status: 500 }) })
  await failed.press(words.dataDownload!)
  expect(failed.alerts).toEqual([alertOf('common', 'somethingWrong')])
})

// Shows: 7.3.4, 5.3.1, 5.3.2
test('a password is changed with the current one and a repetition', async () => {
  const done = vi.fn()
  const cancel = vi.fn()
  const view = <ChangePassword email="kim@example.com" onDone={done} onCancel={cancel} />
  const answer: Answering = ({ route }) => ({ body: route.startsWith('GET') ? [] : {} })
  const fill = async (page: ShownView) => {
    await page.enter('Current password', 'the old one')
    await page.enter('New password', 'the new one')
    await page.enter('Confirm new password', 'the new one')
  }
  const page = await show(view, { answer })
  await page.enter('Confirm new password', 'something')
  expect(page.find(passwords.changeSave!).disabled).toBe(true)
  await fill(page)
  await page.press(passwords.changeSave!)
  const body = { currentPassword: 'the old one', newPassword: 'the new one', repeatNewPassword: 'the new one' }
  expect(written(page)).toEqual([{ route: 'PUT /api/player/passwords', body }])
  expect(done).toHaveBeenCalledOnce()
  await page.press(passwords.cancel!)
  expect(cancel).toHaveBeenCalledOnce()
  for (const [status, text] of [
    [429, 'Why'],
    [500, passwords.somethingWrong!],
  ] as const) {
    const failed = await show(view, { answer: refuse(status, 'other') })
    await fill(failed)
    await failed.press(passwords.changeSave!)
    expect(failed.text).toContain(text)
  }
  expect(done).toHaveBeenCalledOnce()
})

// Shows: 7.3.4
test('the form of the password is opened on demand, and its success is an alert', async () => {
  const page = await show(<PasswordSection profile={profile({})} />, { answer: () => ({ body: [] }) })
  expect(page.has('Current password')).toBe(false)
  await page.press(passwords.changeOpen!)
  await page.perform(() => vi.dynamicImportSettled())
  await page.enter('Current password', 'the old one')
  await page.enter('New password', 'the new one')
  await page.enter('Confirm new password', 'the new one')
  await page.press(passwords.changeSave!)
  expect(page.alerts).toEqual([alertOf('profile', 'passwordChanged')])
  expect(page.has('Current password')).toBe(false)
})

// Shows: 7.3.4
test.each([
  [200, alertOf('profile', 'passwordResetSent')],
  [500, alertOf('common', 'somethingWrong')],
])('without a password a link is mailed to set one: %i', async (status, title) => {
  const page = await show(<PasswordSection profile={profile({ hasPassword: false })} />, { answer: () => ({ status }) })
  await page.press(passwords.setSend!)
  expect(page.calls).toEqual([{ route: 'POST /api/player/passwords/reset', body: { email: 'kim@example.com' } }])
  expect(page.alerts).toEqual([title])
  const none = await show(<PasswordSection profile={profile({ hasPassword: false, email: null })} />)
  expect(none.text).toContain(passwords.setNoEmail)
  expect(none.has(passwords.setSend!)).toBe(false)
})

// Shows: 7.3.4
test.each([
  [true, 'emailConfirmed', false],
  [false, 'emailUnconfirmed', true],
])(
  'an address that is confirmed (%s) has the badge %s, and its link is sent again: %s',
  async (isEmailConfirmed, badge, isOffered) => {
    const page = await show(<EmailSection profile={profile({ isEmailConfirmed })} />)
    expect(page.text).toContain(passwords[badge])
    expect(page.has(passwords.emailResend!)).toBe(isOffered)
    if (!isOffered) return
    await page.press(passwords.emailResend!)
    expect(page.calls.map(({ route }) => route)).toContain('POST /api/player/profile/confirmations/email/resend')
    expect((await show(<EmailSection profile={profile({ email: null })} />)).text).toContain(passwords.emailNone)
  },
)

const session = (id: string, isCurrent = false, device = `Firefox on ${id}`) => ({
  id,
  device,
  ip: '192.0.2.1',
  country: 'DE',
  method: 'password',
  lastUsedAt: '2026-11-20T12:00:00.000Z',
  isCurrent,
})
const sessionsOf = (total: number, ...data: object[]): Answering => {
  return ({ route }) => (route.startsWith('GET') ? { body: { data, meta: { total } } } : {})
}

// Shows: 7.3.5, 3.26.5
test('a session of another device is closed, and the list is read again', async () => {
  const answer = sessionsOf(2, session('s1', true), session('s2'))
  const page = await show(<Sessions />, { answer })
  expect(page.calls[0]!.route).toBe('GET /api/player/sessions?page=1&perPage=10')
  expect(page.has('Sign out Firefox on s1')).toBe(false)
  expect(page.text).toContain(words.thisDevice)
  await page.press('Sign out Firefox on s2')
  expect(written(page).map(({ route }) => route)).toEqual(['PUT /api/player/sessions/s2/close'])
  expect(page.alerts).toEqual([alertOf('profile', 'sessionClosed')])
  expect(page.calls.at(-1)!.route).toBe('GET /api/player/sessions?page=1&perPage=10')
})

// Shows: 7.3.5
test('sessions are read in pages of ten, from the first to the last', async () => {
  const page = await show(<Sessions />, { answer: sessionsOf(21, session('s1', true)) })
  expect(page.find(words.previousPage!).disabled).toBe(true)
  await page.press(words.nextPage!)
  await page.press(words.nextPage!)
  expect(page.calls.map(({ route }) => route)).toEqual(
    [1, 2, 3].map((each) => `GET /api/player/sessions?page=${each}&perPage=10`),
  )
  expect(page.find(words.nextPage!).disabled).toBe(true)
})

// Shows: 7.3.5
test('all other sessions are closed, page by page, until this one is left', async () => {
  const open = new Set(['s2', 's3', 's4'])
  const answer: Answering = ({ route }) => {
    const [, id] = /sessions\/(s\d)\/close/.exec(route) ?? []
    if (id) return (open.delete(id), id === 's3' ? { status: 404 } : {})
    const others = [...open].slice(0, 2).map((each) => session(each))
    return { body: { data: [session('s1', true), ...others], meta: { total: 1 + open.size } } }
  }
  const page = await show(<Sessions />, { answer })
  await page.press(words.endOthers!)
  await page.pass(1)
  expect([...open]).toEqual([])
  expect(written(page).map(({ route }) => route.split('/')[4])).toEqual(['s2', 's3', 's4'])
  const reads = page.calls.flatMap(({ route }) => (route.startsWith('GET') ? [route.split('?')[1]] : []))
  expect(reads).toEqual([
    'page=1&perPage=10',
    ...Array.from({ length: 3 }, () => 'page=1&perPage=50'),
    'page=1&perPage=10',
  ])
  expect(page.alerts).toEqual([alertOf('profile', 'othersSignedOut')])
  expect(page.has(words.endOthers!)).toBe(false)
})

// Shows: 3.26.5
test('sessions have pages, whose ends cannot be passed, and a failure is an alert', async () => {
  const rows = sessionsOf(11, session('s1', true), session('s2'))
  const answer: Answering = (call) => (call.route.startsWith('GET') ? rows(call) : { status: 500 })
  const page = await show(<Sessions />, { answer })
  expect([page.find(words.previousPage!).disabled, page.find(words.nextPage!).disabled]).toEqual([true, false])
  await page.press(words.nextPage!)
  expect(page.calls.at(-1)!.route).toBe('GET /api/player/sessions?page=2&perPage=10')
  expect([page.find(words.previousPage!).disabled, page.find(words.nextPage!).disabled]).toEqual([false, true])
  await page.press('Sign out Firefox on s2')
  expect(page.alerts).toEqual([alertOf('common', 'somethingWrong')])
  await page.press(words.previousPage!)
  expect(page.text).toContain('1')
  const failed = await show(<Sessions />, { answer: () => ({ status: 500 }) })
  await failed.press(words.retry!)
  expect(failed.calls).toHaveLength(2)
})

test('a passkey is removed, and where there are none they are not offered', async () => {
  const passkey = { id: 'p1', name: 'Phone', createdAt: '2026-11-20T12:00:00.000Z', lastUsedAt: null }
  const page = await show(<Passkeys />, { answers: [[apiKey('GET /api/player/passkeys'), [passkey]]] })
  expect(page.text).toContain(words.passkeyNever)
  expect(page.text).toContain(words.passkeyUnsupported)
  await page.press('Remove Phone')
  expect(written(page).map(({ route }) => route)).toEqual(['DELETE /api/player/passkeys/p1'])
  expect(page.alerts).toEqual([alertOf('profile', 'passkeyRemoved')])
})
