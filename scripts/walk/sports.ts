/** A bet on sports: found in the list, placed from the slip, opened to be changed, kept, and cashed out. */
import { isAlive } from '#tests/setup/at-rest.ts'
import { accountOf, until, type Visitor } from './visitor.ts'

type Step = (name: string, act: () => Promise<unknown>) => Promise<unknown>

/** The stake is in units of the currency. */
export async function betOnSports(
  visitor: Visitor,
  { currency, stake }: { currency: string; stake: number },
  step: Step,
) {
  const { page } = visitor
  const slip = page.locator('.drawer, .aside').filter({ visible: true })
  const openSlip = async () => {
    const bar = page.locator('.slip-bar').filter({ visible: true })
    if (await bar.count()) await bar.click()
  }
  const balance = async () => (await accountOf(visitor, currency)).balance
  const before = await balance()

  await step('sports', async () => {
    await page.goto(visitor.address('/betting/football'))
    await isAlive(page)
    await page.locator('.row:not([data-live]) .odds').first().waitFor()
  })
  for (const at of [1, 2] as const) {
    const choice = page.locator('.column-choice button').filter({ visible: true }).nth(at)
    if (await choice.count()) await step(`sports, column ${at}`, () => choice.click())
  }
  await step('a match', async () => {
    await page.locator('.row:not([data-live]) .row-match').nth(4).click()
    await page.locator('.market .odds').first().waitFor()
  })
  await step('a bet on the slip', async () => {
    await page.locator('.market .odds:not([aria-disabled])').first().click()
    await page.locator('.odds[aria-pressed=true]').first().waitFor()
    await openSlip()
    await slip.locator('.stake-field input').fill(String(stake))
    await slip.locator('.stake-limit').waitFor()
  })
  await step('a bet is placed', async () => {
    await slip.locator('.slip-foot .primary').click()
    await slip.locator('.receipt-state[data-is=accepted]').waitFor()
    await until(async () => (await balance()) < before, 'the stake is taken')
  })
  await step('my bets', async () => {
    await slip.locator('.receipt .primary').click()
    await page.locator('.tab[href$="/bets"]').click()
    await page.locator('.bet .cash-out').first().waitFor()
  })
  await step('a bet to be changed', async () => {
    await page.locator('.bet').first().locator('.cash-out + .quiet').click()
    await slip.locator('.slip-foot .primary').waitFor()
    await slip.locator('.pick').first().waitFor()
  })
  await step('a bet is kept, and cashed out', async () => {
    await slip.locator('.slip-foot .link').click()
    const close = page.locator('.drawer .slip-top button').last()
    if (await close.count()) await close.click()
    const staked = await balance()
    await page.locator('.bet .cash-out').first().click()
    await page.locator('.cash-out-ask > .primary').click()
    await page.locator('.bet[data-is=cashedOut]').first().waitFor()
    await until(async () => (await balance()) > staked, 'the price is paid')
  })
}
