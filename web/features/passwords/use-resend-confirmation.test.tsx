import { expect, test } from 'vitest'
import { contentOf } from '#tests/setup/content.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { useResendConfirmation } from './use-resend-confirmation.ts'

const run = hooks()
const titleOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title

// Shows: 7.3.4, 8.7.3, 8.7.4
test('the mail is requested once, and the alert says that it was sent, or that something went wrong', async () => {
  const resend = async (status: number, name = '') => {
    const page = await run(useResendConfirmation, { answer: () => ({ status, body: { error: { name } } }) })
    await page.perform((current) => current.resend())
    expect(page.calls).toEqual([{ route: 'POST /api/player/profile/confirmations/email/resend', body: null }])
    expect(page.current.isBusy).toBe(false)
    return page.alerts
  }
  expect(await resend(200)).toEqual([titleOf('profile', 'resentVerification')])
  expect(await resend(500, 'internal')).toEqual([titleOf('common', 'somethingWrong')])
  expect(await resend(429, 'tooManyAttempts')).toEqual([titleOf('common', 'somethingWrong')])
  expect(await resend(409, 'alreadyConfirmed')).toEqual([titleOf('profile', 'emailConfirmed')])
})
