import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { writeStored } from '../../device/storage.ts'

const show = views()
const words = labelsOf('install')
const android = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36'

/** What the browser sends to offer its dialog, with the visitor's answer. */
const events = new EventTarget()
const promptWith = (outcome: 'accepted' | 'dismissed') =>
  Object.assign(new Event('beforeinstallprompt'), { prompt: vi.fn(async () => ({ outcome })) })
// The module listens to the window from the moment that it is loaded.
vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
const { installOffer } = await import('./install-offer.tsx')
const { takeInstallPrompt } = await import('./install-prompt.ts')
vi.unstubAllGlobals()

const offer = async (isMenu: boolean, { userAgent = android, path = '/', search = '', isStandalone = false } = {}) =>
  show(installOffer(isMenu), {
    path,
    search,
    within(view) {
      vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 })
      vi.stubGlobal('matchMedia', () => ({ matches: isStandalone }))
      return view
    },
  })
const forget = () => {
  writeStored('local', 'install-dismissed', null)
  takeInstallPrompt()
}
beforeEach(forget)
afterEach(forget)

test('a browser without a dialog of its own is told the steps, which can be put off', async () => {
  const page = await offer(false)
  expect(page.text).toContain(words.androidSteps)
  expect(page.has(words.install!)).toBe(false)
  await page.press(words.later!)
  expect(page.text).toBe('')
  expect((await offer(false)).text).toBe('')
  // The menu still has it.
  const menu = await offer(true)
  expect(menu.text).not.toContain(words.androidSteps)
  await menu.press(words.menu!)
  expect(menu.text).toContain(words.androidSteps)
  await menu.press(words.menu!)
  expect(menu.text).not.toContain(words.androidSteps)
})

test.each([false, true])('the dialog of the browser is opened once, from the menu: %s', async (isMenu) => {
  const prompt = promptWith('accepted')
  events.dispatchEvent(prompt)
  const page = await offer(isMenu, { userAgent: chrome })
  expect(page.text).not.toContain(words.androidSteps)
  await page.press(isMenu ? words.menu! : words.install!)
  expect(prompt.prompt).toHaveBeenCalledOnce()
  // Without a prompt this browser cannot install it any more.
  expect(page.text).toBe('')
})

test('a dialog that is dismissed counts as “later”, one that is accepted does not', async () => {
  for (const outcome of ['accepted', 'dismissed'] as const) {
    events.dispatchEvent(promptWith(outcome))
    const page = await offer(false, { userAgent: chrome })
    await page.press(words.install!)
    await page.perform(() => void events.dispatchEvent(promptWith('accepted')))
    expect([outcome, page.has(words.install!)]).toEqual([outcome, outcome === 'accepted'])
    await page.close()
    takeInstallPrompt()
  }
})

test.each([
  ['where it is installed', { isStandalone: true }],
  ['on the page of a game', { path: '/games/dice' }],
  ['beside the wallet', { search: '?wallet=deposit' }],
  ['where the browser cannot', { userAgent: chrome }],
])('nothing is offered %s', async (_, options) => {
  expect((await offer(false, options)).text).toBe('')
  expect((await offer(true, options)).text).toBe('')
})
