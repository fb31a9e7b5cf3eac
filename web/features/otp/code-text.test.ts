import { expect, test } from 'vitest'
import { codeOf, isCodeText } from './code-text.ts'

// Shows: 5.2.1, 9.1.1, ASVS 6.5.4
test.each([
  ['123456', false, '123456'],
  ['٠١۲۳٤۹', false, '012349'],
  ['12 34-56789', false, '123456'],
  ['a1b2', false, '12'],
  ['a1b2-c3d4', true, 'A1B2C3'],
  ['', true, ''],
])('%j (letters: %s) is entered as %j', (text, hasLetters, code) => expect(codeOf(text, hasLetters)).toBe(code))

// Shows: 5.2.1
test.each([
  ['123456', false, true],
  [' 123 456\n', false, true],
  ['١٢٣٤٥٦', false, true],
  ['12345', false, true],
  ['1234567', false, false],
  ['12345a', false, false],
  ['Your code: 123456', false, false],
  ['', false, false],
  ['a1b2c3', true, true],
  ['a1b2c!', true, false],
])('pasted %j (letters: %s) is accepted: %s', (text, hasLetters, isAccepted) =>
  expect(isCodeText(text, hasLetters)).toBe(isAccepted),
)
