import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import {
  atRest,
  dialogOf,
  expectReadable,
  isAlive,
  isPlayer as isPlayerOn,
  siteTest,
  plainPage,
} from '#tests/setup/visit.ts'

const { site, longTest, beforeEach } = siteTest({ OTP_PER_PHONE_HOUR: '2' })
let context: BrowserContext
let page: Page
let inbox: Inbox
beforeAll(() => {
  inbox = inboxOf(site)
})
beforeEach(async ({ enter }) => {
  context = await enter({ permissions: ['clipboard-read', 'clipboard-write'] })
  page = await context.newPage()
})

const password = 'a quiet harbour'
let lastPhone = 3_000_000
/** National digits; the field adds Germany's calling code. */
const freshNational = () => `1512${++lastPhone}`
const dialog = (key: string) => dialogOf(page, key)
const code = () => dialog('sign-up').locator('[name=code]')
const tab = (key: string, name: string) => dialog(key).getByRole('tab', { name })
const submit = (key: string) => dialog(key).locator('[type=submit]')
const isPlayer = () => isPlayerOn(page)
/** One digit higher: a wrong code. */
const wrong = (right: string) => right.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))

async function open(path: string, key: string): Promise<void> {
  await page.goto(site.url + path)
  await dialog(key).locator('form').waitFor()
}
async function fillForm(national: string): Promise<void> {
  await open(`${plainPage}?sign-up=true`, 'sign-up')
  await tab('sign-up', 'Phone').click()
  await page.fill('[name=phone]', national)
  await page.fill('[name=password]', password)
  await page.check('[name=agreements]')
}
async function toCode(national: string): Promise<string> {
  await fillForm(national)
  await submit('sign-up').click()
  await code().waitFor()
  return (await inbox.next({ to: `49${national}` })).code!
}
const dialogIsReadable = () => expectReadable(page, { within: '[role=dialog]' })

// Shows: 1.1.1, 2.4.5, 2.6.4, 4.2.1, 5.7.6
longTest('registering by phone: the form, the SMS code, then sign-in with the same phone', async () => {
  const national = freshNational()
  await fillForm(national)
  expect(await page.locator('[name=receiveSmsPromo]').count()).toBe(1)
  expect(await page.locator('[name=receiveEmailPromo], [name=email]').count()).toBe(0)
  const sent = page.waitForRequest('**/api/player/register/phone')
  await submit('sign-up').click()
  await code().waitFor()
  expect(await code().getAttribute('autocomplete')).toBe('one-time-code')
  await expect.poll(() => code().evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await submit('sign-up').isDisabled()).toBe(true)
  await dialogIsReadable()
  const { code: digits } = await inbox.next({ to: `49${national}` })
  await page.keyboard.type(`${digits!.slice(0, 3)} - ab ${digits!.slice(3)}9`)
  // The sixth digit has sent the code.
  expect((await sent).postDataJSON()).toMatchObject({
    phone: `49${national}`,
    code: digits,
    agreements: 1,
    receiveSmsPromo: 0,
    country: 'DE',
    currency: 'EUR',
    locale: 'en',
    fingerprint: 'fingerprint-of-a-test',
  })
  expect((await sent).postDataJSON()).not.toHaveProperty('receiveEmailPromo')
  await isPlayer()
  await dialog('sign-up').waitFor({ state: 'detached' })

  // An answer still in progress could set its cookie after they are cleared.
  await atRest(page)
  await context.clearCookies()
  const countriesMayLoad = Promise.withResolvers<void>()
  await page.route('**/api/settings/countries*', async (route) => {
    await countriesMayLoad.promise
    await route.continue()
  })
  await open(`${plainPage}?sign-in=true`, 'sign-in')
  await tab('sign-in', 'Phone').click()
  await page.fill('[name=login]', national)
  countriesMayLoad.resolve()
  await expect.poll(() => page.inputValue('[name=login]')).toBe(`49${national}`)
  await page.fill('[name=password]', password)
  await dialogIsReadable()
  await page.keyboard.press('Enter')
  await isPlayer()
})

// Shows: 4.3.3, 8.3.1
longTest(
  'a code: an incomplete one is cleared, a wrong one shows an error that input clears, only a complete code can be pasted',
  async () => {
    const right = await toCode(freshNational())
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await dialog('sign-up').getByText('Enter all 6 characters').waitFor()
    expect(await code().inputValue()).toBe('')
    expect(await submit('sign-up').isDisabled()).toBe(true)
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await code().press('Control+V')
    }
    await paste('Your code: 123456')
    expect(await code().inputValue()).toBe('')
    await paste(wrong(right))
    await dialog('sign-up').getByText('This code is incorrect').waitFor()
    expect([
      await code().inputValue(),
      await submit('sign-up').isDisabled(),
      await code().getAttribute('aria-invalid'),
    ]).toEqual(['', true, 'true'])
    await dialogIsReadable()
    await page.keyboard.type(right)
    await isPlayer()
  },
)

// Shows: attack 78
longTest('a registration whose response is lost happens once, and the same code signs its player in', async () => {
  const right = await toCode(freshNational())
  await page.route(
    '**/api/player/register/phone',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.keyboard.type(right)
  await dialog('sign-up').getByText('We cannot connect at the moment').waitFor()
  await code().fill(right)
  await isPlayer()
})

// Shows: 4.3.1, 4.3.2, 8.2.1, 9.1.1
longTest('another code: not before the countdown ends, and no button once the limit is reached', async () => {
  const national = freshNational()
  await page.clock.install()
  await toCode(national)
  const again = dialog('sign-up').getByRole('button', { name: 'Send a new code' })
  expect(await dialog('sign-up').getByRole('timer').textContent()).toMatch(/New code available in (60|5[4-9]) s/)
  expect(await again.count()).toBe(0)
  // The server's own clock runs normally: within its minute the code is valid, and the countdown starts with the
  // remaining time.
  const timer = dialog('sign-up').getByRole('timer')
  /** Checks that there is no button shortly before the minute ends, and one after it. */
  const minutePasses = async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const left = Number(/\d+/.exec((await timer.textContent())!)![0])
    expect(left).toBeGreaterThan(50)
    await page.clock.fastForward((left - 2) * 1000)
    expect(await timer.textContent()).toMatch(/\b[12] s/)
    expect(await again.count()).toBe(0)
    await page.clock.fastForward(2000)
    await page.clock.resume()
  }
  await minutePasses()
  await page.route(
    '**/api/player/otp/send',
    (route) => route.fulfill({ json: { resendAfterSeconds: 60, hasLetters: false } }),
    { times: 1 },
  )
  await again.click()
  await dialog('sign-up').getByText('A new code is on its way').waitFor()
  expect(await timer.textContent()).toMatch(/(60|59|58) s/)
  await minutePasses()
  await page.route('**/api/player/otp/send', (route) =>
    route.fulfill({ status: 429, json: { error: { name: 'limitReached', code: 11005, message: 'no more' } } }),
  )
  await again.click()
  await dialog('sign-up').getByText('Too many codes requested').waitFor()
  await again.waitFor({ state: 'detached' })
  expect(await dialog('sign-up').getByRole('timer').count()).toBe(0)
  await dialog('sign-up').getByRole('button', { name: 'Back' }).click()
  // The first code of another form is under the same limit; its message is at the phone field.
  await submit('sign-up').click()
  await dialog('sign-up').getByText('Too many codes requested').waitFor()
  expect(await page.locator('[name=phone]').getAttribute('aria-invalid')).toBe('true')
  expect(await submit('sign-up').isDisabled()).toBe(true)
})

// Shows: 4.3.2
longTest(
  'a step-up by SMS: another code not before the countdown ends, and no button once the limit is reached',
  async () => {
    const right = await toCode(freshNational())
    await page.keyboard.type(right)
    await isPlayer()
    await page.clock.install()
    await page.goto(`${site.url}/profile/security`)
    await isAlive(page)
    await page.getByRole('button', { name: 'Download my data', exact: true }).click()
    const proof = page.locator('[data-step-up]')
    await proof.getByRole('button', { name: 'Use a code by SMS' }).click()
    await proof.getByRole('button', { name: 'Send code' }).click()
    await proof.getByText(/Resend in (60|5\d) seconds/).waitFor()
    const again = proof.getByRole('button', { name: 'Resend code' })
    expect(await again.count()).toBe(0)
    await page.clock.fastForward(61_000)
    await page.route('**/api/player/otp/send', (route) =>
      route.fulfill({ status: 429, json: { error: { name: 'limitReached', code: 11005, message: 'no more' } } }),
    )
    await again.click()
    await proof.getByText('Too many codes requested').waitFor()
    await again.waitFor({ state: 'detached' })
  },
)

// Shows: 2.4.5, 4.2.2
longTest("back returns to the unchanged form, and so do the server's field errors", async () => {
  const national = freshNational()
  const right = await toCode(national)
  await dialog('sign-up').getByRole('button', { name: 'Back' }).click()
  expect([
    await page.inputValue('[name=phone]'),
    await page.inputValue('[name=password]'),
    await page.isChecked('[name=agreements]'),
  ]).toEqual([`49${national}`, password, true])
  await page.fill('[name=password]', 'password123')
  await submit('sign-up').click()
  await code().fill(right)
  await dialog('sign-up').getByText('too common and easy to guess').waitFor()
  expect(await page.inputValue('[name=phone]')).toBe(`49${national}`)
  await page.fill('[name=password]', password)
  await submit('sign-up').click()
  await code().fill(right)
  await isPlayer()
})

longTest(
  'tabs: arrow keys move between them, common input is kept, and a server error stays with its form',
  async () => {
    await open(`${plainPage}?sign-up=true`, 'sign-up')
    expect(await tab('sign-up', 'Email').getAttribute('aria-selected')).toBe('true')
    await page.fill('[name=password]', password)
    await tab('sign-up', 'Email').focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('[name=phone]').waitFor()
    expect(await tab('sign-up', 'Phone').evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.inputValue('[name=password]')).toBe(password)
    await page.fill('[name=phone]', '30123456')
    await page.check('[name=agreements]')
    await submit('sign-up').click()
    await dialog('sign-up').getByText('not a mobile number').waitFor()
    await tab('sign-up', 'Email').click()
    await page.fill('[name=email]', `tabs-${Date.now()}@example.com`)
    await expect.poll(() => submit('sign-up').isEnabled()).toBe(true)
  },
)
