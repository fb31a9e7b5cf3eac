import { expect, test } from 'vitest'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type HookOptions, hooks } from '#tests/setup/hook.tsx'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { useSignIn, useSignInForm } from '../sign-in.tsx'
import type { SignContent } from './use-sign-content.ts'

const run = hooks()
const device = await fingerprint()
const { accountBlocked } = contentOf('alerts/profile') as SignContent['alerts']
const content = { alerts: { accountBlocked } } as Partial<SignContent> as SignContent
const texts = { messages: {}, fields: {}, registration: { checked: {} } }

/** The form of the sign-in, filled in and sent to a server that answers so. */
async function signedIn(answer: NonNullable<HookOptions['answer']>, loginKind: 'email' | 'phone' = 'email') {
  const page = await run(
    () => {
      const signIn = useSignIn()
      const { form, refusedLogin } = useSignInForm({ loginKind, texts, content, onSend: signIn.send })
      return { form, refusedLogin, secondFactor: signIn.secondFactor }
    },
    { path: '/games/dice', search: '?sign-in=true&view=grid', isSignedIn: false, answer },
  )
  await page.perform(({ form: { form } }) => {
    form.setValue('login', loginKind === 'email' ? 'ada@example.org' : '4915124000001')
    form.setValue('password', 'a quiet harbour')
  })
  await page.perform(({ form }) => form.submit())
  await page.pass(1)
  const { formError, form } = page.current.form
  return { page, formError, errors: form.formState.errors }
}
const refusal = (status: number, error: object) => () => ({ status, body: { error } })

// Shows: 4.1.1, 7.3.1
test.each([
  ['email', 'ada@example.org'],
  ['phone', '4915124000001'],
] as const)('a sign-in by %s sends login, password and device; its success closes the modal', async (kind, login) => {
  const { page, formError } = await signedIn(() => ({ body: { accessToken: 'x.y.z' } }), kind)
  expect(page.calls).toEqual([
    { route: 'POST /api/player/sessions', body: { login, password: 'a quiet harbour', fingerprint: device } },
  ])
  expect([page.address, formError, page.alerts]).toEqual(['/games/dice?view=grid', null, []])
  expect(document.cookie).toContain('access_token=x.y.z')
})

// Shows: 8.1.1
test('a 401 shows the message of the server in the form, and the modal stays', async () => {
  const { page, formError } = await signedIn(refusal(401, { name: 'wrongCredentials', message: 'Wrong' }))
  expect([formError, page.alerts, page.address]).toEqual(['Wrong', [], '/games/dice?sign-in=true&view=grid'])
  expect(page.current.form.canSubmit).toBe(false)
})

// Shows: 8.1.1
test('a 422 shows the errors at their fields', async () => {
  const { errors, formError } = await signedIn(refusal(422, { name: 'fieldsInvalid', fields: { login: ['Odd'] } }))
  expect([errors.login?.message, formError]).toEqual(['Odd', null])
})

// Shows: 6.3.1, 8.1.1
test('a 403 shows the alert of a blocked account, and its title in the form', async () => {
  const { page, formError } = await signedIn(refusal(403, { name: 'accountBlocked', message: 'Blocked' }))
  expect([page.alerts, formError]).toEqual([[accountBlocked!.title], accountBlocked!.title])
})

// Shows: 2.2.8
test('a sign-in from a country that is refused opens geo-restricted-type instead', async () => {
  const { page } = await signedIn(refusal(403, { name: 'countryRestricted' }))
  expect(page.address).toBe('/games/dice?view=grid&geo-restricted-type=true')
})

test('an outage is told apart from an error of the server', async () => {
  const { unreachable, somethingWrong } = labelsOf('identity')
  expect((await signedIn(() => Promise.reject(new Error('offline')))).formError).toBe(unreachable)
  expect((await signedIn(refusal(500, { name: 'internal', message: 'Internal' }))).formError).toBe(somethingWrong)
})

test('too many attempts offer a mailed link to the address, but not to a phone', async () => {
  const answer = refusal(429, { name: 'tooManyAttempts', message: 'Wait' })
  expect((await signedIn(answer)).page.current.refusedLogin).toBe('ada@example.org')
  expect((await signedIn(answer, 'phone')).page.current.refusedLogin).toBeNull()
})

test('with a second factor the same credentials are sent again with its code', async () => {
  const { page } = await signedIn(({ body }) =>
    (body as { code?: string }).code
      ? { body: { accessToken: 'x.y.z' } }
      : refusal(401, { name: 'secondFactorRequired' })(),
  )
  expect(page.address).toBe('/games/dice?sign-in=true&view=grid')
  await page.perform(({ secondFactor }) => secondFactor!.sendCode('123456'))
  expect(page.calls.at(-1)!.body).toMatchObject({ login: 'ada@example.org', code: '123456' })
  expect(page.address).toBe('/games/dice?view=grid')
})
