/** A complaint in a browser: filed by a player, found again in the list; and the page of whoever is not signed in. */
import { expect } from 'vitest'
import { expectReadable, noticeRead, phone, siteTest } from '#tests/setup/visit.ts'
import { registerPlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()

longTest('a player files a complaint and follows it; a guest asks for a link', async ({ visit }) => {
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
  await page.getByRole('link', { name: /Games and fairness/ }).waitFor()

  const guest = (await visit('/complaints', { cookies: noticeRead })).page
  await guest.getByLabel('Confirmed email address of your account').fill('nobody@example.com')
  await guest.getByRole('button', { name: 'Send link' }).click()
  await guest.getByText('a link is on its way').waitFor()
  await expectReadable(guest)
})
