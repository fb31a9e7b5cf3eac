/** Payments at the desk by keyboard alone: two withdrawals are decided one after the other, and a balance is adjusted. */
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer, until, withdraw } from '../product/site-player.ts'

const port = await freePort()
const { site, longTest } = siteTest({ DESK_PORT: String(port) })
const deskUrl = `http://localhost:${port}`

longTest('withdrawals are approved and refused by keyboard, and a balance is adjusted', async ({ enter }) => {
  const player = await registerPlayer(site)
  await fund(player, 400_000)
  const numbers: string[] = []
  for (const amount of [150_000, 160_000]) numbers.push((await withdraw(player, amount)).body.number)
  const [first, second] = numbers as [string, string]
  const page = await (await enter()).newPage()
  await page.goto(`${deskUrl}/withdrawals`)
  await signIn(page, 'payments')
  await page.getByRole('link', { name: first }).waitFor()
  await expectReadable(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  // The demo has withdrawals of its own.
  for (let rows = 0; (await focused()) !== first && rows < 50; rows++) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: first }).waitFor()
  await expectReadable(page)
  await page.keyboard.press('a')
  await page.getByText(`${first}: the decision is recorded.`).waitFor()
  await page.goto(`${deskUrl}/withdrawals/${second}`)
  await page.getByRole('heading', { name: second }).waitFor()
  await page.keyboard.press('d')
  await page.keyboard.type('Please use your own account')
  await page.keyboard.press('Enter')
  await until(async () => (await player.cash()) === 250_000, 'the amount is back in the cash')
  // A tab that still shows the case reads who decided.
  await page.goto(`${deskUrl}/payments/${second}`)
  await page.getByText('payments decided on').waitFor()
  await page.getByRole('link', { name: 'Adjust the balance' }).press('Enter')
  await page.getByLabel('Amount').fill('1.005')
  await page.getByRole('textbox', { name: 'Reason' }).fill('A delay of the partner')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an amount of the currency').waitFor()
  await page.getByLabel('Amount').fill('10')
  // The server adjusts, and the connection is lost before its answer arrives: the page asks again by the same key.
  const sent: string[] = []
  await page.route('**/adjustments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent.push(route.request().postData()!)
    if (sent.length > 2) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Adjust the balance' }).press('Enter')
  await page.getByText('it is not known whether this was done').waitFor()
  await page.getByText('Done. The player now has 2,510.00').waitFor()
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(1)
  await expectReadable(page)
  expect(await player.cash()).toBe(251_000)
  // It was a mistake: the form begins with its opposite.
  await page.getByRole('button', { name: 'Reverse' }).press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Reason' }).inputValue()).toMatch(/^Reverses 10\.00/)
  await page.getByRole('button', { name: 'Adjust the balance' }).press('Enter')
  await page.getByText('Done. The player now has 2,500.00').waitFor()
  expect(await player.cash()).toBe(250_000)
})
