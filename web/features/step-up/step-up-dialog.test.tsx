import { Dialog } from '@base-ui/react/dialog'
import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { StepUpContent } from './step-up-dialog.tsx'

const show = views()
const words = labelsOf('security')
const opened = (methods: () => string[] | null, hasPasskeys = false) =>
  show(
    <Dialog.Root open>
      <StepUpContent />
    </Dialog.Root>,
    {
      within(view) {
        vi.stubGlobal('PublicKeyCredential', hasPasskeys ? () => undefined : undefined)
        return view
      },
      answer({ route }) {
        if (route === 'GET /api/player/profile') return { body: { email: 'kim@example.com', phone: '4915112345678' } }
        const found = methods()
        return found ? { body: { methods: found } } : { status: 500 }
      },
    },
  )

// Shows: 10.18
test('the strongest proof is asked for, and each other one is offered and shown instead', async () => {
  const page = await opened(() => ['totp', 'password', 'otp'])
  const offered = () => ['totp', 'password', 'otp'].filter((method) => page.has(words[`use_${method}`]!))
  expect([page.has(words.codeLabel!), page.has(words.passwordLabel!), offered()]).toEqual([
    true,
    false,
    ['password', 'otp'],
  ])
  await page.press(words.use_password!)
  expect([page.has(words.codeLabel!), page.has(words.passwordLabel!), offered()]).toEqual([
    false,
    true,
    ['totp', 'otp'],
  ])
  await page.press(words.use_otp!)
  expect([page.has(words.sendCode!), offered()]).toEqual([true, ['totp', 'password']])
})

// Shows: 10.18
test('a passkey is asked for where the browser has them, and is not offered where it has none', async () => {
  const methods = () => ['passkey', 'password']
  const page = await opened(methods, true)
  expect([page.has(words.usePasskey!), page.has(words.passwordLabel!)]).toEqual([true, false])
  const without = await opened(methods)
  expect([without.has(words.usePasskey!), without.has(words.passwordLabel!), without.has(words.use_passkey!)]).toEqual([
    false,
    true,
    false,
  ])
})

// Shows: 10.18
test('an account without any proof says so, and a list that fails is asked for again', async () => {
  expect((await opened(() => [])).text).toContain(words.noMethods)
  expect((await opened(() => ['passkey'])).text).toContain(words.noMethods)
  let isBroken = true
  const page = await opened(() => (isBroken ? null : ['password']))
  expect([page.text.includes(words.loadFailed!), page.text.includes(words.noMethods!)]).toEqual([true, false])
  isBroken = false
  await page.press(words.retry!)
  expect([page.text.includes(words.loadFailed!), page.has(words.passwordLabel!)]).toEqual([false, true])
})
