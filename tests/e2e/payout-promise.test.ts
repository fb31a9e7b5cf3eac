/** A withdrawal whose player is told everything beforehand, why it is held and by when it is answered; the desk sees the same. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import {
  atRest,
  desktop,
  dialogOf as dialog,
  expectReadable,
  noticeRead,
  phone,
  plainPage,
  siteTest,
} from '#tests/setup/visit.ts'
import { fund, registerPlayer, withdraw } from '../product/site-player.ts'

const port = await freePort()
const { site, longTest } = siteTest({ DESK_PORT: String(port), WITHDRAWAL_REVIEW_UNVERIFIED: 'true' })
/** `SHOTS=folder` keeps pictures for a person to look at. */
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) })
}

longTest('what a withdrawal needs is listed before the request, and afterwards with a clock', async ({ enter }) => {
  const player = await registerPlayer(site)
  await fund(player, 400_000)
  const cookies = noticeRead
  const page = await (await enter({ ...desktop, player, cookies })).newPage()
  await page.goto(`${site.url}${plainPage}?wallet=withdraw`)
  await atRest(page)
  const wallet = dialog(page, 'wallet')
  await wallet.getByRole('button', { name: /bank/i }).first().click()
  await wallet.getByRole('heading', { name: 'What this withdrawal needs' }).waitFor()
  await wallet.getByText('This is everything: we will not ask for anything else later.').waitFor()
  expect(await wallet.getByRole('link', { name: 'Verify identity' }).getAttribute('href')).toBe('/profile/verification')
  await wallet.getByText('As soon as we have everything, we answer within 24 hours.').waitFor()
  await atRest(page)
  await expectReadable(page)
  await shot(page, 'form-1280')
  const { body } = await withdraw(player, 5000)
  await page.goto(`${site.url}${plainPage}?withdrawal-requested=${body.id}`)
  const requested = dialog(page, 'withdrawal-requested')
  await requested.getByRole('heading', { name: 'Why it is not sent yet' }).waitFor()
  await requested.getByText('The clock stands while we wait for you.').waitFor()
  await atRest(page)
  await expectReadable(page)
  await shot(page, 'held-1280')
  const { id } = body
  for (const [name, look, locale] of [
    ['360', phone, ''],
    ['ar-360', phone, '/ar'],
    ['768', { viewport: { width: 768, height: 1000 } }, ''],
    ['1440', { viewport: { width: 1440, height: 900 } }, '/fr-CA'],
  ] as const) {
    if (!process.env.SHOTS) break
    const other = await (
      await enter({ ...look, player, cookies: { ...cookies, locale: locale.slice(1) || 'en' } })
    ).newPage()
    for (const [shown, query] of [
      ['held', `withdrawal-requested=${id}`],
      ['deposit', 'wallet=deposit'],
      ['form', 'wallet=withdraw'],
    ]) {
      await other.goto(`${site.url}${locale}${plainPage}?${query}`)
      await atRest(other)
      await other.waitForTimeout(1500)
      if (shown === 'form') {
        await dialog(other, 'wallet')
          .locator('ul button, li button')
          .first()
          .click()
          .catch(() => undefined)
        await other.waitForTimeout(1500)
        await other.evaluate(() => document.querySelector('form h3')?.scrollIntoView())
      }
      await shot(other, `${shown}-${name}`)
    }
    await other.goto(`${site.url}${locale}/profile/info`)
    await atRest(other)
    await shot(other, `profile-${name}`)
  }
  const desk = await (await enter(desktop)).newPage()
  await desk.goto(`http://localhost:${port}/withdrawals`)
  await signIn(desk, 'payments')
  await desk.getByText('Waits for the player').first().waitFor()
  await expectReadable(desk)
  await shot(desk, 'desk-1280')
  await desk.setViewportSize({ width: 390, height: 840 })
  await shot(desk, 'desk-390')
  await desk.setViewportSize({ width: 1280, height: 1000 })
  await desk.getByRole('row').filter({ hasText: 'Waits for the player' }).last().getByRole('link').first().click()
  await desk.getByRole('heading', { name: 'Promise to the player' }).waitFor()
  await desk.getByText('Asked of the player').waitFor()
  await expectReadable(desk)
  await shot(desk, 'desk-case-1280')
})
