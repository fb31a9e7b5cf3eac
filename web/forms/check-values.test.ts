import { expect, test } from 'vitest'
import { checkValues, type FormField } from './check-values.ts'

const texts = { messages: { minLength: 'min {min}' }, fields: { password: { label: 'Passwort' } } }
const fields: FormField[] = [
  { id: 'email', rules: { required: true, email: true } },
  { id: 'password', rules: { required: true, minLength: 6 } },
  { id: 'password_confirmation', rules: { required: true, sameAs: 'password' } },
  { id: 'agreements', rules: { required: true, yesLike: true } },
  { id: 'receiveEmailPromo', rules: { booleanLike: true } },
  { id: 'nickname', rules: { required: true }, isVisible: false },
]

test('valid values give no errors', () => {
  expect(
    checkValues(
      fields,
      {
        email: 'a@b.co',
        password: 'abcdef',
        password_confirmation: 'abcdef',
        agreements: true,
        receiveEmailPromo: false,
      },
      texts,
    ),
  ).toEqual({})
})

// Shows: 5.7.1
test('a field that the player cannot see or change is not checked', () => {
  const required = { id: 'nickname', rules: { required: true } }
  const faultsOf = (change: object) => Object.keys(checkValues([{ ...required, ...change }], {}, texts))
  expect([{}, { isVisible: false }, { editable: false }].map(faultsOf)).toEqual([['nickname'], [], []])
})

// Shows: 5.7.1
test("the first error of each field has the operator's message or the default one, and hidden fields are skipped", () => {
  expect(
    checkValues(
      fields,
      { email: 'x', password: 'abc', password_confirmation: 'other', agreements: false, receiveEmailPromo: true },
      texts,
    ),
  ).toEqual({
    email: 'Value is not a valid email address',
    password: 'min 6',
    password_confirmation: 'The value must be equal to the Passwort value',
    agreements: 'Value is required',
  })
})
