/**
 * The queues of the desk that no other test works by keyboard alone: flagged payments, markers of harm, households and
 * complaints. Each case of the demonstration is opened, decided with a reason, and gone from its queue.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { siteTest } from '#tests/setup/visit.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { longTest } = siteTest({ DESK_PORT: String(port) })

const waiting = (page: Page, queue: string) =>
  page.evaluate(async (url) => (await (await fetch(url)).json()).waiting as number, `/api/queues/${queue}`)

/** The demo players still play and deposit while the site begins. */
async function open(page: Page, path: string, queue: string): Promise<void> {
  await expect.poll(() => waiting(page, queue), { timeout: 60_000, message: queue }).toBe(1)
  await page.goto(deskUrl + path)
  await page.locator('main [data-row]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
}
const isEmpty = (page: Page, queue: string) =>
  expect.poll(() => waiting(page, queue), { message: `${queue} afterwards` }).toBe(0)

longTest(
  'an operator decides a flagged payment, a marker, a household and a complaint, by keyboard alone',
  { timeout: 240_000 },
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    const { keyboard } = page
    await page.goto(`${deskUrl}/flagged`)
    await signIn(page, 'manager')

    await open(page, '/flagged', 'flags')
    await keyboard.press('Enter')
    const kept = page.getByRole('radio', { name: 'Keep it as unclaimed' })
    await kept.waitFor()
    await keyboard.press('3')
    expect(await kept.isChecked()).toBe(true)
    await keyboard.press('r')
    await keyboard.type('The payer is unknown')
    await keyboard.press('Enter')
    await isEmpty(page, 'flags')

    await open(page, '/markers', 'markers')
    await keyboard.press('h')
    await page.getByRole('dialog').waitFor()
    await keyboard.type('Deposits above the income')
    await keyboard.press('Enter')
    await isEmpty(page, 'markers')

    await open(page, '/households', 'households')
    await keyboard.press('a')
    await page.getByRole('dialog').waitFor()
    await keyboard.type('A shared flat')
    await keyboard.press('Enter')
    await isEmpty(page, 'households')

    await open(page, '/complaints', 'complaints')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send the answer' }).waitFor()
    await keyboard.press('r')
    await keyboard.type('We have paid it today.')
    // Back to the outcome, then from the text with Ctrl+Enter.
    await keyboard.press('Shift+Tab')
    await keyboard.press('ArrowDown')
    await keyboard.press('Tab')
    await keyboard.press('Control+Enter')
    await isEmpty(page, 'complaints')
    await page.getByText('We have paid it today.').waitFor()
  },
)
