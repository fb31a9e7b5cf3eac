/**
 * `npm run first-minute` counts what a new player needs for the first minute: presses, fields
 * and seconds from landing to the first demo spin, to the registration, from there to the first deposit, and to the
 * first spin for money. Seconds are those of the site, because the script presses and types without a pause. It fails
 * where a step needs more presses than `mostPresses` allows.
 */
import type { FrameLocator, Locator, Page, Response } from 'playwright-core'
import { isAlive } from '#tests/setup/at-rest.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { dialogOf } from '#tests/setup/dialog.ts'
import { startSite } from '#tests/setup/site.ts'
import { buildIfStale } from './build.ts'
import { ready } from './walk/play.ts'
import { enter, type Visitor } from './walk/visitor.ts'

type Step = { name: string; presses: number; fields: number; seconds: number }
/** From landing; the deposit from the lobby after registration. Presses at the payment partner do not count. */
const mostPresses: Record<string, number> = { 'demo spin': 2, registration: 3, deposit: 4, 'spin for money': 2 }

export async function firstMinute(visitor: Visitor): Promise<Step[]> {
  const { page, address } = visitor
  const steps: Step[] = []
  let [presses, fields, startedAt] = [0, 0, 0]
  const press = async (control: Locator) => {
    await control.click()
    presses++
  }
  const fill = async (field: Locator, text: string) => {
    await field.fill(text)
    fields++
  }
  const measure = async (name: string, work: () => Promise<void>) => {
    ;[presses, fields, startedAt] = [0, 0, performance.now()]
    await work()
    steps.push({ name, presses, fields, seconds: (performance.now() - startedAt) / 1000 })
  }

  await measure('demo spin', async () => {
    await page.goto(address('/'))
    await isAlive(page)
    await press(page.locator('main a[href*="play=demo"]').first())
    await spin(page, press)
  })
  await measure('registration', async () => {
    await page.goto(address('/'))
    await isAlive(page)
    await press(page.locator('header [data-modal=sign-up]'))
    const form = dialogOf(page, 'sign-up')
    await fill(form.locator('[name=email]'), `first-${Date.now()}@example.com`)
    await fill(form.locator('[name=password]'), 'a quiet harbour')
    await press(form.locator('[name=agreements]'))
    await press(form.locator('[type=submit]'))
    await form.waitFor({ state: 'detached' })
    await page.locator('[popovertarget=user-nav]').first().waitFor({ state: 'attached' })
  })
  await measure('deposit', () => deposit(visitor, press))
  await measure('spin for money', async () => {
    await page.goto(address('/'))
    await isAlive(page)
    await press(page.locator('main section a[href*="/games/"]').filter({ visible: true }).first())
    await spin(page, press)
  })
  return steps
}

async function spin(page: Page, press: (control: Locator) => Promise<void>): Promise<void> {
  await page.locator('[data-playing] iframe').waitFor()
  const frame: FrameLocator = page.frameLocator('[data-playing] iframe')
  const isPlay = (answer: Response) => answer.url().endsWith('/studio/api/play')
  await Promise.all([page.waitForResponse(isPlay), press(frame.locator(ready))])
}

/**
 * From the welcome after the registration, by the first method that the cashier shows, with its preset amount, if it is
 * paid on a page of the partner.
 */
async function deposit({ page, context }: Visitor, press: (control: Locator) => Promise<void>): Promise<void> {
  await press(dialogOf(page, 'success').locator('a[data-modal=wallet]'))
  const wallet = dialogOf(page, 'wallet')
  const form = wallet.locator('form')
  const method = wallet.getByRole('list').getByRole('button').first()
  await form.or(method).first().waitFor()
  if ((await form.count()) === 0) await press(method)
  const submit = wallet.locator('button[type=submit]')
  await submit.waitFor()
  const none = wallet.getByRole('radio').last()
  if (!(await submit.isEnabled()) && (await none.count())) await press(none)
  const [partner] = await Promise.all([context.waitForEvent('page'), press(submit)])
  await partner.locator('button.go').click()
  await partner.close()
  await page.bringToFront()
  await page.locator('[data-end=paid]').waitFor({ timeout: 30_000 })
}

if (import.meta.main) {
  await buildIfStale()
  const site = await startSite()
  const browser = await launchBrowser()
  try {
    for (const isWide of [false, true]) {
      const visitor = await enter(browser, site, 'en', isWide)
      const steps = await firstMinute(visitor)
      console.log(isWide ? 'Wide screen' : 'Phone')
      for (const { name, presses, fields, seconds } of steps)
        console.log(`  ${name}: ${presses} presses, ${fields} fields, ${seconds.toFixed(1)} s`)
      const slow = steps.filter(({ name, presses }) => presses > mostPresses[name]!)
      if (slow.length > 0) throw new Error(`More presses than allowed: ${slow.map(({ name }) => name).join(', ')}`)
      await visitor.context.close()
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}
