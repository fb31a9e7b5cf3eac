import { expect, test } from 'vitest'
import { pastedCode } from './pasted-code.ts'

const code = 'q1w2e3r4t5y6u7i8o9p0-_q1w2e3r4t5y6u7i8o9p01'

test.each([
  code,
  `  ${code}\n`,
  `https://fairhouse.example/password-reset?resetCode=${code}`,
  `https://fairhouse.example/password-reset/${code}`,
])('pastedCode finds the code in %j', (text) => {
  expect(pastedCode(text)).toBe(code)
})

test.each(['', 'true', 'https://fairhouse.example/password-reset', 'not a code', '<script>', `${code} ${code}`])(
  'pastedCode returns an empty text for %j',
  (text) => {
    expect(pastedCode(text)).toBe('')
  },
)
