import { expect, test } from 'vitest'
import type { Ctx } from '../../deps.ts'
import { fieldsOf } from './form-fields.ts'
import { describe as described } from './internal/describe.ts'

const settings = (registration: object = {}) =>
  ({
    passwordMinLength: 10,
    policyDir: null,
    licences: new Set(),
    registration: { email: true, phone: false, fields: new Map(), ...registration },
  }) as unknown as Parameters<typeof fieldsOf>[1]
const registration = (more: object = {}) => fieldsOf('registration', settings(more))
const field = (fields: ReturnType<typeof fieldsOf>, id: string) => fields.find((each) => each.id === id)

test('a registration asks for email or phone as configured, and for configured fields alone', () => {
  const ids = registration().map(({ id }) => id)
  expect(ids).toContain('email')
  for (const id of ['phone', 'age', 'language', 'captcha', 'securityQuestion', 'receiveBonus'])
    expect(ids).not.toContain(id)
  const more = registration({
    email: false,
    phone: true,
    fields: new Map([
      ['age', false],
      ['language', true],
      ['captcha', false],
      ['securityQuestion', true],
    ]),
  })
  expect(field(more, 'email')).toBeUndefined()
  expect(['phone', 'age', 'language', 'securityAnswer'].map((id) => field(more, id)?.isRequired)).toEqual([
    true,
    false,
    true,
    true,
  ])
  // A captcha that may be left out protects nothing.
  expect(field(more, 'captcha')!.isRequired).toBe(true)
  expect(field(more, 'age')!.rules).toMatchObject({ minValue: 18, maxValue: 120 })
})

test('positions follow the order of the form, checkboxes last, and the nickname is not shown', () => {
  const fields = registration()
  expect(fields.map(({ position }) => position)).toEqual(fields.map((_, index) => index + 1))
  expect(field(fields, 'password')!.rules).toMatchObject({ minLength: 10, maxLength: 256 })
  expect(fields.filter(({ isVisible }) => !isVisible).map(({ id }) => id)).toEqual(['nickname'])
  expect(fields.slice(-3).map(({ id }) => id)).toEqual(['agreements', 'receiveEmailPromo', 'receiveSmsPromo'])
  expect(fields.every(({ editable }) => editable)).toBe(true)
})

test('an approved identity check fixes name and birthdate; contact and country are changed elsewhere', () => {
  const fixedOf = (isVerified: boolean) =>
    fieldsOf('profile', settings(), { country: 'DE', isVerified })
      .filter(({ editable }) => !editable)
      .map(({ id }) => id)
  expect(fixedOf(false)).toEqual(['email', 'phone', 'country'])
  expect(fixedOf(true)).toEqual(['email', 'phone', 'country', 'firstName', 'lastName', 'birthdate'])
})

test('a CPF is asked of players in Brazil alone', () => {
  const isShown = (country: string) =>
    field(fieldsOf('profile', settings(), { country, isVerified: false }), 'cpf_number')!.isVisible
  expect([isShown('BR'), isShown('DE')]).toEqual([true, false])
  expect(field(fieldsOf('profile', settings()), 'cpf_number')!.isVisible).toBe(false)
})

function valuesFor(
  country: string | null,
  content: object = {},
  scenario: 'registration' | 'profile' = 'registration',
) {
  const ctx = {
    caller: { country, locale: 'pt-BR' },
    settings: {
      defaultCountry: 'CA',
      unknownCountries: 'admit',
      restrictedCountries: new Map([
        ['AT', 1],
        ['DE', 2],
      ]),
      sanctionedCountries: new Set(),
    },
    reference: { isOffered: () => true },
    content: { read: () => content },
  } as unknown as Ctx
  const ids = ['country', 'currency', 'language', 'agreements', 'email']
  const fields = ids.map((id) => ({ id, name: id, description: null, value: null })) as never
  return described(ctx, scenario, fields)
}

test('a registration begins with the country of the visitor if players from it are accepted, and with its currency', () => {
  const of = (country: string | null) => valuesFor(country).map(({ value }) => value)
  expect(of('BR')).toEqual(['BR', 'BRL', 'pt', false, null])
  expect(of('AT')).toEqual(['AT', 'EUR', 'pt', false, null])
  // Registration from Germany is closed here, and from Great Britain everywhere.
  expect(of('DE')[0]).toBeNull()
  expect(of('GB')[0]).toBeNull()
  // No country has this code.
  expect(of('XX')[0]).toBeNull()
  expect(of(null)[0]).toBeNull()
  expect(valuesFor('BR', {}, 'profile').map(({ value }) => value)).toEqual([null, null, null, null, null])
})

test("a field is named by the operator's short text, else its label, else its id", () => {
  const content = {
    fields: {
      country: { label: 'Country of residence', short: 'Country' },
      currency: { label: 'Currency', hint: 'For good' },
    },
    registration: { checked: { agreements: true } },
  }
  const fields = valuesFor('BR', content)
  expect(fields.slice(0, 3).map(({ name, description }) => [name, description])).toEqual([
    ['Country', null],
    ['Currency', 'For good'],
    ['language', null],
  ])
  expect(fields[3]!.value).toBe(true)
})
