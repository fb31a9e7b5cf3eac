import { expect, test } from 'vitest'
import type { FieldDescriptor } from '#contract/identity.ts'
import { defaultsOf, fieldsOf, groupFields, nicknameOf, registrationBody } from './registration.ts'

const field = (id: string, position: number, overrides: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  id,
  name: id,
  description: null,
  editable: true,
  isRequired: false,
  isVisible: true,
  position,
  value: null,
  rules: {},
  ...overrides,
})
const descriptors = [
  'receiveSmsPromo',
  'agreements',
  'email',
  'phone',
  'password',
  'bonusCode',
  'country',
  'currency',
  'receiveEmailPromo',
].map((id, index) => field(id, index + 1))
const all = [...descriptors, field('nickname', 20, { isVisible: false })]
const fields = fieldsOf('email', all)
const country = (code: string, restrictType: 1 | 2 | null = null) => ({
  code,
  name: code,
  locale: 'en',
  currency: 'EUR',
  phonePrefix: '1',
  restrict: restrictType !== null,
  restrictType,
})

// Shows: 5.7.6
test('the e-mail tab omits the phone and the consent to SMS', () => {
  expect(fields.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['phone']))
  expect(fields.map(({ id }) => id)).not.toContain('receiveSmsPromo')
})

// Shows: 5.7.6
test('the phone tab omits the e-mail address and the consent to mails', () => {
  expect(fieldsOf('phone', all).map(({ id }) => id)).toEqual([
    'receiveSmsPromo',
    'agreements',
    'phone',
    'password',
    'bonusCode',
    'country',
    'currency',
    'nickname',
  ])
})

test('the fields are in the order of their positions, in whatever order the server lists them', () => {
  const ids = (loginKind: 'email' | 'phone', listed: FieldDescriptor[]) =>
    fieldsOf(loginKind, listed).map(({ id }) => id)
  for (const loginKind of ['email', 'phone'] as const)
    expect(ids(loginKind, all.toReversed())).toEqual(ids(loginKind, all))
})

test('a registration by phone sends the checkboxes of its tab and no nickname', () => {
  const values = {
    phone: '4915123456789',
    email: 'left@over.example',
    password: 'abcdef',
    country: 'DE',
    currency: 'EUR',
    bonusCode: 'HI',
    agreements: true,
    receiveSmsPromo: true,
    receiveEmailPromo: true,
    nickname: '',
  }
  const body = registrationBody(fieldsOf('phone', all), values, {
    locale: 'de',
    fingerprint: null,
    affiliateTag: 'aff',
  })
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    phone: '4915123456789',
    password: 'abcdef',
    country: 'DE',
    currency: 'EUR',
    bonusCode: 'HI',
    agreements: 1,
    receiveSmsPromo: 1,
    locale: 'de',
    fingerprint: null,
    affiliateTag: 'aff',
  })
})

// Shows: 2.4.2
test('groupFields separates checkboxes and promo code, and omits hidden fields', () => {
  const { inputs, promo, boxes } = groupFields(fields)
  expect(inputs.map(({ id }) => id)).toEqual(['email', 'password', 'country', 'currency'])
  expect(promo?.id).toBe('bonusCode')
  expect(boxes.map(({ id }) => id)).toEqual(['agreements', 'receiveEmailPromo'])
  const byPhone = groupFields(fieldsOf('phone', all))
  expect(byPhone.inputs.map(({ id }) => id)).toEqual(['phone', 'password', 'country', 'currency'])
  expect(byPhone.boxes.map(({ id }) => id)).toEqual(['receiveSmsPromo', 'agreements'])
  expect(groupFields([field('receiveBonus', 1), field('email', 2)])).toMatchObject({
    inputs: [{ id: 'email' }],
    boxes: [{ id: 'receiveBonus' }],
  })
})

// Shows: 5.7.4, 5.7.5
test("defaults are the visitor's country, if it is offered, the visitor's currency, and checkboxes as in content", () => {
  const texts = { registration: { checked: { receiveEmailPromo: true } } }
  const countries = [country('DE'), country('SE', 2)]
  expect(defaultsOf(fields, texts, { country: 'DE', currency: 'EUR' }, countries)).toMatchObject({
    country: 'DE',
    currency: 'EUR',
    agreements: false,
    receiveEmailPromo: true,
    email: '',
  })
  expect(defaultsOf(fields, texts, { country: 'SE', currency: 'EUR' }, countries).country).toBe('')
  expect(defaultsOf(fields, texts, { country: null, currency: 'EUR' }, countries).country).toBe('')
})

// Shows: 5.7.3, 5.7.5
test('checkboxes are sent as 1 and 0, a hidden nickname is the local part of the address, empty values are omitted', () => {
  const values = {
    email: ' ada.l@example.com ',
    password: 'abcdef',
    country: 'DE',
    currency: 'EUR',
    bonusCode: '',
    agreements: true,
    receiveEmailPromo: false,
    nickname: '',
  }
  const body = registrationBody(fields, values, { locale: 'de', fingerprint: 'f', affiliateTag: null })
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    email: 'ada.l@example.com',
    nickname: 'ada.l',
    password: 'abcdef',
    country: 'DE',
    currency: 'EUR',
    agreements: 1,
    receiveEmailPromo: 0,
    locale: 'de',
    fingerprint: 'f',
    affiliateTag: null,
  })
  expect(nicknameOf('a@b@c.co')).toBe('a@b')
  const chosen = [...fieldsOf('email', descriptors), field('nickname', 20)]
  const extra = { locale: 'de', fingerprint: null, affiliateTag: null }
  expect(registrationBody(chosen, { ...values, nickname: 'Countess' }, extra).nickname).toBe('Countess')
})

// Shows: 3.6.1
test('a field begins with the value that the server describes, unless content or the visitor knows a better one', () => {
  const described = [
    field('nickname', 1, { value: 'ana' }),
    field('city', 2),
    field('country', 3, { value: 'BR' }),
    field('agreements', 4, { value: true }),
    field('receiveEmailPromo', 5, { value: true }),
    field('receiveBonus', 6),
  ]
  const registration = { checked: { receiveEmailPromo: false } }
  const visitor = { country: 'DE', currency: 'EUR' }
  expect(defaultsOf(described, { registration }, visitor, [country('DE')])).toEqual({
    nickname: 'ana',
    city: '',
    country: 'DE',
    agreements: true,
    receiveEmailPromo: false,
    receiveBonus: false,
  })
})
