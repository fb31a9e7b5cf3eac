/** Tournaments in a browser: rules and prizes for everyone, joining for players. */
import { expect } from 'vitest'
import { fund, launchGame, play, registerPlayer } from '../product/site-player.ts'
import { expectReadable, isPlayer, noticeRead, siteTest } from '#tests/setup/visit.ts'

const { site, test } = siteTest()

test('a guest reads the list and the rules without scripts; a player joins, plays, and sees the own place', async ({
  enter,
}) => {
  const guest = await (await enter({ javaScriptEnabled: false, cookies: noticeRead })).newPage()
  await guest.goto(`${site.url}/tournaments`)
  await guest.getByRole('article').filter({ hasText: 'Weekly Peak' }).first().getByRole('link').click()
  await guest.getByRole('heading', { level: 1, name: 'Weekly Peak' }).waitFor()
  await guest.getByText('Rounds with bonus money do not count.').waitFor()
  expect(await guest.getByRole('region', { name: 'Prizes' }).innerText()).toContain('€250')
  const address = guest.url()

  const player = await registerPlayer(site)
  await fund(player, 2000)
  const page = await (await enter({ player, cookies: noticeRead })).newPage()
  await page.goto(address)
  await isPlayer(page)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByText('You have joined').waitFor()
  await page.reload()
  await page.getByText('You have joined').waitFor()
  await page.getByText('None of your rounds has counted yet.').waitFor()
  expect((await play(site, await launchGame(site, player))).status).toBe(200)
  await page.getByText('1 round counted').waitFor()
  await page.getByRole('row').filter({ hasText: 'You' }).waitFor()
  await expectReadable(page, { within: 'main' })

  // Beside a game that counts: one line that can be hidden.
  await page.goto(`${site.url}/games/dice?play=real`)
  const strip = page.getByRole('link', { name: /Daily Race|Weekly Peak/ }).filter({ hasText: /Place \d/ })
  await strip.waitFor()
  await page.getByRole('button', { name: 'Hide the tournament beside the game' }).click()
  await strip.waitFor({ state: 'detached' })
})
