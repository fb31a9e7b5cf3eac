/** An open page at the next bet after another device of the player has set a limit or ended the session. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WireEvent } from '#sandbox/sportsbook/wire.ts'
import { dialogOf, noticeRead, siteTest, type Visitor } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { fund, password, registerPlayer, send, type SitePlayer } from '../product/site-player.ts'
import { pressUntil } from './sportsbook-presses.ts'

const { site, longTest } = siteTest({ SEED: 'false', SPORTSBOOK_HOST: 'sandbox' })
const limit = (player: SitePlayer, body: object) => player.call('POST', '/api/player/limits', body)
const breakOf = (player: SitePlayer) => limit(player, { definition: 5, period: '1-day' })
const stakeLimit = (player: SitePlayer) =>
  limit(player, { definition: 1, period: 'daily', amount: 10, currency: 'EUR' })
const signOut = (player: SitePlayer) => player.call('POST', '/api/player/sessions/logout')

async function funded(): Promise<SitePlayer> {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  return player
}

async function openGame(visit: Visitor['visit'], player: SitePlayer, game: string) {
  const { page } = await visit(`/games/${game}?play=real`, { player, cookies: noticeRead })
  const frame = page.frameLocator('[data-playing] iframe')
  const play = frame.locator('.play:not([aria-disabled=true])')
  await play.waitFor({ timeout: 20_000 })
  return { page, frame, play }
}

/** A slip with one selection and a stake of 5. */
async function slipOf(visit: Visitor['visit'], player: SitePlayer) {
  const { body } = await send(`${site.sandboxUrl}/sportsbook/events`, 'GET')
  const { now, events } = body as { now: number; events: WireEvent[] }
  const match = events.find(({ sport, startsAt }) => sport === 'football' && startsAt > now + 300_000)!
  const layout = { viewport: { width: 1440, height: 900 }, cookies: noticeRead }
  const { page } = await visit(`/betting/event/${match.id}`, { ...layout, player })
  const panel = page.locator('.aside')
  const stake = panel.getByRole('textbox', { name: /^Stake: / })
  await pressUntil(page.getByRole('region', { name: 'Match result' }).getByRole('button').first(), stake)
  await stake.fill('5')
  const place = panel.getByRole('button', { name: 'Place bet · €5.00' })
  await place.waitFor()
  return { page, panel, place }
}

const namedLimit = (page: Page) =>
  dialogOf(page, 'game-limit-reached').getByText('You set a limit of €0.10 a day on your stakes')

// Shows: attack 81, pair exclusion/second tab
longTest('a game shows at the next bet that a break has begun, and takes no stake', async ({ visit }) => {
  const player = await funded()
  const { frame, play } = await openGame(visit, player, 'dice')
  expect((await breakOf(player)).status).toBe(200)
  await play.click()
  await frame.getByText('You are in a cooling-off period or self-excluded').waitFor()
  expect(await player.cash()).toBe(2000)
})

// Shows: attack 81, pair limits/second tab
longTest('a game names at the next bet the limit that refuses it, and takes no stake', async ({ visit }) => {
  const player = await funded()
  const { page, play } = await openGame(visit, player, 'dice')
  expect((await stakeLimit(player)).status).toBe(200)
  await play.click()
  await namedLimit(page).waitFor()
  expect(await player.cash()).toBe(2000)
})

// Shows: attack 80, pair exclusion/second tab
longTest('an open page says why it is signed out: a self-exclusion, a new password', async ({ visit }) => {
  const player = await registerPlayer(site)
  const { page } = await visit('/', { player, cookies: noticeRead })
  await page.getByRole('button', { name: 'Notifications' }).first().waitFor()
  expect((await limit(player, { definition: 4, period: '6-months' })).status).toBe(200)
  await dialogOf(page, 'sign-in').getByText('You have excluded yourself from play').waitFor()

  const changing = await registerPlayer(site)
  const other = await visit('/profile/info', { player: changing, cookies: noticeRead })
  const credentials = { login: changing.email, password }
  const { body } = await send(`${site.url}/api/player/sessions`, 'POST', { body: credentials })
  const newPassword = 'another quiet harbour'
  const change = { currentPassword: password, newPassword, repeatNewPassword: newPassword }
  const sent = { token: body.accessToken, body: change }
  expect((await send(`${site.url}/api/player/passwords`, 'PUT', sent)).status).toBe(200)
  await dialogOf(other.page, 'sign-in').getByText('Your password was changed').waitFor()
})

// Shows: attack 80, pair exclusion/second tab
longTest('an open lobby gives way to the page of a break that has begun', async ({ visit }) => {
  const player = await funded()
  const { page } = await visit('/', { player, cookies: noticeRead })
  const hero = page.locator('section', { has: page.getByRole('heading', { level: 1 }) })
  await hero.getByRole('link', { name: /^(Play|Continue) / }).waitFor()
  await page.getByRole('button', { name: 'Notifications' }).first().waitFor()
  expect((await breakOf(player)).status).toBe(200)
  await page.getByRole('heading', { level: 1, name: 'You are in a cooling-off period' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/break')
})

// Shows: attack 81, pair exclusion/second tab
longTest(
  'a slip gives way to the page of a break that has begun; one that cannot place a bet shows a limit, the end of the session',
  async ({ visit }) => {
    const playerOnBreak = await funded()
    const slipOfPlayerOnBreak = await slipOf(visit, playerOnBreak)
    expect((await breakOf(playerOnBreak)).status).toBe(200)
    // The bet may still be refused before the page leaves.
    await slipOfPlayerOnBreak.place.click({ timeout: 1_000 }).catch(() => undefined)
    await slipOfPlayerOnBreak.page.waitForURL('**/break')
    await slipOfPlayerOnBreak.page.getByRole('heading', { level: 1, name: 'You are in a cooling-off period' }).waitFor()
    expect(await playerOnBreak.cash()).toBe(2000)

    const limited = await funded()
    const slip = await slipOf(visit, limited)
    expect((await stakeLimit(limited)).status).toBe(200)
    await pressUntil(slip.place, namedLimit(slip.page))
    expect(await limited.cash()).toBe(2000)

    const ended = await funded()
    const last = await slipOf(visit, ended)
    await last.page.route('**/sportsbook/bets', async (route) => {
      if (route.request().method() === 'POST') await signOut(ended)
      await route.continue()
    })
    await pressUntil(last.place, last.panel.getByText('Nothing was staked, because your session has ended or changed.'))
    await last.panel.getByText('Match result').waitFor()
  },
)

/** Makes the player's reality check due, as play on another device does, without a notification to open pages. */
async function checkElsewhere(player: SitePlayer): Promise<void> {
  await ask(
    site,
    `UPDATE games.reality_checks SET began_at = now() - interval '15 minutes', after_movement_id = 0, played_at = now(), due_at = now() - interval '1 second' WHERE player_id = $1`,
    [player.id],
  )
}
async function playerWithRealityCheck(): Promise<SitePlayer> {
  const player = await funded()
  const set = await player.call('PUT', '/api/game/reality-check', { intervalMinutes: 15 })
  expect(set.status).toBe(200)
  return player
}

// Shows: attack 79
longTest(
  'a slip and a game show the reality check that another device has made due, and continue after it',
  async ({ visit }) => {
    const bettor = await playerWithRealityCheck()
    const slip = await slipOf(visit, bettor)
    await checkElsewhere(bettor)
    const check = dialogOf(slip.page, 'reality-check')
    await pressUntil(slip.place, check)
    expect(await bettor.cash()).toBe(2000)
    await check.getByRole('button', { name: /Continue/ }).click()
    await check.waitFor({ state: 'detached' })
    await pressUntil(slip.place, slip.panel.getByText('Bet accepted'))
    expect(await bettor.cash()).toBe(1500)

    const player = await playerWithRealityCheck()
    const { page, play } = await openGame(visit, player, 'dice')
    await checkElsewhere(player)
    await play.click()
    await dialogOf(page, 'reality-check').waitFor()
    expect(await player.cash()).toBe(2000)
  },
)

/** Issues a bonus of 10.00, which the player has not activated yet. */
async function issueBonus(player: SitePlayer): Promise<string> {
  const contribution = { kinds: { slot: 100, dice: 100 }, games: {} }
  const terms = { name: { en: 'Welcome' }, wagering: 10, contribution }
  const rows = await ask(
    site,
    `INSERT INTO bonuses.player_bonuses (
       id, player_id, bonus_id, offer_version, terms, is_once, type, currency, amount, wager_total, created_at, expires_at)
     VALUES (gen_random_uuid(), $1, 'welcome-100', 1, $2, false, 1, 'EUR', 1000, 10000, now(), '2999-01-01') RETURNING id`,
    [player.id, JSON.stringify(terms)],
  )
  return rows[0]!.id as string
}

// Shows: attack 81, pair bonus/second tab
longTest('a bonus that another device has ended, or a break, is named when the bonus is started', async ({ visit }) => {
  const player = await funded()
  const [first, second] = [await issueBonus(player), await issueBonus(player)]
  const { page } = await visit('/profile/bonuses', { player, cookies: noticeRead })
  const start = page.getByRole('button', { name: 'Activate', exact: true })
  await start.nth(1).waitFor()
  await page.route(
    '**/activate',
    async (route) => {
      for (const id of [first, second]) await player.call('PUT', `/api/game/player-bonuses/${id}/cancel`)
      await route.continue()
    },
    { times: 1 },
  )
  await start.first().click()
  await page.getByText('This bonus is already active or has ended.').waitFor()
  await start.first().waitFor({ state: 'detached' })

  // When the new bonus is refused, the active one stays.
  const active = await issueBonus(player)
  expect((await player.call('PUT', `/api/game/player-bonuses/${active}/activate`)).status).toBe(200)
  await issueBonus(player)
  await page.reload()
  await start.click()
  const question = dialogOf(page, 'change-active-bonus')
  await question.waitFor()
  expect((await breakOf(player)).status).toBe(200)
  await question.getByRole('button', { name: 'Switch bonus' }).click()
  // The text depends on the limits, which are read when the dialog opens.
  await dialogOf(page, 'game-limit-reached')
    .getByText(/^Your cooling-off period lasts until/)
    .waitFor()
  const { body } = await player.call('GET', '/api/game/player-bonuses')
  expect(body.find(({ id }: { id: string }) => id === active)).toMatchObject({ status: 2 })
})
