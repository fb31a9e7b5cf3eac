/**
 * Every page of the desk, with an object of each kind: readable in both themes, and within the screen of
 * a phone, a laptop and a wide display.
 */
import { expect } from 'vitest'
import type { Selection, SelectionResult } from '#contract/sportsbook-protocol.ts'
import { freePort } from '#scripts/free-port.ts'
import { addressesOf } from '#scripts/screenshots/desk.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { expectReadable, siteTest } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'

const port = await freePort()
const { site, longTest } = siteTest({ DESK_PORT: String(port) })

const leg: Selection & { result: SelectionResult } = {
  id: '1',
  eventId: 'event-1',
  marketId: 'winner',
  marketVersion: 0,
  outcomeId: 'home',
  odds: '1.85',
  isLive: false,
  startsAt: '2026-01-01T18:00:00.000Z',
  names: { sport: 'Football', league: 'League', event: 'Lions – Bears', market: 'Winner', outcome: 'Home' },
  result: 'won',
}

longTest(
  'each page is readable in both themes, causes no error, and scrolls sideways at no width',
  { timeout: 600_000 },
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(`http://localhost:${port}/`)
    await signIn(page, 'manager')
    const open = async (path: string) => {
      await page.goto(`http://localhost:${port}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Loading').waitFor({ state: 'detached' })
    }
    // Sites of tests have no sportsbook, so their demonstration has no bet.
    await ask(
      site,
      `INSERT INTO sports.bets (sportsbook, bet_id, player_id, currency, status, kind, system_sizes, is_each_way, selections, odds_policy, stake, open_stake, payout, maximum_payout, placed_at, changed_at, ended_at, movement_id, lowest_odds)
       SELECT 'sportsbook', 'SB1', id, 'USD', 'settled', 'single', '{}', false, $1, 'any', 500, 0, 925, 925, now(), now(), now(), 1, 1850
       FROM identity.players WHERE email = 'whale@fairhouse.example'`,
      [JSON.stringify([leg])],
    )
    // No site of tests has a source whose rate jumps, nor a link to a player who has nothing that waits.
    await ask(
      site,
      `INSERT INTO reference.held_rates (currency, rate, source, first_seen_at, last_seen_at) VALUES ('BRL', '99', 'ecb', now(), now())`,
    )
    const [closed] = await ask<{ id: string }>(
      site,
      `SELECT id FROM identity.players WHERE email = 'closed@fairhouse.example'`,
    )
    const addresses = await addressesOf(page, `http://localhost:${port}`)
    expect(addresses.filter(({ address }) => !address)).toEqual([])
    const ofClosed = ['', '/acts', '/adjustments', '/rewards'].map((end) => `/players/${closed!.id}${end}`)
    for (const path of [...addresses.map(({ address }) => address!), ...ofClosed]) {
      await open(path)
      for (const width of [390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) faults.push(`${path} is ${wide} wide at ${width}`)
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
        await expectReadable(page).catch((error: Error) => faults.push(`${path} ${colorScheme}: ${error.message}`))
      }
    }
    expect(faults).toEqual([])
  },
)
