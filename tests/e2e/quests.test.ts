/**
 * Quests in a browser: a player starts one in the hub, its progress follows each round without a reload, and its reward
 * is claimed.
 */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { dialogOf, expectReadable, noticeRead, phone, plainPage, siteTest } from '#tests/setup/visit.ts'
import { fund, launchGame, registerPlayer, type SitePlayer, studioCall } from '../product/site-player.ts'

const { site, longTest } = siteTest()
const games = ['tidepool', 'ember-forge', 'glacier-fox', 'lantern-harbor', 'saffron-caravan', 'midnight-botanica']

async function playOn(player: SitePlayer, gameId: string): Promise<void> {
  const token = await launchGame(site, player, gameId)
  const round = { token, currency: 'EUR', gameId, roundId: randomUUID() }
  for (const [verb, amount] of [
    ['bet', 100],
    ['win', 0],
  ] as const) {
    const call = { ...round, transactionId: randomUUID(), amount }
    expect((await studioCall(site, verb, call)).status).toBe(200)
  }
}

// Shows: 1.2.3
longTest(
  'the progress of a quest started in the hub follows every round, and its reward is claimed once it is completed',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 2000)
    const { page } = await visit(plainPage, { player, cookies: noticeRead })
    await page.click('[popovertarget=user-nav]')
    await page.locator('#user-nav').getByRole('link', { name: 'Quests' }).click()
    const hub = dialogOf(page, 'quests-hub')
    const card = hub.getByRole('article', { name: 'Explorer' })
    await expectReadable(page, { within: '[data-modal=quests-hub]' })
    await card.getByRole('button', { name: 'Start quest' }).click()
    await card.getByText('0 of 1 task').waitFor()
    await card.getByRole('link', { name: 'Details of Explorer' }).click()
    const tasks = dialogOf(page, 'quest-tasks')
    await tasks.getByText('0 of 6').waitFor()
    await playOn(player, games[0]!)
    await tasks.getByText('1 of 6').waitFor()
    expect(await tasks.getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^16\.6/)
    await expectReadable(page, { within: '[data-modal=quest-tasks]' })
    for (const game of games.slice(1)) await playOn(player, game)
    await page.getByText('Quest completed', { exact: true }).waitFor()
    // The label of its button takes two lines on a phone with larger letters.
    const { page: enlarged } = await visit(`/fr-CA${plainPage}?quests-hub=true`, {
      ...phone,
      player,
      cookies: noticeRead,
    })
    await dialogOf(enlarged, 'quests-hub').getByText('Réclamer la récompense').waitFor()
    await enlarged.evaluate(() => (document.documentElement.style.fontSize = '140%'))
    const beyond = await dialogOf(enlarged, 'quests-hub').evaluate((each) => each.scrollWidth - each.clientWidth)
    expect(beyond).toBe(0)
    await tasks.getByRole('button', { name: 'Claim reward' }).click()
    const reward = dialogOf(page, 'quest-rewards')
    await reward.getByText('250 points').waitFor()
    await reward.getByRole('button', { name: 'Claim reward' }).click()
    await reward.getByText('Received for “Explorer”.').waitFor()
    await expectReadable(page, { within: '[data-modal=quest-rewards]' })
  },
)

// Shows: 4.11.1
longTest(
  'the games of a task are those that count, also from right to left; a cancelled quest can be started again',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    const { page } = await visit(`/ar${plainPage}?quest-task-games=harbor-week:2`, { player, cookies: noticeRead })
    const shown = dialogOf(page, 'quest-task-games')
    await expect.poll(() => shown.locator('article').count()).toBe(2)
    await page.goto(`${site.url}${plainPage}?quest-tasks=harbor-week`)
    const tasks = dialogOf(page, 'quest-tasks')
    await tasks.getByRole('button', { name: 'Start quest' }).click()
    await tasks.getByRole('button', { name: 'Cancel quest' }).click()
    await tasks.getByRole('button', { name: 'Cancel quest' }).click()
    await tasks.getByRole('button', { name: 'Start quest' }).waitFor()
  },
)

longTest(
  'on a game’s page the progress bar of a quest moves only when the result of the round is shown',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 2000)
    expect((await player.call('PUT', '/api/retention/quests/first-rounds/activate')).status).toBe(200)
    const { page } = await visit('/games/dice?play=real', { player, cookies: noticeRead })
    const lines = page.getByRole('region', { name: 'Quests' })
    await lines.getByText('0 of 20').waitFor()
    const frame = page.frameLocator('[data-playing] iframe')
    // The studio's response is held back: the round is counted for the quest, and the game has shown nothing yet.
    let answer = () => {}
    const pending = new Promise<void>((resolve) => (answer = resolve))
    const decided = Promise.withResolvers<void>()
    await page.route('**/studio/api/play', async (route) => {
      const response = await route.fetch()
      decided.resolve()
      await pending
      await route.fulfill({ response })
    })
    await frame.locator('.play').click()
    await decided.promise
    const counted = async () => (await player.call('GET', '/api/retention/quests?state[]=2')).body[0].tasks[0].progress
    await expect.poll(counted).toBe(1)
    expect(await lines.getByText('0 of 20').count()).toBe(1)
    answer()
    await lines.getByText('1 of 20').waitFor()
  },
)
