/** The desk in a browser: signing in, inviting an operator who enrols, changing rights with a code, by keyboard. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoAuthenticatorKey } from '#sandbox/pages/authenticator.ts'
import { label } from '#desk/labels.ts'
import { freePort } from '#scripts/free-port.ts'
import { codeOf, signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, test, longTest } = siteTest({ DESK_PORT: String(port) })

/** A code is accepted once, so a second one is waited for. */
async function nextCode(key: string, last: string): Promise<string> {
  for (;;) {
    const code = codeOf(key)
    if (code !== last) return code
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function open(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(deskUrl + path)
  return page
}

test('an operator signs in by keyboard at the page that was asked for, and out again', async ({ enter }) => {
  const page = await open(await enter(), '/acts')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expectReadable(page)
  await signIn(page, 'auditor')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await page.getByRole('cell', { name: 'auditor', exact: true }).first().waitFor()
  await expectReadable(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect((await page.request.get(`${deskUrl}/api/session`)).status()).toBe(401)
})

test('a page outside the roles of an operator is not listed, and says so when it is opened', async ({ enter }) => {
  const page = await open(await enter(), '/people')
  await signIn(page, 'content')
  await page.getByRole('heading', { name: 'Your roles do not include this page' }).waitFor()
  const listed = await page.getByRole('navigation').getByRole('link').allTextContents()
  expect(listed).toContain('Your sessions and passkeys')
  expect(listed).not.toContain('Operators')
})

longTest(
  'a manager invites an operator, whom a second one approves; the rights are changed with a new code, and end',
  async ({ enter }) => {
    const page = await open(await enter(), '/people')
    await signIn(page, 'manager')
    await page.getByRole('button', { name: 'Invite an operator' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('mia')
    await dialog.getByLabel('Support').press('Space')
    await expectReadable(page)
    await dialog.getByRole('button', { name: 'Create the invitation' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expectReadable(page)
    const deputy = await open(await enter())
    await signIn(deputy, 'deputy')
    const approve = async (subject: string) => {
      await deputy.goto(`${deskUrl}/requests`)
      await deputy.getByRole('link', { name: subject }).press('Enter')
      await deputy.getByRole('heading', { name: new RegExp(subject) }).waitFor()
      await expectReadable(deputy)
      await deputy.keyboard.press('a')
      await deputy.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
      await deputy.getByRole('heading', { name: 'It is done.' }).waitFor()
    }
    await approve('operator mia')
    const link = (await deputy.getByRole('status').getByText('/enrol#').textContent())!
    await page.goto(`${deskUrl}/people`)
    await expect.poll(() => page.getByRole('row', { name: /^mia Support Invited/ }).count()).toBe(1)

    const mia = await open(await enter(), new URL(link).pathname + new URL(link).hash)
    const key = (await mia.locator('code').textContent())!.replaceAll(' ', '')
    await expectReadable(mia)
    await mia.getByLabel('Password, 12 characters or more').fill('a long enough one')
    await mia.getByLabel('Authenticator code').fill(codeOf(key))
    await mia.getByRole('button', { name: 'Finish and sign in' }).click()
    await mia.getByText('Signed in as mia').waitFor()
    await mia.getByRole('link', { name: 'Chat' }).first().waitFor()
    expect(new URL(mia.url()).hash).toBe('')

    // As if more than ten minutes had passed since the code of the sign-in.
    const last = codeOf(demoAuthenticatorKey)
    await page.route('**/api/people/mia/roles', (route) =>
      route.fulfill({
        status: 403,
        json: { error: { name: 'stepUpRequired', message: 'Confirm with a code of your authenticator first' } },
      }),
    )
    await page.getByRole('row', { name: /^mia/ }).getByRole('button', { name: 'Change roles' }).click()
    await dialog.getByLabel('Auditor').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Authenticator code').waitFor()
    await page.unroute('**/api/people/mia/roles')
    await dialog.getByLabel('Authenticator code').fill(await nextCode(demoAuthenticatorKey, last))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('a second person has to approve it').waitFor()
    await approve('operator mia')
    await mia.reload()
    await mia.getByRole('link', { name: 'Audit log' }).waitFor()
    await page.goto(`${deskUrl}/people`)

    await page.getByRole('row', { name: /^mia/ }).getByRole('button', { name: 'End access' }).click()
    await dialog.getByRole('button', { name: 'End access' }).click()
    await dialog.waitFor({ state: 'detached' })
    await mia.reload()
    await mia.getByRole('heading', { name: 'Sign in' }).waitFor()
  },
)

longTest('a lost connection is said in a sentence, and the desk works again afterwards', async ({ enter }) => {
  const context = await enter()
  const page = await open(context)
  await signIn(page, 'support')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Your sessions' }).click()
  await page.getByText('The desk is not reachable').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('cell', { name: 'This session' }).waitFor()
  expect(site.url).not.toBe(deskUrl)
})

test('the desk of a restored copy says so on every page, also after scrolling, and in the title', async ({ enter }) => {
  const context = await enter()
  await context.route('**/api/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), isDrill: true } })
  })
  const page = await open(context, '/acts')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, 'risk')
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByText(label('drill')).waitFor()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await expectReadable(page)
  expect(await page.title()).toContain(`${label('drillMark')} · `)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const mark = page.getByRole('banner').getByText(label('drillMark'), { exact: true })
  const box = (await mark.boundingBox())!
  expect([box.x >= 0, box.y >= 0, box.x + box.width <= 360, box.y + box.height <= 640]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
