import { expect, test } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, views } from '#tests/setup/hook.tsx'
import { fingerprint } from '../features/session/fingerprint.ts'
import { route as approve } from './approve.tsx'
import { route as passwordReset } from './password-reset.tsx'
import { route as unsubscribe } from './unsubscribe.tsx'
import { route as verify } from './verify.tsx'

const show = views()
const words = labelsOf('passwords')
const guest = { isSignedIn: false }
const device = await fingerprint()
/** The code of a link stays known on its page; every test opens another link. */
let links = 0
const link = (name: string, path: string) => {
  const code = `code-${++links}`
  return { code, params: { [name]: code }, path: `/${path}/${code}` }
}
const refuse =
  (status: number, name = 'other', message = 'Why'): Answering =>
  ({ route }) =>
    route.startsWith('POST') ? { status, body: { error: { name, message } } } : { body: [] }
const noConnection: Answering = () => Promise.reject(new Error('no connection'))

// Shows: 7.3.4
test('a link without a code is explained, and sends nothing', async () => {
  const textOf = async (View: typeof verify.View) => {
    const page = await show(<View />, guest)
    expect(page.calls).toEqual([])
    return page.text
  }
  expect(await textOf(verify.View)).toContain(words.verifyVoidTitle)
  expect(await textOf(approve.View)).toContain(words.approveVoidText)
  expect(await textOf(passwordReset.View)).toContain(words.resetVoidTitle)
})

// Shows: 2.1.8, 7.3.4
test('the code of a link leaves the address at once, and everything else stays in it', async () => {
  const { params, path } = link('confirmCode', 'verify')
  const page = await show(<verify.View />, { ...guest, params, path, search: '?utm=x' })
  expect(page.address).toBe('/verify?utm=x')
  const asked = await show(<verify.View />, { ...guest, path: '/verify', search: '?confirmCode=in-query&utm=x' })
  expect(asked.address).toBe('/verify?utm=x')
})

// Shows: 7.3.4
test('an address is confirmed after a press alone, and the page of the confirmation is loaded', async () => {
  const { code, ...at } = link('confirmCode', 'verify')
  const page = await show(<verify.View />, { ...guest, ...at, answer: () => ({ body: { autologinToken: null } }) })
  expect(page.calls).toEqual([])
  await page.press(words.verifyButton!)
  expect(page.calls).toEqual([{ route: 'POST /api/player/profile/confirmations/email', body: { code, isMine: true } }])
  expect(page.documents).toEqual(['/?profile-confirmed=true'])
})

// Shows: 7.3.4
test('an address of somebody else is not confirmed', async () => {
  const { code, ...at } = link('confirmCode', 'verify')
  const page = await show(<verify.View />, { ...guest, ...at, answer: () => ({ body: { autologinToken: null } }) })
  await page.press(words.verifyNotMe!)
  expect(page.calls[0]!.body).toEqual({ code, isMine: false })
  expect(page.text).toContain(words.verifyNotMeTitle)
  expect(page.documents).toEqual([])
})

// Shows: 7.3.2
test.each([
  [false, ['POST /api/player/profile/confirmations/email', 'POST /api/player/sessions/token']],
  [true, ['POST /api/player/profile/confirmations/email']],
])('where sign-in requires confirmation, it starts a session unless there is one (%s)', async (isSignedIn, calls) => {
  const { code, ...at } = link('confirmCode', 'verify')
  const page = await show(<verify.View />, {
    ...at,
    isSignedIn,
    answer: ({ route }) => ({
      body: route.endsWith('/token') ? { accessToken: 'x.y.z' } : { autologinToken: `once-${code}` },
    }),
  })
  await page.press(words.verifyButton!)
  expect(page.calls.map(({ route }) => route)).toEqual(calls)
  if (isSignedIn) return expect(document.cookie).toBe('access_token=abc')
  expect(page.calls[1]!.body).toEqual({ token: `once-${code}`, fingerprint: device })
  expect(document.cookie).toMatch(/^access_token=x\.y\.z;/)
})

// Shows: 7.3.4
test('a confirmation whose sign-in fails is confirmed all the same', async () => {
  const page = await show(<verify.View />, {
    ...guest,
    params: link('confirmCode', 'verify').params,
    answer: ({ route }) => (route.endsWith('/token') ? { status: 503 } : { body: { autologinToken: 'once' } }),
  })
  await page.press(words.verifyButton!)
  expect(page.documents).toEqual(['/?profile-confirmed=true'])
})

// Shows: 7.3.4
test.each([
  [422, 'codeInvalid', words.verifyVoidTitle!],
  [503, 'other', words.unreachableTitle!],
])('a confirmation answered with %i %s: %s', async (status, name, title) => {
  const { params } = link('confirmCode', 'verify')
  const page = await show(<verify.View />, { ...guest, params, answer: refuse(status, name) })
  await page.press(words.verifyButton!)
  expect(page.text).toContain(title)
  if (status !== 503) return expect(page.find(words.signIn!).getAttribute('href')).toBe('/?sign-in=true')
  await page.press(words.retry!)
  expect(page.has(words.verifyButton!)).toBe(true)
})

// Shows: 7.3.4, 8.7.3
test('a player whose link no longer works is sent another, and a guest signs in', async () => {
  const { params } = link('confirmCode', 'verify')
  const page = await show(<verify.View />, { params, answer: refuse(422, 'codeInvalid') })
  await page.press(words.verifyButton!)
  expect(page.text).not.toContain(words.verifyVoidGuest)
  await page.press(words.verifyResend!)
  expect(page.calls.at(-1)!.route).toBe('POST /api/player/profile/confirmations/email/resend')
})

// Shows: 7.3.4, 2.1.8
test('a link for a new password leads to its form, and the form to the sign-in', async () => {
  const { code, ...at } = link('resetCode', 'password-reset')
  const answer: Answering = ({ route }) => ({ body: route.startsWith('GET') ? [] : {} })
  const page = await show(<passwordReset.View />, { ...guest, ...at, answer })
  expect(page.address).toBe('/password-reset')
  await page.enter('Password', 'long enough')
  await page.enter('Confirm password', 'long enough')
  await page.press(words.resetSave!)
  expect(page.calls.at(-1)).toMatchObject({ route: 'POST /api/player/passwords/confirm', body: { code } })
  expect(page.text).toContain(words.resetDoneTitle)
  expect(page.find(words.signIn!).getAttribute('href')).toBe('/?sign-in=true')
})

// Shows: 7.3.4
test.each([
  [false, words.askAgain!, '/?forgot-pass=true'],
  [true, words.changeOpen!, '/profile/security'],
])('after a refused code a player (%s) is led to “%s”', async (isSignedIn, label, to) => {
  const { params } = link('resetCode', 'password-reset')
  const page = await show(<passwordReset.View />, { isSignedIn, params, answer: refuse(422, 'codeInvalid') })
  await page.enter('Password', 'long enough')
  await page.enter('Confirm password', 'long enough')
  await page.press(words.resetSave!)
  expect(page.text).toContain(words.resetVoidTitle)
  expect(page.find(label).getAttribute('href')).toBe(to)
})

test('a device is approved after a press alone, with its fingerprint', async () => {
  const { code, ...at } = link('approvalCode', 'approve')
  const page = await show(<approve.View />, { ...guest, ...at })
  expect([page.calls, page.address]).toEqual([[], '/approve'])
  await page.press(words.approveButton!)
  expect(page.calls).toEqual([
    { route: 'POST /api/player/sessions/approval/confirm', body: { code, fingerprint: device } },
  ])
  expect(page.text).toContain(words.approveDoneTitle)
  expect(page.find(words.signIn!).getAttribute('data-search')).toBe('?sign-in=true')
})

test.each([
  [422, words.approveVoidText!],
  [503, words.unreachable!],
])('an approval answered with %i: %s', async (status, text) => {
  const { params } = link('approvalCode', 'approve')
  const page = await show(<approve.View />, { ...guest, params, answer: refuse(status) })
  await page.press(words.approveButton!)
  expect(page.text).toContain(text)
  if (status !== 503) return
  await page.press(words.retry!)
  expect(page.calls.length).toBe(2)
})

const marketing = labelsOf('marketing')

test.each([
  ['', ''],
  ['?by=sms', '_sms'],
])('who unsubscribes (%s) presses once, and can repeat it without a connection', async (search, by) => {
  const { code, params } = link('token', 'unsubscribe')
  const page = await show(<unsubscribe.View />, { ...guest, params, search, path: '/unsubscribe' })
  expect(page.calls).toEqual([])
  expect(page.text).toContain(marketing[`unsubscribeText${by}`])
  await page.press(marketing.unsubscribeButton!)
  expect(page.calls).toEqual([{ route: 'POST /api/notification/unsubscribe', body: { token: code } }])
  expect(page.text).toContain(marketing[`doneText${by}`])
  const lost = await show(<unsubscribe.View />, { ...guest, params, search, answer: noConnection })
  await lost.press(marketing.unsubscribeButton!)
  await lost.press(marketing.retry!)
  expect(lost.calls.length).toBe(2)
  const invalid = await show(<unsubscribe.View />, { ...guest, params, search, answer: refuse(422) })
  await invalid.press(marketing.unsubscribeButton!)
  expect(invalid.text).toContain('Why')
  expect(invalid.text).toContain(marketing.invalidTitle)
})
