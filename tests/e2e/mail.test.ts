/**
 * Account recovery and confirmation by mail: a forgotten password, and an address to confirm. Real browser, mails from
 * the sandbox's inbox.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { dialogOf, expectReadable, siteTest, isPlayer as isPlayerOn, plainPage } from '#tests/setup/visit.ts'

const firstPassword = 'a quiet harbour'
const nextPassword = 'an even quieter harbour'
const { site, longTest, beforeEach } = siteTest({ SEED: 'false' })
let inbox: Inbox
let context: BrowserContext
let page: Page
beforeAll(() => {
  inbox = inboxOf(site)
})
beforeEach(async ({ enter }) => {
  context = await enter({ locale: 'en-GB' })
  page = await context.newPage()
})

const dialog = (key: string) => dialogOf(page, key)
const isPlayer = () => isPlayerOn(page)
const post = (path: string, body: object) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
async function newPlayer(email: string): Promise<void> {
  expect(
    (
      await post('/api/player/register', {
        email,
        password: firstPassword,
        country: 'DE',
        currency: 'EUR',
        agreements: 1,
      })
    ).status,
  ).toBe(200)
}
async function signIn(email: string, password: string): Promise<void> {
  await dialog('sign-in').locator('form').waitFor()
  await page.fill('[name=login]', email)
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
}

// Shows: 2.3.2, ASVS 14.2.1
longTest(
  'a forgotten password: request in the modal, follow the mail, set a new one, sign in with it; the link works once',
  async () => {
    await newPlayer('keyless@example.com')
    await inbox.next({ to: 'keyless@example.com' })
    await page.goto(`${site.url}${plainPage}?sign-in=true`)
    await dialog('sign-in').locator('form').waitFor()
    await dialog('sign-in').locator('[data-modal=forgot-pass]').click()
    await dialog('forgot-pass').locator('form').waitFor()
    await page.fill('[name=email]', 'Keyless@Example.com')
    await page.keyboard.press('Enter')
    await dialog('success').getByRole('heading', { name: 'Check your email' }).waitFor()
    await expectReadable(page)
    const { links } = await inbox.next({ to: 'keyless@example.com' })
    await page.goto(links[0]!)
    await page.locator('[name=password]').waitFor()
    // The code from the URL is in no history entry and no referrer.
    await expect.poll(() => page.url()).toBe(`${site.url}/password-reset`)
    await page.fill('[name=password]', nextPassword)
    await page.fill('[name=password_confirmation]', 'something else')
    await page.locator('[name=password]').focus()
    await page.getByText('must be equal').waitFor()
    await expectReadable(page)
    await page.fill('[name=password_confirmation]', nextPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your new password has been saved' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).last().click()
    await signIn('keyless@example.com', nextPassword)
    await isPlayer()
    await context.clearCookies()
    await page.goto(links[0]!)
    await page.fill('[name=password]', nextPassword)
    await page.fill('[name=password_confirmation]', nextPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await dialog('forgot-pass').locator('form').waitFor()
  },
)

// Shows: 8.7.3, 8.7.4
longTest(
  'registering, then following the link in the mail, sent again after a failure: the lobby says that the address is confirmed',
  async () => {
    await page.goto(`${site.url}${plainPage}?sign-up=true`)
    await dialog('sign-up').locator('form').waitFor()
    await page.fill('[name=email]', 'arrival@example.com')
    await page.fill('[name=password]', firstPassword)
    await page.check('[name=agreements]')
    await dialog('sign-up').locator('[type=submit]').click()
    await isPlayer()
    await page.goto(`${site.url}/profile/security`)
    await page.getByText('Not confirmed').waitFor()
    const resend = page.getByRole('button', { name: 'Resend link' })
    await page.route('**/confirmations/email/resend', (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    })
    await resend.click()
    await page.getByText('Something went wrong').waitFor()
    await resend.click()
    await page.getByText('Email sent').waitFor()
    await expectReadable(page)
    await inbox.next({ to: 'arrival@example.com' })
    const { links } = await inbox.next({ to: 'arrival@example.com' })
    const other = await page.context().newPage()
    await other.goto(`${site.url}/profile/security`)
    await other.getByText('Not confirmed').waitFor()
    // Mail scanners open the link too and run its scripts, so only pressing the button confirms.
    await page.goto(links[0]!)
    const press = page.getByRole('button', { name: 'Confirm email' })
    await press.waitFor()
    await page.waitForLoadState('networkidle')
    await expectReadable(page)
    await press.click()
    await dialog('profile-confirmed').getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    await expectReadable(page)
    await dialog('profile-confirmed').getByRole('button', { name: 'Browse games' }).click()
    await dialog('profile-confirmed').waitFor({ state: 'detached' })
    await page.goto(`${site.url}/profile/security`)
    await page.getByText('Confirmed', { exact: true }).waitFor()
    // Another page notices it when it asks for another mail.
    await other.getByRole('button', { name: 'Resend link' }).click()
    await other.getByText('Confirmed', { exact: true }).waitFor()
    await other.close()
  },
)

// Shows: attack 56
longTest(
  'a mailed link does nothing when it is loaded: "this was not me" removes the address, and a press approves a device',
  async () => {
    const answers: string[] = []
    page.on('request', (request) => {
      if (/confirmations\/email|approval\/confirm/.test(request.url())) answers.push(request.method())
    })
    const load = async (link: string, button: string) => {
      await page.goto(link)
      await page.getByRole('button', { name: button }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(answers.splice(0)).toEqual([])
      await expectReadable(page)
      await page.getByRole('button', { name: button }).click()
    }
    const signsIn = async () =>
      (await post('/api/player/sessions', { login: 'someone-else@example.com', password: firstPassword })).status
    await newPlayer('someone-else@example.com')
    const confirmation = await inbox.next({ to: 'someone-else@example.com' })
    expect(await signsIn()).toBe(200)
    await load(confirmation.links[0]!, 'This was not me')
    await page.getByRole('heading', { name: 'The address was removed' }).waitFor()
    await expectReadable(page)
    expect([await signsIn(), answers.splice(0)]).toEqual([401, ['POST']])
    await newPlayer('traveller@example.com')
    await inbox.next({ to: 'traveller@example.com' })
    await post('/api/player/sessions/approval', { email: 'traveller@example.com' })
    const approval = await inbox.next({ to: 'traveller@example.com' })
    await load(approval.links[0]!, 'Approve device')
    await page.getByRole('heading', { name: 'This device is approved' }).waitFor()
    await expectReadable(page)
    expect(answers).toEqual(['POST'])
  },
)

// Shows: 5.3.1, ASVS 6.2.2
longTest('changing the password in the profile: errors are at their field, and the page stays signed in', async () => {
  await newPlayer('changer@example.com')
  await page.goto(`${site.url}${plainPage}?sign-in=true`)
  await signIn('changer@example.com', firstPassword)
  await isPlayer()
  await page.goto(`${site.url}/profile/security`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.fill('[name=currentPassword]', 'not the one')
  await page.fill('[name=newPassword]', nextPassword)
  await page.fill('[name=repeatNewPassword]', nextPassword)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByText('Incorrect password').waitFor()
  await expectReadable(page)
  await page.fill('[name=currentPassword]', firstPassword)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByText('Password changed').waitFor()
  expect((await post('/api/player/sessions', { login: 'changer@example.com', password: nextPassword })).status).toBe(
    200,
  )
  await page.reload()
  await isPlayer()
})

longTest("invalid links state it and continue, in the visitor's language", async () => {
  await page.goto(`${site.url}/verify?confirmCode=nothing`)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await expectReadable(page)
  await page.goto(`${site.url}/password-reset`)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.goto(`${site.url}/?reset-pass=nothing`)
  await page.fill('[name=password]', nextPassword)
  await page.fill('[name=password_confirmation]', nextPassword)
  await page.keyboard.press('Enter')
  await dialog('reset-pass').getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

longTest(
  'after too many attempts from an address, the browser solves a proof of work and sends the call again',
  async () => {
    const others = Array.from({ length: 31 }, () => post('/api/player/profile/confirmations/email', { code: 'guess' }))
    expect((await Promise.all(others)).map(({ status }) => status)).toContain(429)
    const statuses: number[] = []
    page.on('response', (answer) => {
      if (answer.url().endsWith('/confirmations/email')) statuses.push(answer.status())
    })
    await newPlayer('neighbour@example.com')
    const { links } = await inbox.next({ to: 'neighbour@example.com' })
    await page.goto(links[0]!)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await dialog('profile-confirmed').getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    expect(statuses).toEqual([429, 200])
  },
)
