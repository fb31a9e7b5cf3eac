import { expect, test } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { type Answering, views } from '#tests/setup/hook.tsx'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { modal as signIn } from '../sign-in.tsx'
import { modal as signUp } from '../sign-up.tsx'

const show = views()
const words = labelsOf('identity')
const device = await fingerprint()
const field = (id: string, position: number, rules: object = {}) => ({
  id,
  name: id,
  description: null,
  editable: true,
  isRequired: 'required' in rules,
  isVisible: true,
  position,
  value: null,
  rules,
})
const descriptors = [
  field('email', 1, { required: true, email: true }),
  field('password', 2, { required: true, minLength: 6 }),
  field('bonusCode', 3),
  field('agreements', 4, { required: true }),
]
const constants = (isBoth = false) => ({
  player: { registration: { email: true, phone: isBoth }, socialAuth: [], telegram: {} },
})
const reading =
  (posts: Answering = () => ({ body: {} }), isBoth = false): Answering =>
  (call) => {
    if (!call.route.startsWith('GET')) return posts(call)
    if (call.route.includes('validations')) return { body: descriptors }
    return { body: call.route.includes('constants') ? constants(isBoth) : [] }
  }
const posted = (calls: Array<{ route: string; body: unknown }>) => calls.filter(({ route }) => route.startsWith('POST'))
const guest = { isSignedIn: false, search: '?sign-in=true' }

// Shows: 2.3.1, 2.3.2, 4.1.1, 7.3.1
test('a guest signs in with address and password, and the dialog closes', async () => {
  const page = await show(dialog(signIn), { ...guest, answer: reading(() => ({ body: { accessToken: 'x.y.z' } })) })
  expect(page.find('Sign in').disabled).toBe(true)
  await page.enter('Email', 'kim@example.com')
  await page.enter('Password', 'long enough')
  await page.press('Sign in')
  expect(posted(page.calls)).toEqual([
    {
      route: 'POST /api/player/sessions',
      body: { login: 'kim@example.com', password: 'long enough', fingerprint: device },
    },
  ])
  expect(page.address).toBe('/')
  expect(page.find(words.signUp!).getAttribute('data-search')).toBe('?sign-up=true')
  expect(page.find(words.forgotPassword!).getAttribute('href')).toBe('/?forgot-pass=true')
})

// Shows: 2.3.1
test('the ways to sign in are tabs, the address first', async () => {
  const page = await show(dialog(signIn), { ...guest, answer: reading() })
  // The field has the name of its tab, and comes after it.
  const kinds = () => [page.find('Email').localName, page.find('Phone').localName]
  expect(kinds()).toEqual(['input', 'button'])
  expect(page.find('Phone').getAttribute('aria-selected')).toBe('false')
  await page.press('Phone')
  expect(kinds()).toEqual(['button', 'input'])
})

// Shows: 2.3.2
test.each([
  [200, '/?success=sign-in-approval-sent', null],
  [429, '/?sign-in=true', 'Too many'],
  [500, '/?sign-in=true', words.somethingWrong!],
])('a device that is refused is approved by mail: %i', async (status, address, text) => {
  const posts: Answering = ({ route }) =>
    route.endsWith('/approval')
      ? { status, body: { error: { message: 'Too many' } } }
      : { status: 429, body: { error: { name: 'tooManyAttempts', message: 'Wait' } } }
  const page = await show(dialog(signIn), { ...guest, answer: reading(posts) })
  await page.enter('Email', 'kim@example.com')
  await page.enter('Password', 'long enough')
  await page.press('Sign in')
  expect(page.text).toContain('Wait')
  await page.press(words.requestApproval!)
  expect(posted(page.calls).at(-1)).toEqual({
    route: 'POST /api/player/sessions/approval',
    body: { email: 'kim@example.com' },
  })
  expect(page.address).toBe(address)
  if (text) expect(page.text).toContain(text)
  if (status !== 200) expect(page.find(words.requestApproval!).disabled).toBe(false)
})

// Shows: 2.4.2, 2.4.3, 2.4.4, 5.7.5, 7.3.1
test('a guest registers with the fields of the server, a code behind its button, and the boxes', async () => {
  const page = await show(dialog(signUp), { isSignedIn: false, search: '?sign-up=true', answer: reading() })
  expect(page.has('Promo code')).toBe(false)
  expect(page.find(words.register!).disabled).toBe(true)
  await page.press(words.promoToggle!)
  expect(page.has(words.promoToggle!)).toBe(false)
  await page.enter('Email', 'kim@example.com')
  await page.enter('Password', 'long enough')
  await page.perform(() => {
    const box = page.find(words.register!).closest('form')!.elements.namedItem('agreements')!
    box.writeChecked(true)
    box.dispatch('click')
  })
  await page.press(words.register!)
  expect(posted(page.calls)[0]).toMatchObject({
    route: 'POST /api/player/register',
    body: { email: 'kim@example.com', password: 'long enough', agreements: 1, fingerprint: device },
  })
  expect(page.text).toContain(words.checkMail)
})

// Shows: 2.4.1
test('a registration that cannot be read is read again by a press', async () => {
  const page = await show(dialog(signUp), { isSignedIn: false, answer: () => ({ status: 500 }) })
  expect(page.text).toContain(words.somethingWrong)
  const before = page.calls.length
  await page.press(words.retry!)
  expect(page.calls.length - before).toBe(3)
})
