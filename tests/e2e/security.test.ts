/** Authentication in a real browser: second factor, passkeys, step-up, devices, tabs, account closure. */
import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page, WebSocket } from 'playwright-core'
import { describe, expect, vi } from 'vitest'
import {
  dialogOf,
  expectReadable,
  siteTest,
  isAlive,
  isGuest,
  isPlayer,
  noticeRead,
  plainPage,
} from '#tests/setup/visit.ts'

// These are complete flows in a browser, which take long on slow machines.
vi.setConfig({ testTimeout: 90_000 })

const password = 'a quiet harbour'
const { site, longTest, beforeEach } = siteTest({ ACCESS_TOKEN_SECONDS: '25' })
let newContext: () => Promise<BrowserContext>
let context: BrowserContext
let page: Page
beforeEach(async ({ enter: enterGuest }) => {
  newContext = async () => {
    const newContextOptions = await enterGuest({ cookies: noticeRead })
    newContextOptions.setDefaultTimeout(15_000)
    return newContextOptions
  }
  context = await newContext()
  page = await context.newPage()
})

const dialog = (key: string, of = page) => dialogOf(of, key)
const proofDialog = () => page.locator('[data-step-up]')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

let players = 0
async function register(): Promise<{ email: string; accessToken: string }> {
  const email = `secure${++players}.${Date.now()}@example.com`
  const answer = await fetch(`${site.url}/api/player/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, country: 'DE', currency: 'EUR', agreements: 1 }),
  })
  return { email, ...((await answer.json()) as { accessToken: string }) }
}
/** Registers a new player and signs them in in this context. */
async function enter(of = context): Promise<string> {
  const { email, accessToken } = await register()
  await of.addCookies([{ name: 'access_token', value: accessToken, url: site.url }])
  return email
}
async function openSecurity(): Promise<void> {
  await page.goto(`${site.url}/profile/security`)
  await isAlive(page)
}
async function signInForm(of: Page, email: string): Promise<void> {
  await of.goto(`${site.url}${plainPage}?sign-in=true`)
  await dialog('sign-in', of).locator('form').waitFor()
  await of.fill('[name=login]', email)
  await of.fill('[name=password]', password)
  await of.keyboard.press('Enter')
}
async function prove(text = password): Promise<void> {
  await proofDialog().locator('[name=proof]').fill(text)
  await page.keyboard.press('Enter')
}
const tokenOf = async (of: BrowserContext) => (await of.cookies()).find(({ name }) => name === 'access_token')?.value
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { gen: number; exp: number }

describe('two-step sign-in', () => {
  longTest('set up after a step-up, required at the next sign-in, replaced by a recovery code', async () => {
    const email = await enter()
    await openSecurity()
    await expectReadable(page)
    await press('Set up')
    await proofDialog().locator('[name=proof]').waitFor()
    await expectReadable(page)
    await prove('wrong')
    await page.getByText('Incorrect password').waitFor()
    await prove()
    const key = (await page.locator('code').first().textContent())!.replaceAll(' ', '')
    const app = new TOTP({ secret: Secret.fromBase32(key) })
    await expectReadable(page)
    await page.fill('[name=code]', app.generate())
    await page.getByText('Your recovery codes').waitFor()
    const recoveryCodes = await page.locator('li > code').allTextContents()
    expect(recoveryCodes).toHaveLength(10)
    await expectReadable(page)
    await press('I have saved my codes')
    await page.getByText('10 recovery codes left').waitFor()

    const elsewhere = await newContext()
    const other = await elsewhere.newPage()
    await signInForm(other, email)
    await other.getByText('Two-factor authentication').waitFor()
    await expectReadable(other)
    await other.fill('[name=code]', '000000')
    await expect.poll(() => other.locator('[aria-invalid=true]').count()).toBe(1)
    await other.fill('[name=code]', recoveryCodes[0]!)
    await other.keyboard.press('Enter')
    await isPlayer(other)
    // A player who signs in elsewhere sees the previous sign-in.
    await other.getByText('Last sign-in:').waitFor()
  })

  longTest('closing the dialog cancels the call without an error', async () => {
    await enter()
    await openSecurity()
    await press('Download my data')
    await proofDialog().waitFor()
    await page.keyboard.press('Escape')
    await proofDialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: 'Download my data' }).isEnabled()).toBe(true)
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  })
})

describe('passkeys', () => {
  beforeEach(async () => {
    const device = await context.newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  })
  /** A player with a passkey in this browser, signed out again. */
  async function leaveWithPasskey(): Promise<void> {
    await enter()
    await openSecurity()
    await press('Add a passkey')
    await prove()
    await page.fill('[name=name]', 'My laptop')
    await expectReadable(page)
    await press('Create passkey')
    await page.getByText('Not used yet').waitFor()
    await context.clearCookies({ name: 'access_token' })
  }

  longTest('created, used to sign in without a password, used for a step-up, and removed', async () => {
    // Passkey autofill is switched off, which would otherwise sign in before the button is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await leaveWithPasskey()
    await page.goto(`${site.url}/profile/security?`)
    await dialog('sign-in').getByRole('button', { name: 'Sign in with a passkey' }).click()
    await isPlayer(page)
    await openSecurity()
    await page.getByText('with passkey').waitFor()
    await press('Remove My laptop')
    await press('Continue with a passkey')
    await page.getByRole('button', { name: 'Remove My laptop' }).waitFor({ state: 'detached' })
  })

  longTest('offered by the browser as soon as the sign-in form is open', async () => {
    await leaveWithPasskey()
    await page.goto(`${site.url}${plainPage}?sign-in=true`)
    await isPlayer(page)
    await dialog('sign-in').waitFor({ state: 'detached' })
  })
})

describe('devices', () => {
  // Shows: ASVS 7.5.2
  longTest('one that is signed out loses its socket within a second and shows the sign-in form', async () => {
    const email = await enter()
    const elsewhere = await newContext()
    const other = await elsewhere.newPage()
    // The socket of the guest is replaced by one of the player.
    let socket: WebSocket | undefined
    other.on('websocket', (opened) => {
      socket = opened
    })
    await signInForm(other, email)
    await isPlayer(other)
    await other.reload()
    await expect.poll(() => socket?.isClosed()).toBe(false)
    await openSecurity()
    const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sign out / }) })
    const closed = socket!.waitForEvent('close')
    await lines.getByRole('button').click()
    const pressedAt = Date.now()
    await closed
    expect(Date.now() - pressedAt).toBeLessThan(3_000)
    await lines.waitFor({ state: 'detached' })
    await other.goto(`${site.url}/profile/history`)
    await dialog('sign-in', other).locator('form').waitFor()
    expect(await tokenOf(elsewhere)).toBeUndefined()
  })

  // Shows: ASVS 7.4.3
  longTest('all others are signed out at once', async () => {
    const email = await enter()
    const others = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await fetch(`${site.url}/api/player/sessions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ login: email, password }),
        })
        return ((await answer.json()) as { accessToken: string }).accessToken
      }),
    )
    await openSecurity()
    await press('Sign out all other devices')
    await page.getByRole('button', { name: 'Sign out all other devices' }).waitFor({ state: 'detached' })
    for (const token of others)
      expect(
        (await fetch(`${site.url}/api/player/profile`, { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(401)
    await isPlayer(page)
  })
})

describe('tabs', () => {
  // Shows: 4.4.4, attack 25, fault 15, pair second tab/kill
  longTest(
    'eight with an expiring token, the refreshing one killed after the server has answered: one successor, and no sign-out',
    async () => {
      await enter()
      const tabs = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const tab = await context.newPage()
          await tab.goto(`${site.url}/static/terms`)
          await isAlive(tab)
          return tab
        }),
      )
      const first = (await tokenOf(context))!
      const answers: string[] = []
      let killed: Page | null = null
      await context.route('**/api/player/sessions/refresh', async (route) => {
        const answer = await route.fetch()
        answers.push(((await answer.json()) as { accessToken: string }).accessToken)
        if (killed) return route.fulfill({ response: answer })
        killed = route.request().frame().page()
        await killed.close()
      })
      // This wait cannot be shortened: the page's clock must agree with the server's, or the new token would be due at
      // once.
      await expect
        .poll(() => claimsOf(first).exp * 1000 - Date.now(), { timeout: 20_000, interval: 200 })
        .toBeLessThan(9_500)
      const poke = (tab: Page) =>
        tab
          .evaluate(() => document.querySelector<HTMLElement>('[popovertarget=notifications]')!.click())
          .catch(() => undefined)
      await Promise.all(tabs.map(poke))
      await expect.poll(async () => (await tokenOf(context)) !== first, { timeout: 15_000 }).toBe(true)
      const left = tabs.filter((tab) => tab !== killed)
      expect(left).toHaveLength(7)
      for (const tab of left) {
        expect(await tab.evaluate(() => document.cookie)).toContain('access_token')
        await isPlayer(tab)
        expect(await tab.locator('header [data-modal=sign-in]').count()).toBe(0)
      }
      expect(answers.length).toBeGreaterThanOrEqual(2)
      expect(answers[1]).toBe(answers[0])
      expect(claimsOf(answers[0]!).gen).toBe(claimsOf(first).gen + 1)
      // On any machine, each generation has exactly one token.
      const byGeneration = new Map(answers.map((token) => [claimsOf(token).gen, token]))
      expect(new Set(answers)).toEqual(new Set(byGeneration.values()))
    },
  )

  // Shows: attack 39
  longTest('an invalid marker causes neither a sign-out nor a reload, repeatedly', async () => {
    await enter()
    await openSecurity()
    const other = await context.newPage()
    await other.goto(`${site.url}/static/terms`)
    let loads = 0
    page.on('load', () => loads++)
    await other.evaluate(() => {
      const notes = [
        '',
        'logout',
        '%%%',
        btoa('logout'),
        btoa('x:logout'),
        btoa('1:logout:1'),
        btoa(`${Date.now()}:logout`),
        btoa(`${Date.now()}:login`),
        'A'.repeat(100_000),
        '{"change":"logout"}',
        '\u0000',
      ]
      for (let round = 0; round < 20; round++)
        for (const note of notes) localStorage.setItem('changeSession', note + (round % 2 ? '' : ' '))
    })
    // The session still works, and the last marker has been read by then.
    await press('Download my data')
    await proofDialog().waitFor()
    expect(loads).toBe(0)
    await isPlayer(page)
  })
})

describe('closure', () => {
  // Shows: pair closure/second tab
  longTest('the data are downloaded, then the account is closed and sign-in is impossible', async () => {
    const email = await enter()
    await openSecurity()
    await press('Download my data')
    const downloading = page.waitForEvent('download')
    await prove()
    const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as {
      sections: { profile: { email: string } }
    }
    expect(file.sections.profile.email).toBe(email)
    await press('Close account')
    await expectReadable(page)
    await press('Close permanently')
    await isGuest(page)
    await signInForm(page, email)
    await dialog('sign-in').getByRole('alert').waitFor()
    expect(await tokenOf(context)).toBeUndefined()
  })
})

// Shows: 6.5.3
longTest('an ended session leads from a player page to /?sign-in=true on load', async () => {
  await enter()
  const token = (await tokenOf(context))!
  await fetch(`${site.url}/api/player/sessions/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  await page.goto(`${site.url}/profile/security`)
  await dialog('sign-in').locator('form').waitFor()
  expect(page.url()).toBe(`${site.url}/?sign-in=true`)
})
