/** Passkeys at the desk, with the authenticator that Chromium simulates: enrolling, signing in, confirming, removing. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { longTest } = siteTest({ DESK_PORT: String(port) })

async function open(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(deskUrl + path)
  return page
}

/** Whether it presses the button of its dialog at once. */
async function giveAuthenticator(page: Page): Promise<{ ignore: (isIgnored: boolean) => Promise<void> }> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    ignore: async (isIgnored) => {
      await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isIgnored })
    },
  }
}

longTest('an operator adds a passkey, signs in with nothing else, and confirms a change with it', async ({ enter }) => {
  const page = await open(await enter(), '/sessions')
  const device = await giveAuthenticator(page)
  await signIn(page, 'risk')
  await page.getByText('No passkeys').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Laptop')
  await expectReadable(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /^Laptop .* Not used yet/ }).waitFor()
  await expectReadable(page)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await device.ignore(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await page.getByText('No passkey was used').waitFor()
  await expectReadable(page)
  await device.ignore(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await page.getByText('Signed in as risk').waitFor()
  await page.goto(`${deskUrl}/sessions`)
  await page.getByRole('row', { name: /^Laptop/ }).waitFor()
  expect(await page.getByText('Not used yet').count()).toBe(0)

  // As if more than ten minutes had passed since the sign-in.
  const change = '**/api/passkeys/*'
  await page.route(change, (route) =>
    route.fulfill({ status: 403, json: { error: { name: 'stepUpRequired', message: 'Confirm first' } } }),
  )
  await page
    .getByRole('row', { name: /^Laptop/ })
    .getByRole('button', { name: 'Rename' })
    .press('Enter')
  await dialog.getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Authenticator code').waitFor()
  await expectReadable(page)
  await page.unroute(change)
  await dialog.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /^Old laptop/ })
  await row.getByRole('button', { name: 'Remove' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('No passkeys').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await page.getByText('This passkey was not accepted').waitFor()
})

longTest('an invited operator sets up a passkey alone; its last one is not removed', async ({ enter }) => {
  const manager = await open(await enter(), '/people')
  await signIn(manager, 'manager')
  await manager.getByRole('button', { name: 'Invite an operator' }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('Name').fill('pia')
  await dialog.getByLabel('Support').check()
  await dialog.getByRole('button', { name: 'Create the invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
  const deputy = await open(await enter(), '/requests')
  await signIn(deputy, 'deputy')
  await deputy.getByRole('link', { name: 'operator pia' }).click()
  await deputy.getByRole('heading', { name: /operator pia/ }).waitFor()
  await deputy.keyboard.press('a')
  await deputy.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const link = (await deputy.getByRole('status').getByText('/enrol#').textContent())!

  const pia = await (await enter()).newPage()
  await giveAuthenticator(pia)
  await pia.goto(deskUrl + new URL(link).pathname + new URL(link).hash)
  await pia.getByText('Hello pia').waitFor()
  await expectReadable(pia)
  await pia.getByRole('button', { name: 'Set up with a passkey' }).press('Enter')
  await pia.getByText('Signed in as pia').waitFor()
  await pia.goto(`${deskUrl}/sessions`)
  await pia
    .getByRole('row', { name: /^First passkey/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await pia.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await pia.getByText('the last passkey is the only way to sign in').waitFor()
  await pia.keyboard.press('Escape')
  await pia.getByRole('button', { name: 'Sign out' }).click()
  await pia.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await pia.getByText('Signed in as pia').waitFor()

  await manager.reload()
  await manager.getByRole('row', { name: /^pia/ }).getByRole('button', { name: 'Passkeys' }).click()
  await dialog.getByRole('row', { name: /^First passkey/ }).waitFor()
  await expectReadable(manager)
})
