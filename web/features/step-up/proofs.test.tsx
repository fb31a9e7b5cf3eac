import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { OtpProof } from './otp-proof.tsx'
import { answerProof, isRequested } from './step-up-store.ts'
import { TypedProof } from './typed-proof.tsx'
import { useStepUp } from './use-step-up.ts'

const show = views()
const words = labelsOf('security')
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const profile = { email: 'kim@example.com', phone: '4915112345678' }
const reading =
  (posts: Answering = () => ({})): Answering =>
  (call) =>
    call.route.startsWith('GET') ? { body: profile } : posts(call)
/** A call that waits for its proof, and what becomes of it. */
const waiting = () => {
  const outcome = vi.fn()
  const { withStepUp } = useStepUp()
  let isProven = false
  const call = () =>
    isProven
      ? Promise.resolve('done')
      : ((isProven = true), Promise.reject(Object.assign(new Error('x'), { name: 'stepUpRequired' })))
  void withStepUp(call).then(outcome, ({ name }: Error) => outcome(name))
  return outcome
}

// Shows: 10.18
test.each([
  ['password', words.passwordLabel!, 'a quiet harbour'],
  ['totp', words.codeLabel!, '123456'],
] as const)('a call that needs a proof is repeated once the %s was right', async (method, label, proof) => {
  const page = await show(<TypedProof method={method} />, { answer: reading() })
  const outcome = waiting()
  await page.pass(1)
  expect(isRequested()).toBe(true)
  await page.press(words.confirm!)
  expect(written(page)).toEqual([])
  await page.enter(label, proof)
  // The last digit of an authenticator's code sends it.
  if (method === 'password') await page.press(words.confirm!)
  await page.pass(1)
  expect(written(page)).toEqual([{ route: 'POST /api/player/step-up', body: { method, proof } }])
  expect([outcome.mock.lastCall, isRequested()]).toEqual([['done'], false])
})

// Shows: 10.18
test('a proof that is wrong says so until the field gets the focus, and the call still waits', async () => {
  const page = await show(<TypedProof method="password" />, {
    answer: reading(() => ({
      status: 422,
      body: { error: { code: 12002, name: 'proofWrong', message: 'Wrong', fields: { proof: ['Wrong'] } } },
    })),
  })
  const outcome = waiting()
  await page.enter(words.passwordLabel!, 'wrong')
  await page.press(words.confirm!)
  expect(page.text).toContain('Wrong')
  await page.perform(() => page.find(words.passwordLabel!).focus())
  expect(page.text).not.toContain('Wrong')
  expect([outcome.mock.calls.length, isRequested()]).toEqual([0, true])
  await page.perform(() => answerProof(false))
  await page.pass(1)
  expect(outcome.mock.lastCall).toEqual(['stepUpRequired'])
})

// Shows: 10.18, 8.2.1
test('a code is sent to the phone, again after its time, and not beyond the limit', async () => {
  let code = 0
  const page = await show(<OtpProof />, {
    answer: reading(() =>
      code ? { status: 422, body: { error: { code, message: 'No' } } } : { body: { resendAfterSeconds: 60 } },
    ),
  })
  expect(page.text).toContain('+49 ••• 678')
  await page.press(words.sendCode!)
  expect(written(page)).toEqual([
    { route: 'POST /api/player/otp/send', body: { phone: profile.phone, reason: 'step-up' } },
  ])
  expect([page.has(words.codeLabel!), page.has(words.resend!)]).toEqual([true, false])
  await page.pass(59_000)
  expect(page.has(words.resend!)).toBe(false)
  await page.pass(1000)
  code = 11000
  await page.press(words.resend!)
  expect(page.text).toContain('No')
  code = 11005
  await page.press(words.resend!)
  expect(page.text).toContain(words.otpLimit)
  expect(page.has(words.resend!)).toBe(false)
})
