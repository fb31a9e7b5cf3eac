import { expect, test } from 'vitest'
import type { MethodField } from '#contract/payments.ts'
import { faultOf, faultOfField, faultWords, isHidden, shownFields, toRequestFields } from './field-rules.ts'

const field = (change: Partial<MethodField>): MethodField => ({
  key: 'x',
  fieldType: 'text',
  value: null,
  isRequired: true,
  regexp: null,
  labels: {},
  hints: {},
  options: [],
  ...change,
})

// Shows: 5.10.1
test('an empty value is an error in a required field and valid in an optional one', () => {
  expect(faultOf(field({}), ' ')).toBe('required')
  expect(faultOf(field({ isRequired: false, regexp: '^a$' }), '')).toBeNull()
})

// Shows: 5.10.1
test('phone and tax id have specific rules, and other fields their pattern', () => {
  expect(faultOf(field({ key: 'phone' }), '+4915112345678')).toBeNull()
  expect(faultOf(field({ key: 'phone' }), '+0')).toBe('malformed')
  expect(faultOf(field({ key: 'cpf_number' }), '52998224725')).toBeNull()
  expect(faultOf(field({ key: 'cpf_number' }), '11111111111')).toBe('malformed')
  expect(faultOf(field({ regexp: '^[0-9]{9}$' }), '12345678')).toBe('malformed')
})

test('a wallet address is checked against the pattern of its network', () => {
  expect(faultOf(field({ key: 'wallet_id' }), 'Tabc', '^T[a-z]+$')).toBeNull()
  expect(faultOf(field({ key: 'wallet_id' }), '0xabc', '^T[a-z]+$')).toBe('malformed')
})

// Shows: 5.10.1
test('a select accepts only its options, and of them only those that match its pattern', () => {
  const select = field({ fieldType: 'select', options: ['a', 'b1'].map((id) => ({ id, name: id })) })
  expect([faultOf(select, 'a'), faultOf(select, 'c')]).toEqual([null, 'malformed'])
  const digits = { ...select, regexp: '\\d' }
  expect([faultOf(digits, 'a'), faultOf(digits, 'b1')]).toEqual(['malformed', null])
})

// Shows: 5.10.2
test("a prefilled valid field is hidden, but an invalid one and the agent's number are shown", () => {
  expect(isHidden(field({ value: '123', regexp: '^\\d+$' }))).toBe(true)
  expect(isHidden(field({ value: 'abc', regexp: '^\\d+$' }))).toBe(false)
  expect(isHidden(field({ key: 'agentNumber', value: '123' }))).toBe(false)
})

test('a prefilled destination is always shown', () => {
  const iban = field({ key: 'iban', value: 'DE89370400440532013000' })
  expect([isHidden(iban), isHidden({ ...iban, isDestination: true })]).toEqual([true, false])
})

// Shows: 2.5.17, 5.10.2
test('a hidden field is shown once the server has rejected it', () => {
  const fields = [field({ key: 'email', value: 'a@b.test' }), field({ key: 'name' })]
  const shown = (isShowFilled: boolean, faults: object) =>
    shownFields(fields, isShowFilled, { ...faults }).map(({ key }) => key)
  expect([shown(false, {}), shown(true, {}), shown(false, { email: 'Not accepted' })]).toEqual([
    ['name'],
    ['email', 'name'],
    ['email', 'name'],
  ])
})

// Shows: 5.10.2
test('with isShowFilled, prefilled fields are shown', () => {
  expect(isHidden(field({ value: '123', regexp: '^\\d+$' }), true)).toBe(false)
})

// Shows: 5.11.2
test('a wallet address is always required, and must match the pattern of the chosen network or currency', () => {
  const options = [
    { id: 'tron', name: 'Tron', regex: '^T\\w+$' },
    { id: 'eth', name: 'Ethereum', regex: '^0x\\w+$' },
  ]
  const wallet = field({ key: 'wallet_id', isRequired: false })
  const fault = (key: string, chosen: string, text: string) =>
    faultOfField([field({ key, fieldType: 'select', options }), wallet], wallet, { [key]: chosen, wallet_id: text })
  for (const key of ['crypto_network', 'currencyWithdraw']) {
    expect([fault(key, 'tron', 'Tabc'), fault(key, 'eth', 'Tabc'), fault(key, 'tron', '')]).toEqual([
      null,
      'malformed',
      'required',
    ])
  }
})

test('control characters, lone surrogates and more than 256 characters are refused', () => {
  for (const text of ['a\u0000b', 'a\ud800b', 'a\nb', 'x'.repeat(257)])
    expect(faultOf(field({}), text)).toBe('malformed')
  expect(faultOf(field({ fieldType: 'textarea' }), 'a\nb')).toBeNull()
})

// Shows: 3.14.2, 5.10.4
test('toRequestFields adds the plus to the phone and omits empty fields', () => {
  const fields = ['phone', 'note', 'name'].map((key) => field({ key }))
  expect(toRequestFields(fields, { phone: '49 151 12345678', note: '', name: ' Ada ', other: 'x' })).toEqual({
    phone: '+4915112345678',
    name: 'Ada',
  })
})

const iban = field({ key: 'iban', regexp: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' })
const routing = field({ key: 'routing_number', regexp: '^[0-9]{9}$' })

test('account numbers are accepted in groups, with dashes, in lower case and in other digits, and sent normalised', () => {
  for (const text of ['DE89 3704 0044 0532 0130 00', 'de89-3704-0044-0532-0130-00', 'DE89370400440532013000 ']) {
    expect(faultOf(iban, text)).toBeNull()
    expect(toRequestFields([iban], { iban: text })).toEqual({ iban: 'DE89370400440532013000' })
  }
  expect(toRequestFields([routing], { routing_number: '021 000 021' })).toEqual({ routing_number: '021000021' })
  expect(toRequestFields([routing], { routing_number: '٠٢١-٠٠٠-٠٢١' })).toEqual({ routing_number: '021000021' })
})

test('separators that the pattern requires are kept, and so are spaces in names', () => {
  const sortCode = field({ key: 'sort_code', regexp: '^\\d{2}-\\d{2}$' })
  expect(toRequestFields([sortCode], { sort_code: '12-34' })).toEqual({ sort_code: '12-34' })
  expect(
    toRequestFields([field({ key: 'account_holder', regexp: '^[A-Za-z ]+$' })], { account_holder: 'Ada L' }),
  ).toEqual({
    account_holder: 'Ada L',
  })
})

test('faultWords distinguishes a wrong start, length, letter among digits, and network', () => {
  const texts = (wrong: MethodField, text: string) => faultWords([wrong], wrong, { [wrong.key]: text })
  expect(texts(iban, '')).toEqual({ key: 'fieldRequired' })
  expect(texts(iban, '8937 0400')).toEqual({ key: 'ibanStart' })
  expect(texts(iban, 'DE89 3704')).toEqual({ key: 'ibanLength', values: { count: 8 } })
  expect(texts(routing, '0210 0002')).toEqual({ key: 'digitCountExact', values: { min: '9', max: '9', count: 8 } })
  expect(texts(routing, '02100002O')).toEqual({ key: 'digitsOnly' })
  expect(texts(field({ key: 'phone' }), '0151')).toEqual({ key: 'phoneMalformed' })
  const network = field({
    key: 'crypto_network',
    fieldType: 'select',
    options: [{ id: 't', name: 'Tron', regex: '^T' }],
  })
  const wallet = field({ key: 'wallet_id' })
  expect(faultWords([network, wallet], wallet, { crypto_network: 't', wallet_id: '0x' })).toEqual({
    key: 'walletNotOfNetwork',
    values: { network: 'Tron' },
  })
  expect(texts(iban, 'DE89370400440532013000')).toBeNull()
})

test('a wrong checksum of an IBAN or address is found before sending', () => {
  expect(faultWords([iban], iban, { iban: 'DE88 3704 0044 0532 0130 00' })).toEqual({ key: 'ibanMistyped' })
  const wallet = field({ key: 'wallet_id' })
  const texts = (text: string) => faultWords([wallet], wallet, { wallet_id: text })
  expect(texts('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toEqual({ key: 'walletMistyped' })
  expect(texts('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBeNull()
  expect(toRequestFields([wallet], { wallet_id: 'bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4' })).toEqual({
    wallet_id: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  })
})

test('an IBAN is sent without spaces even if the field has no pattern', () => {
  const bare = field({ key: 'iban' })
  expect(faultOf(bare, 'de89 3704 0044 0532 0130 00')).toBeNull()
  expect(toRequestFields([bare], { iban: 'de89 3704 0044 0532 0130 00' })).toEqual({ iban: 'DE89370400440532013000' })
})
