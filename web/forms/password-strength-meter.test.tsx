import { expect, test } from 'vitest'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

// Shows: 3.26.6, 5.3.3
test('the meter names the strength of a password, and of one that will be refused the reason', () => {
  const shown = (password: string) => textOf(<PasswordStrengthMeter password={password} minLength={8} />)
  expect(['', 'xq', 'xq7wr5vz'].map(shown)).toEqual(['', 'Weak', 'Strong'])
  expect(shown('xq7w')).toBe('Good so far: at least 8 characters')
  expect(shown('xq7wr5v')).toContain('8')
  expect(shown('password')).not.toBe('Strong')
})

// Shows: 3.26.6
test.each([
  ['', undefined],
  ['xq', 'weak'],
  ['xq7', 'good'],
  ['xq7w', 'good'],
  ['xq7wr', 'weak'],
  ['password', 'weak'],
  ['xq7wr5vz', 'strong'],
])('the bars of %j show %s', (password, strength) => {
  const shown = markupOf(<PasswordStrengthMeter password={password} minLength={8} />)
  expect(/data-strength="(\w+)"/.exec(shown)?.[1]).toBe(strength)
})
