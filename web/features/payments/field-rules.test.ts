import { expect, test } from 'vitest'
import type { MethodField } from '#contract/payments.ts'
import { faultOf, faultOfField, isHidden, toRequestFields } from './field-rules.ts'

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

test('a required field must be filled, an optional one may stay empty', () => {
  expect(faultOf(field({}), ' ')).toBe('required')
  expect(faultOf(field({ isRequired: false, regexp: '^a$' }), '')).toBeNull()
})

test('phone and tax id have rules of their own; everything else its pattern', () => {
  expect(faultOf(field({ key: 'phone' }), '+4915112345678')).toBeNull()
  expect(faultOf(field({ key: 'phone' }), '+0')).toBe('malformed')
  expect(faultOf(field({ key: 'cpf_number' }), '52998224725')).toBeNull()
  expect(faultOf(field({ key: 'cpf_number' }), '11111111111')).toBe('malformed')
  expect(faultOf(field({ regexp: '^[0-9]{9}$' }), '12345678')).toBe('malformed')
})

test('a wallet address is held against the pattern of its network', () => {
  expect(faultOf(field({ key: 'wallet_id' }), 'Tabc', '^T[a-z]+$')).toBeNull()
  expect(faultOf(field({ key: 'wallet_id' }), '0xabc', '^T[a-z]+$')).toBe('malformed')
})

test('a select takes its options alone', () => {
  const select = field({ fieldType: 'select', options: [{ id: 'a', name: 'A' }] })
  expect([faultOf(select, 'a'), faultOf(select, 'b')]).toEqual([null, 'malformed'])
})

test("a field that came filled and valid is hidden; an invalid one and the agent's number are shown", () => {
  expect(isHidden(field({ value: '123', regexp: '^\\d+$' }))).toBe(true)
  expect(isHidden(field({ value: 'abc', regexp: '^\\d+$' }))).toBe(false)
  expect(isHidden(field({ key: 'agentNumber', value: '123' }))).toBe(false)
})

test('where money went before is filled in and still looked at', () => {
  expect(isHidden(field({ key: 'iban', value: 'DE89', isDestination: true }))).toBe(false)
})

test('the operator may show every field, filled or not', () => {
  expect(isHidden(field({ value: '123', regexp: '^\\d+$' }), true)).toBe(false)
})

test('a wallet address is always asked for, and read by the chosen network or the chosen currency', () => {
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

test('what nobody types is refused: control characters, halves of characters, more than 256 characters', () => {
  for (const text of ['a\u0000b', 'a\ud800b', 'a\nb', 'x'.repeat(257)])
    expect(faultOf(field({}), text)).toBe('malformed')
  expect(faultOf(field({ fieldType: 'textarea' }), 'a\nb')).toBeNull()
})

test('the phone is sent with its plus, empty fields are not sent', () => {
  expect(toRequestFields({ phone: '49 151 12345678', note: '', name: ' Ada ' })).toEqual({
    phone: '+4915112345678',
    name: 'Ada',
  })
})
