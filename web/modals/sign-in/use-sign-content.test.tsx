import { expect, test } from 'vitest'
import { type HookOptions, hooks } from '#tests/setup/hook.tsx'
import { ApiError } from '../../api/client.ts'
import { apiKey } from '../../api/use-api.ts'
import { useSignContent } from './use-sign-content.ts'

const start = hooks()
const keyOf = (directory: 'modals' | 'alerts') =>
  apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory } })
const read = async (modal: 'sign-in' | 'sign-up', options: HookOptions) =>
  (await start(() => useSignContent(modal), { isSignedIn: false, ...options })).current
const withTexts = (modals: object, alerts: object): HookOptions => ({
  answers: [
    [keyOf('modals'), modals],
    [keyOf('alerts'), alerts],
  ],
})
const alert = { type: 'error', title: 'Blocked', description: 'Ask support.' }

test('the dialogs for sign-in and sign-up each have their own promotion, and the alerts of the profile', async () => {
  const texts = withTexts(
    { 'sign-in': { promo: { title: 'Back' }, display: 'email' }, 'sign-up-cancel': { isShown: false } },
    { profile: { blocked: alert } },
  )
  expect(await read('sign-in', texts)).toEqual({
    promo: { title: 'Back' },
    display: 'email',
    asksBeforeClosing: false,
    alerts: { blocked: alert },
  })
  expect(await read('sign-up', texts)).toMatchObject({ promo: null, display: undefined })
})

test('without their texts the dialogs work: no promotion, no alert of the operator, and a question before closing', async () => {
  const none = { promo: null, display: undefined, asksBeforeClosing: true, alerts: {} }
  expect(await read('sign-in', withTexts({}, {}))).toEqual(none)
  const failures: HookOptions['failures'] = [
    [keyOf('modals'), new ApiError(503, {})],
    [keyOf('alerts'), new ApiError(503, {})],
  ]
  expect(await read('sign-in', { failures })).toEqual(none)
})
