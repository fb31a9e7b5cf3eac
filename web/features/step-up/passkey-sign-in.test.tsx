import '@simplewebauthn/browser'
import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { fingerprint } from '../session/fingerprint.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

const show = views()
const words = labelsOf('security')
/** It is computed once, and not by the clock of a test. */
const device = await fingerprint()
const optionsRoute = 'POST /api/player/sessions/passkey/options'
const enterRoute = 'POST /api/player/sessions/passkey'
const credential = {
  id: 'key',
  rawId: new ArrayBuffer(1),
  type: 'public-key',
  response: {
    authenticatorData: new ArrayBuffer(1),
    clientDataJSON: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
  },
  getClientExtensionResults: () => ({}),
}
/** What the page has asked the authenticator for, and how the visitor answers it. */
type Asked = { isOffer: boolean; isOver: boolean; choose: () => void; dismiss: () => void }
type Site = { canOffer?: boolean; hasPasskeys?: boolean; answer?: Answering; onBlocked?: () => string | undefined }

async function opened({ canOffer = true, hasPasskeys = true, answer, onBlocked = () => undefined }: Site = {}) {
  const asked: Asked[] = []
  const tokens: string[] = []
  const get = ({ mediation, signal }: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      const one: Asked = {
        isOffer: mediation === 'conditional',
        isOver: false,
        choose: () => resolve(credential),
        dismiss: () => reject(new DOMException('closed', 'NotAllowedError')),
      }
      asked.push(one)
      signal?.addEventListener('abort', () => ((one.isOver = true), reject(signal.reason as Error)))
    })
  const page = await show(<PasskeySignIn onToken={(token) => tokens.push(token)} onBlocked={onBlocked} />, {
    isSignedIn: false,
    within(view) {
      const supported = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => canOffer })
      vi.stubGlobal('PublicKeyCredential', hasPasskeys ? supported : undefined)
      vi.stubGlobal('navigator', { credentials: { get } })
      Object.assign(document, { querySelectorAll: () => [{}] })
      return view
    },
    answer: (call) =>
      answer?.(call) ?? { body: call.route === optionsRoute ? { challenge: 'AAAA' } : { accessToken: 'token' } },
  })
  await settled(page)
  return { page, asked, tokens }
}
/** The library is loaded on first use. */
const settled = async (page: ShownView) => {
  for (let turn = 0; turn < 20; turn++) await page.pass(1)
}
const began = ({ calls }: ShownView) => calls.filter(({ route }) => route === optionsRoute).length
const press = async (page: ShownView) => {
  await page.perform(() => page.find(words.passkeySignIn!).dispatch('click', { button: 0, detail: 1 }))
  await settled(page)
}
const refused = (name: string, message = '') => ({ status: 422, body: { error: { name, message } } })

test('a passkey that is offered in the field and picked signs in', async () => {
  const { page, asked, tokens } = await opened()
  expect(asked.map(({ isOffer }) => isOffer)).toEqual([true])
  await page.perform(() => asked[0]!.choose())
  await settled(page)
  expect(tokens).toEqual(['token'])
  expect(page.calls.at(-1)).toMatchObject({
    route: enterRoute,
    body: { assertion: { id: 'key' }, fingerprint: device },
  })
})

test('where a field cannot offer any, or the browser has none, no challenge is asked for', async () => {
  const cannot = await opened({ canOffer: false })
  expect([began(cannot.page), cannot.page.has(words.passkeySignIn!)]).toEqual([0, true])
  const none = await opened({ hasPasskeys: false })
  expect([began(none.page), none.page.has(words.passkeySignIn!)]).toEqual([0, false])
})

test('the offer is renewed before its challenge expires, and ends with the dialog', async () => {
  const { page, asked } = await opened()
  await page.pass(239_000)
  expect(asked).toHaveLength(1)
  await page.pass(2_000)
  await settled(page)
  expect(asked.map(({ isOver }) => isOver)).toEqual([true, false])
  await page.close()
  await settled(page)
  expect(asked.map(({ isOver }) => isOver)).toEqual([true, true])
})

test('an offer whose challenge comes after the dialog was closed is not made', async () => {
  let send = () => {}
  const { page, asked } = await opened({
    answer: async ({ route }) => {
      if (route === optionsRoute) await new Promise<void>((resolve) => (send = resolve))
      return { body: { challenge: 'AAAA' } }
    },
  })
  expect([began(page), asked.length]).toEqual([1, 0])
  await page.close()
  send()
  await settled(page)
  expect(asked).toEqual([])
})

test('the button replaces the offer, and after a dialog that was dismissed the field offers again without a fault', async () => {
  const { page, asked, tokens } = await opened()
  await press(page)
  expect(asked.map(({ isOffer, isOver }) => [isOffer, isOver])).toEqual([
    [true, true],
    [false, false],
  ])
  await page.perform(() => asked[1]!.dismiss())
  await settled(page)
  expect(asked.map(({ isOffer }) => isOffer)).toEqual([true, false, true])
  expect([page.text, tokens]).toEqual([words.passkeySignIn, []])
})

test.each([
  ['passkeyUnknown', words.passkeyUnknown],
  ['tooManyAttempts', 'Wait a minute.'],
  ['accountBlocked', 'It is blocked until May.'],
  ['x', words.somethingWrong],
])('a passkey that is refused with %s says: %s', async (name, shown) => {
  const { page, asked, tokens } = await opened({
    canOffer: false,
    answer: ({ route }) => (route === enterRoute ? refused(name, 'Wait a minute.') : undefined),
    onBlocked: () => 'It is blocked until May.',
  })
  await press(page)
  await page.perform(() => asked[0]!.choose())
  await settled(page)
  expect(page.text).toBe(`${words.passkeySignIn} ${shown}`)
  expect(tokens).toEqual([])
  // The next attempt begins without it.
  await press(page)
  expect(page.text).not.toContain(shown)
  await page.perform(() => asked[1]!.dismiss())
})
