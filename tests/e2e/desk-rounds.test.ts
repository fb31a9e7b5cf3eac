/** The pages of a round and of a sports bet at the desk, found by keyboard from their ids. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Selection, SelectionResult } from '#contract/sportsbook-protocol.ts'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { fund, launchGame, play, registerPlayer } from '../product/site-player.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, longTest } = siteTest({ DESK_PORT: String(port) })

const leg = (event: string, result: SelectionResult): Selection & { result: SelectionResult } => ({
  id: randomUUID().slice(0, 8),
  eventId: '7',
  marketId: 'winner',
  marketVersion: 0,
  outcomeId: 'home',
  odds: '1.85',
  isLive: false,
  startsAt: '2026-01-01T18:00:00.000Z',
  names: { sport: 'Football', league: 'League', event, market: 'Winner', outcome: 'Home' },
  result,
})

/** A settled accumulator whose payout was corrected after the player had spent it. */
async function corrected(playerId: string): Promise<{ id: string; betId: string }> {
  const betId = `bet-${randomUUID().slice(0, 8)}`
  const legs = [leg('Lions – Bears', 'won'), leg('Cats – Dogs', 'halfLost')]
  const [row] = await ask<{ id: string }>(
    site,
    `INSERT INTO sports.bets (sportsbook, bet_id, player_id, currency, status, kind, system_sizes, is_each_way, selections, odds_policy, stake, open_stake, payout, maximum_payout, debt, placed_at, changed_at, ended_at, movement_id, lowest_odds)
     VALUES ('sportsbook', $1, $2, 'EUR', 'settled', 'accumulator', '{}', false, $3, 'higher', 1000, 0, 500, 5000, 2500, now(), now(), now(), 1, 1850) RETURNING id`,
    [betId, playerId, JSON.stringify(legs)],
  )
  await ask(
    site,
    `INSERT INTO sports.decisions (bet, sequence, call, digest, payout, open_stake, is_applied, at)
     VALUES ($1, 1, 'settle', '', 3000, 0, true, now()), ($1, 2, 'unsettle', '', 0, 1000, false, now())`,
    [row!.id],
  )
  return { id: row!.id, betId }
}

longTest('a round and a bet are found by their ids, and explain themselves in words', async ({ enter }) => {
  const player = await registerPlayer(site)
  await fund(player, 10_000)
  const { body } = await play(site, await launchGame(site, player))
  const roundId = String(body.round.id)
  const bet = await corrected(player.id)
  const page = await (await enter()).newPage()
  await page.goto(deskUrl)
  await signIn(page, 'manager')
  const find = async (text: string) => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find' })
    await palette.getByRole('combobox').waitFor()
    await page.keyboard.type(text)
    await palette.getByRole('option').filter({ hasText: text }).waitFor()
    await page.keyboard.press('Enter')
  }

  await find(roundId)
  await page.waitForURL(({ pathname }) => pathname === `/rounds/${roundId}`)
  await page.getByRole('heading', { level: 1, name: 'Round: Dice' }).waitFor()
  await page.getByText('Secret until the player reveals it').waitFor()
  expect(await page.getByText('Recalculated: no').count()).toBe(0)
  expect(await page.getByText('Recalculated: yes').count()).toBeGreaterThan(0)
  await expectReadable(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: player.id.slice(0, 8) })
    .press('Enter')
  await page.waitForURL(`${deskUrl}/players/${player.id}`)

  await find(bet.betId)
  await page.waitForURL(`${deskUrl}/bets/${bet.id}`)
  await page.getByRole('heading', { level: 1, name: 'Sports bet' }).waitFor()
  const main = page.getByRole('main')
  for (const words of [
    'Accumulator',
    'Higher ones',
    'Half lost, half void',
    'Opened again',
    'overtaken, without effect',
  ])
    await main.getByText(words).first().waitFor()
  expect(await main.innerText()).not.toMatch(/halfLost|unsettle|accumulator\b/)
  await expectReadable(page)

  // Among the debts, with what the site has; written off by keyboard, it leaves the list.
  await page.goto(`${deskUrl}/sports?kind=debts`)
  const row = page.getByRole('row', { name: bet.betId })
  await row.getByText('Settled: staked').waitFor()
  await expectReadable(page)
  await row.getByRole('button', { name: 'Write off' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Reason').fill('The partner erred')
  await page.getByRole('dialog').getByLabel('Reason').press('Enter')
  await page.getByText('Written off.').waitFor()
  await row.waitFor({ state: 'detached' })
})
