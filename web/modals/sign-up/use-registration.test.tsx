import { afterEach, expect, test, vi } from 'vitest'
import { type HookOptions, hooks } from '#tests/setup/hook.tsx'
import { registrationPrompt } from '../../features/limits/registration-prompt.ts'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { keepCode, openCode } from './open-code.ts'
import { useRegistration } from './use-registration.ts'

const run = hooks()
afterEach(() => registrationPrompt.write(null))
/** Computed once, as in a tab that has been open for a while; there is none outside of a browser. */
const device = await fingerprint()

const field = (id: string, position: number, rules: object = {}, more: object = {}) => ({
  id,
  name: id,
  description: null,
  editable: true,
  isRequired: 'required' in rules,
  isVisible: true,
  position,
  value: null,
  rules,
  ...more,
})
const parts = {
  texts: { messages: {}, fields: {}, registration: { checked: {} } },
  descriptors: [
    field('email', 1, { required: true, email: true }),
    field('phone', 2, { required: true }),
    field('password', 3, { required: true, min: 6 }),
    field('bonusCode', 4),
    field('receiveEmailPromo', 5),
    field('receiveSmsPromo', 6),
  ],
  countries: [],
  loginKinds: ['email', 'phone'],
} as unknown as Parameters<typeof useRegistration>[0]

/** A token without a signature, which a browser reads for its claims alone. */
const accessToken = `x.${btoa(JSON.stringify({ sub: 'p1', exp: 4e9 }))}.x`

async function registration(answer: NonNullable<HookOptions['answer']>, further: Partial<typeof parts> = {}) {
  const all = { ...parts, ...further }
  const hook = await run(() => useRegistration(all), { search: '?sign-up=true', isSignedIn: false, answer })
  vi.stubGlobal('document', { ...(document as object), cookie: 'affiliateTag=partner-7' })
  return {
    hook,
    async fill(values: Record<string, string>) {
      await hook.perform(({ form }) => {
        for (const [id, value] of Object.entries(values)) form.form.setValue(id, value)
      })
      await hook.perform(({ form }) => form.submit())
      await hook.pass(1)
    },
    posted: () => hook.calls.filter(({ route }) => route.startsWith('POST')),
    errors: () =>
      Object.fromEntries(
        Object.entries(hook.current.form.form.formState.errors).map(([id, each]) => [id, each?.message]),
      ),
  }
}
const registered = { body: { accessToken } }
const step = (name: string, regType: string) => ({ event: 'registration', step: name, regType })

// Shows: 3.27.2, 4.14.1, 7.3.1
test('a registration by e-mail is sent with device and affiliate tag, replaces the modal by the welcome, and is measured as sent', async () => {
  const { hook, fill, posted } = await registration(() => registered)
  expect(hook.events).toEqual([step('open', 'email')])
  await fill({ email: 'ada@example.org', password: 'a quiet harbour', bonusCode: 'TEN' })
  expect(posted()).toEqual([
    {
      route: 'POST /api/player/register',
      body: {
        email: 'ada@example.org',
        password: 'a quiet harbour',
        bonusCode: 'TEN',
        receiveEmailPromo: 0,
        locale: 'en',
        fingerprint: device,
        affiliateTag: 'partner-7',
      },
    },
  ])
  expect(hook.events).toEqual([step('open', 'email'), step('sent', 'email')])
  expect(hook.address).toBe('/?success=welcome')
})

// Shows: 3.8.1, 4.2.1, 4.14.1, 7.3.1
test('a registration by phone sends a code for registration, then the form with the code, each step measured', async () => {
  const { hook, fill, posted } = await registration(({ route }) =>
    route.endsWith('otp/send') ? { body: { resendAfterSeconds: 60, hasLetters: false } } : registered,
  )
  await hook.perform(({ chooseLoginKind }) => chooseLoginKind('phone'))
  await fill({ phone: '4915124000001', password: 'a quiet harbour' })
  expect(posted()).toEqual([
    { route: 'POST /api/player/otp/send', body: { phone: '4915124000001', reason: 'registration' } },
  ])
  expect(hook.current.step).toMatchObject({ name: 'code', phone: '4915124000001', sent: { resendAfterSeconds: 60 } })
  expect(hook.address).toBe('/?sign-up=true')
  await hook.perform(({ verify }) => verify('123456'))
  expect(posted()[1]).toEqual({
    route: 'POST /api/player/register/phone',
    body: {
      phone: '4915124000001',
      password: 'a quiet harbour',
      receiveSmsPromo: 0,
      locale: 'en',
      fingerprint: device,
      affiliateTag: 'partner-7',
      code: '123456',
    },
  })
  expect(hook.events).toEqual([
    step('open', 'email'),
    step('type change', 'phone'),
    step('sent', 'phone'),
    step('otp', 'phone'),
  ])
  expect(hook.address).toBe('/?success=welcome')
})

// Shows: 4.2.2, 5.7.7, 8.4.1
test('a 422 is shown at its fields, and nothing can be sent until the field has the focus', async () => {
  const { hook, fill, posted, errors } = await registration(() => ({
    status: 422,
    body: {
      error: { name: 'fieldsInvalid', message: 'Check', fields: { email: ['Taken'], password: ['Too common'] } },
    },
  }))
  await fill({ email: 'ada@example.org', password: 'a quiet harbour' })
  expect(errors()).toEqual({ email: 'Taken', password: 'Too common' })
  expect(hook.current.form.canSubmit).toBe(false)
  expect(hook.events).toEqual([step('open', 'email')])
  // The form itself moves the focus to the first field, which keeps its error.
  await hook.perform(({ form }) => form.onFocus('email'))
  expect(errors()).toEqual({ email: 'Taken', password: 'Too common' })
  await hook.perform(({ form }) => form.onFocus('email'))
  expect(errors()).toEqual({ password: 'Too common' })
  expect(hook.current.form.canSubmit).toBe(false)
  await hook.perform(({ form }) => form.onFocus('password'))
  expect([errors(), hook.current.form.canSubmit, posted().length]).toEqual([{}, true, 1])
})

// Shows: 8.2.1
test.each([
  [429, { name: 'limitReached', code: 11_005, message: 'Later' }, 'Too many codes requested. Try again later.'],
  [503, { name: 'unavailable', code: 11_004, message: 'No message now' }, 'No message now'],
  [422, { name: 'fieldsInvalid', message: 'Check', fields: { phone: ['Not a mobile'] } }, 'Not a mobile'],
  [502, {}, 'Cannot verify phone number'],
])('a code that is refused with %i %j shows why at the phone, and the form stays', async (status, error, text) => {
  const { hook, fill, errors } = await registration(({ route }) =>
    route.endsWith('otp/send') ? { status, body: { error } } : { body: {} },
  )
  await hook.perform(({ chooseLoginKind }) => chooseLoginKind('phone'))
  await fill({ phone: '4915124000001', password: 'a quiet harbour' })
  expect(errors()).toEqual({ phone: text })
  expect(hook.current.step).toEqual({ name: 'form' })
})

// Shows: 4.2.2, 5.7.7
test('a 422 after the code of the phone leads back to the form, with its fields’ errors', async () => {
  const { hook, fill, errors } = await registration(({ route }) =>
    route.endsWith('otp/send')
      ? { body: { resendAfterSeconds: 60, hasLetters: false } }
      : { status: 422, body: { error: { name: 'fieldsInvalid', fields: { phone: ['Taken'] } } } },
  )
  await hook.perform(({ chooseLoginKind }) => chooseLoginKind('phone'))
  await fill({ phone: '4915124000001', password: 'a quiet harbour' })
  await hook.perform(({ verify }) => verify('123456'))
  expect(hook.current.step).toEqual({ name: 'form' })
  expect(errors()).toEqual({ phone: 'Taken' })
  expect(hook.current.form.canSubmit).toBe(false)
  expect(hook.current.form.form.getValues('password')).toBe('a quiet harbour')
  expect(hook.events).not.toContainEqual(step('otp', 'phone'))
})

// Shows: 2.2.8
test.each([
  ['countryRestricted', '/?geo-restricted-type=true'],
  ['codeWrong', '/?sign-up=true'],
])('the refusal %s of the code of a phone leads to %s, and is thrown to its view', async (name, address) => {
  const { hook, fill } = await registration(
    ({ route }) =>
      route.endsWith('/phone') ? { status: 403, body: { error: { name } } } : { body: { resendAfterSeconds: 60 } },
    { loginKinds: ['phone'] },
  )
  await fill({ phone: '4915124000001', password: 'a quiet harbour' })
  await expect(hook.perform(({ verify }) => verify('123456'))).rejects.toMatchObject({ name })
  expect(hook.address).toBe(address)
})

// Shows: 2.4.5
test('back returns from the code to the unchanged form', async () => {
  const { hook, fill } = await registration(() => ({ body: { resendAfterSeconds: 60, hasLetters: false } }))
  await hook.perform(({ chooseLoginKind }) => chooseLoginKind('phone'))
  await fill({ phone: '4915124000001', password: 'a quiet harbour' })
  expect(openCode()).toMatchObject({ phone: '4915124000001' })
  await hook.perform(({ back }) => back())
  expect(hook.current.step).toEqual({ name: 'form' })
  // A dialog that is opened again begins with the form too.
  expect(openCode()).toBeNull()
  expect(hook.current.form.form.getValues()).toMatchObject({ phone: '4915124000001', password: 'a quiet harbour' })
})

// Shows: 2.4.5
test('a dialog that was closed before the code was entered asks for it again, and back leads to the form by phone', async () => {
  const { fill } = await registration(() => ({ body: { resendAfterSeconds: 60, hasLetters: false } }), {
    loginKinds: ['phone'],
  })
  await fill({ phone: '4915124000001', password: 'a quiet harbour' })
  const sent = openCode()!
  // The next page of a test begins a day later.
  vi.setSystemTime(Date.now() + 86_400_000)
  keepCode(sent)
  const { hook } = await registration(() => registered)
  expect(hook.current).toMatchObject({ loginKind: 'phone', step: { name: 'code', phone: '4915124000001' } })
  await hook.perform(({ back }) => back())
  expect(hook.current).toMatchObject({ loginKind: 'phone', step: { name: 'form' } })
  expect(hook.current.form.form.getValues()).toMatchObject({ phone: '4915124000001', password: 'a quiet harbour' })
})

// Shows: 2.2.8
test('a registration from a country that is refused opens geo-restricted-type instead', async () => {
  const { hook, fill } = await registration(() => ({ status: 403, body: { error: { name: 'countryRestricted' } } }))
  await fill({ email: 'ada@example.org', password: 'a quiet harbour' })
  expect(hook.address).toBe('/?geo-restricted-type=true')
})

// Shows: 5.7.4
test('the currency follows the country, until the player has chosen one', async () => {
  const countries = ['DE EUR', 'BR BRL', 'US USD'].map((each) => {
    const [code, currency] = each.split(' ')
    return { code, currency, restrictType: null }
  }) as unknown as typeof parts.countries
  const descriptors = [...parts.descriptors, field('country', 6), field('currency', 7)] as typeof parts.descriptors
  const { hook } = await registration(() => registered, { countries, descriptors })
  const shown = () => hook.current.form.form.getValues(['country', 'currency'])
  const enter = (id: string, value: string, isByPlayer: boolean) =>
    hook.perform(({ form }) => form.form.setValue(id, value, { shouldTouch: isByPlayer }))
  await hook.perform(({ form }) => void ['country', 'currency'].map((id) => form.form.register(id)))
  expect(shown()).toEqual(['DE', 'EUR'])
  await enter('country', 'BR', false)
  expect(shown()).toEqual(['BR', 'BRL'])
  await enter('currency', 'USD', true)
  await enter('country', 'DE', false)
  expect(shown()).toEqual(['DE', 'USD'])
})
