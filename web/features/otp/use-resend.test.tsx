import { expect, test } from 'vitest'
import { resendAfterSeconds } from '#contract/otp.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { ApiError } from '../../api/client.ts'
import { apiKey } from '../../api/use-api.ts'
import { useCodeEntry } from './use-code-entry.ts'
import { useOtpTexts } from './use-otp-texts.ts'
import { useResend } from './use-resend.ts'

const run = hooks()
type Refusal = { code: number; message?: string }
const texts = { limitError: 'No more codes', invalidCode: 'Wrong code', cannotVerify: 'Cannot verify phone number' }

// Shows: 4.3.1, 9.1.1
test('the countdown of 60 s begins with the view and again with each new code', async () => {
  expect(resendAfterSeconds).toBe(60)
  let sent = 0
  const page = await run(() => useResend(resendAfterSeconds, async () => (sent++, { resendAfterSeconds }), texts))
  const left = () => page.current.secondsLeft
  expect(left()).toBe(60)
  await page.pass(10_000)
  expect(left()).toBe(50)
  await page.perform(({ again }) => again())
  expect(sent).toBe(0)
  await page.pass(49_500)
  expect(left()).toBe(1)
  await page.pass(500)
  expect(left()).toBe(0)
  await page.perform(({ again }) => again())
  expect([sent, left(), page.current.isOver]).toEqual([1, 60, false])
  expect(page.current.note).toEqual({ text: labelsOf('otp').resent, isError: false })
  await page.pass(60_000)
  expect(left()).toBe(0)
})

// Shows: 4.3.2, 8.2.1
test('11005 takes resending away with the text of the limit; any other refusal leaves it, with its own text', async () => {
  const resend = async (status: number, error: Refusal) => {
    const page = await run(() => useResend(0, () => Promise.reject(new ApiError(status, error)), texts))
    await page.perform(({ again }) => again())
    return [page.current.isOver, page.current.note]
  }
  expect(await resend(429, { code: 11005, message: 'Five an hour' })).toEqual([
    true,
    { text: 'No more codes', isError: true },
  ])
  expect(await resend(429, { code: 11004, message: 'Wait' })).toEqual([false, { text: 'Wait', isError: true }])
})

// Shows: 4.3.3, 8.3.1
test('an incomplete code is cleared with a message, a complete one is sent, and a refused one shows why', async () => {
  const sent: string[] = []
  let refusal: Refusal | null = { code: 11003, message: 'No' }
  const page = await run(() =>
    useCodeEntry(async (code) => {
      sent.push(code)
      if (refusal) throw new ApiError(422, refusal)
    }, texts),
  )
  const verify = async (code: string) => {
    await page.perform(({ enter }) => enter(code))
    // The last digit sends the code by itself.
    if (code.length < 6) await page.perform((entry) => entry.verify())
    const { value, error, canVerify } = page.current
    return { value, error, canVerify }
  }
  expect(page.current.canVerify).toBe(false)
  const incomplete = await verify('12345')
  expect(incomplete).toEqual({ value: '', error: expect.stringContaining('6'), canVerify: false })
  expect(sent).toEqual([])
  expect(await verify('123456')).toEqual({ value: '', error: 'Wrong code', canVerify: false })
  refusal = { code: 11009, message: 'Expired' }
  expect((await verify('123456')).error).toBe('Expired')
  refusal = { code: 11009 }
  expect((await verify('123456')).error).toBe('Cannot verify phone number')
  refusal = null
  await page.perform(({ enter }) => enter('1'))
  expect([page.current.error, page.current.canVerify]).toEqual([null, true])
  expect(await verify('654321')).toEqual({ value: '654321', error: null, canVerify: true })
  expect(sent).toEqual(['123456', '123456', '123456', '654321'])
})

// Shows: 8.2.1, 8.3.1
test('the texts of codes are those of content, and without it the fallback says that the phone cannot be verified', async () => {
  const ofPhone = { limitError: 'No more', invalidCode: 'Odd code', cannotVerify: 'Call us' }
  const route = apiKey('GET /api/content/{locale}/{directory}', {
    params: { locale: 'en', directory: 'fields-settings' },
  })
  const textsOf = async (content: object) => (await run(useOtpTexts, { answers: [[route, content]] })).current
  expect(await textsOf({ 'phone-verification': ofPhone })).toEqual(ofPhone)
  expect((await textsOf({})).cannotVerify).toBe('Cannot verify phone number')
  expect(contentOf('fields-settings/phone-verification')).toMatchObject({ cannotVerify: 'Cannot verify phone number' })
})

// Shows: 4.3.3
test('while a code is being verified it cannot be sent again', async () => {
  let finish = () => {}
  const sent: string[] = []
  const page = await run(() =>
    useCodeEntry((code) => {
      sent.push(code)
      return new Promise<void>((resolve) => (finish = resolve))
    }, texts),
  )
  const state = () => [page.current.isBusy, page.current.canVerify]
  await page.perform(({ enter }) => enter('12345'))
  expect(state()).toEqual([false, true])
  await page.perform(({ enter }) => enter('123456'))
  expect(state()).toEqual([true, false])
  await page.perform(({ verify }) => verify())
  expect(sent).toEqual(['123456'])
  await page.perform(() => finish())
  expect(state()).toEqual([false, true])
})
