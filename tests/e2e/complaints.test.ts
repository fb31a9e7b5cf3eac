/**
 * A complaint in a browser: filed by a player, answered at the desk, disputed, ended by a final letter that is printed,
 * and exported for an ombudsman; and the page of whoever is not signed in.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import { registerPlayer } from '../product/site-player.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, longTest } = siteTest({
  DESK_PORT: String(port),
  DISPUTE_BODY: 'Gaming Ombudsman, https://ombudsman.example',
})

longTest(
  'a player files a complaint and follows it to the final letter; a guest asks for a link',
  { timeout: 240_000 },
  async ({ visit, enter }) => {
    const player = await registerPlayer(site)
    const { page } = await visit('/complaints', { ...phone, player, cookies: noticeRead })
    await page.getByLabel('What is it about?').selectOption('games')
    await page.getByLabel('Does it concern something in particular?').selectOption('round')
    await page.getByLabel('Its number').fill('abc-123')
    await page.getByRole('textbox', { name: 'Your complaint' }).fill('The round paid too little.')
    await expectReadable(page)
    await page.getByRole('button', { name: 'Send complaint' }).click()
    await page.waitForURL(/\/complaints\/[\da-f-]{36}$/)
    await page.getByText('Being looked into').waitFor()
    expect(await page.locator('main').innerText()).toContain('abc-123')
    await page.getByRole('link', { name: 'All complaints' }).click()
    await page.getByRole('link', { name: /Games and fairness/ }).click()

    const desk = await (await enter({})).newPage()
    await desk.goto(`${deskUrl}/complaints`)
    await signIn(desk, 'manager')
    await desk.getByRole('link', { name: 'The round paid too little.' }).click()
    await write(desk, 'Answer', 'rejected', 'The round paid what its rules say.')
    await desk.getByText('The round paid what its rules say.').waitFor()

    await page.reload()
    await page.getByText('Answered: your reply is needed').waitFor()
    await page.getByText('The round paid what its rules say.').waitFor()
    await page.getByRole('button', { name: 'No, I disagree' }).click()
    await page.getByRole('textbox', { name: 'Why do you disagree?' }).fill('Its table says more.')
    await expectReadable(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Final letter to follow').waitFor()

    await desk.reload()
    await desk.getByText('Its table says more.').waitFor()
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Export evidence' }).click(),
    ])
    await expectSigned(readFileSync(await file.path(), 'utf8'))
    await write(desk, 'Final letter', 'partly', 'The table was wrong: we owe you the difference.')
    await desk.getByText('we owe you the difference').waitFor()
    await expectReadable(desk)

    await page.reload()
    await page.getByText('Closed with a final letter').waitFor()
    await page.getByText('Gaming Ombudsman, https://ombudsman.example').waitFor()
    await expectReadable(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    const printed = await page.locator('body').innerText()
    for (const words of [
      'The round paid too little.',
      'Its table says more.',
      'we owe you the difference',
      'Gaming Ombudsman',
    ])
      expect(printed).toContain(words)

    const guest = (await visit('/complaints', { cookies: noticeRead })).page
    await guest.getByLabel('Confirmed email address of your account').fill('nobody@example.com')
    await guest.getByRole('button', { name: 'Send link' }).click()
    await guest.getByText('a link is on its way').waitFor()
    await expectReadable(guest)
  },
)

async function write(desk: Page, letter: 'Answer' | 'Final letter', outcome: string, text: string): Promise<void> {
  const form = desk.locator('form').filter({ has: desk.getByRole('textbox', { name: letter }) })
  await form.getByRole('combobox').selectOption(outcome)
  await form.getByRole('textbox', { name: letter }).fill(text)
  await form.getByRole('button').click()
}

/** As an ombudsman checks it, with the published key. */
async function expectSigned(text: string): Promise<void> {
  const lines = text.trimEnd().split('\n')
  const { signature } = JSON.parse(lines.at(-1)!)
  const signed = Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)
  const key = createPublicKey(await (await fetch(`${site.url}/api/wallet/liabilities/key`)).text())
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64'))).toBe(true)
  expect(text).toContain('Its table says more.')
}
