import { expect, test } from 'vitest'
import { forgetCode, keepCode, openCode } from './open-code.ts'

test('a sent code is found again while it is valid, with the rest of its countdown, and not after it was used', () => {
  const code = {
    phone: '4915112345678',
    sent: { resendAfterSeconds: 60, hasLetters: false },
    body: { phone: '4915112345678', password: 'a long password' } as never,
  }
  keepCode(code)
  const now = Date.now()
  expect(openCode(now + 20_000)).toMatchObject({ phone: code.phone, body: code.body })
  expect(openCode(now + 20_000)!.sent.resendAfterSeconds).toBeLessThanOrEqual(40)
  expect(openCode(now + 200_000)!.sent.resendAfterSeconds).toBe(0)
  expect(openCode(now + 601_000)).toBeNull()
  keepCode(code)
  forgetCode()
  expect(openCode()).toBeNull()
})
