/**
 * Sports betting on a phone and on a desktop: browse, sign in, bet, cash out, settle, read the history; free bets,
 * combined selections, quick bets, and a client that cannot be loaded.
 */
import { createHash } from 'node:crypto'
import type { Locator, Page, Route, WebSocketRoute } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { WireBet, WireEvent } from '#sandbox/sportsbook/wire.ts'
import { checkScreens } from '#scripts/screenshots/check.ts'
import { shots } from '#scripts/screenshots/shots.ts'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import { freeBetFor } from '#tests/setup/free-bets.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'
import { sampled } from '#tests/setup/length.ts'
import {
  dialogOf,
  expectReadable,
  type Guest,
  isPlayer,
  noticeRead,
  phone,
  siteTest,
  type Visitor,
} from '#tests/setup/visit.ts'
import { fund, password, playerByToken, registerPlayer, send, type SitePlayer, until } from '../product/site-player.ts'
import { pressUntil } from './sportsbook-presses.ts'

const { site, longTest } = siteTest({ SEED: 'false', SPORTSBOOK_HOST: 'sandbox' })
const onPhone = { ...phone, cookies: noticeRead }
const minuteMs = 60_000

const sportsbook = (path: string) => `${site.sandboxUrl}/sportsbook${path}`
const advance = (ms: number) => send(sportsbook('/clock'), 'POST', { body: { advanceMs: ms } })

/** A football match that begins soon, but not during the test. */
async function nextMatch(): Promise<WireEvent> {
  const { body } = await send(sportsbook('/events'), 'GET')
  const { now, events } = body as { now: number; events: WireEvent[] }
  return events.find((event) => event.sport === 'football' && event.startsAt > now + 5 * minuteMs)!
}

/** A basketball match that has just begun, and so does not end during the test. */
async function beginMatch(): Promise<WireEvent> {
  const { body } = await send(sportsbook('/events'), 'GET')
  const { now, events } = body as { now: number; events: WireEvent[] }
  const [match] = events
    .filter(({ sport, startsAt }) => sport === 'basketball' && startsAt > now)
    .toSorted((one, other) => one.startsAt - other.startsAt)
  await advance(match!.startsAt - now + 5_000)
  return match!
}

const slip = (page: Page) => page.getByRole('dialog', { name: 'Bet slip' })

/**
 * Each test runs on a phone, where the slip is a dialog over the page, and on a desktop, where it is beside the
 * matches.
 */
const widths = [
  { name: 'a phone', look: onPhone },
  { name: 'a desktop', look: { viewport: { width: 1440, height: 900 }, cookies: noticeRead } },
]
const isWide = (page: Page) => page.viewportSize()!.width > 1000
/** The first one is the tab; the receipt of a bet also links to it while it closes. */
const myBets = (page: Page) => page.getByRole('link', { name: /My bets/ }).first()
const panelOf = (page: Page) => (isWide(page) ? page.locator('.aside') : slip(page))
async function openSlip(page: Page) {
  if (!isWide(page)) await page.locator('.slip-bar').click()
  return panelOf(page)
}

/** Picks the first selection of a row. A match that begins moves the rows, and a press so soon after it does nothing. */
const pick = (row: Locator) =>
  until(async () => {
    const odds = row.locator('.odds').first()
    if ((await odds.getAttribute('aria-pressed')) === 'false') await odds.click({ timeout: 2_000 })
    return (await odds.getAttribute('aria-pressed')) === 'true'
  }, 'a selection to be on the slip')
/** On a phone closes the slip, which goes back in the history: that would undo a navigation begun meanwhile. */
async function closeSlip(page: Page, dialog = slip(page)): Promise<void> {
  if (isWide(page)) return
  await pressUntil(dialog.getByRole('button', { name: 'Close' }), dialog, 'hidden')
  await page.waitForFunction(() => !(history.state as { isLayer?: boolean } | null)?.isLayer)
}

let opened: Database | null = null
afterAll(() => opened?.close())

/** Gives a free bet in another process, with the product's database. */
async function grant(player: SitePlayer): Promise<void> {
  const log = { info() {}, warn() {}, debug() {}, error() {} }
  opened ??= await connect({ url: runningEmbedded(site.dataDir)!, log, poolSize: 2 })
  expect(await freeBetFor(kernelDeps(opened), player.id)).toMatchObject({ amount: 500n })
}

/** Advances the clock until every bet of the player has its result. */
async function playOut(player: SitePlayer): Promise<void> {
  for (let step = 0; step < 40; step++) {
    const { body } = await player.call('GET', '/api/game/bets?isSettled=false')
    if (body.data.length === 0) return
    await advance(3 * minuteMs)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error('bets are open although their matches are over')
}

/** The complete journey of a bettor. */
const walk =
  (look: Guest) =>
  async ({ visit }: Visitor) => {
    const player = await registerPlayer(site)
    const match = await nextMatch()
    const { page } = await visit('/betting/football', look)
    const panel = panelOf(page)

    // The client must not be below the skeletons, or it would move when it replaces them.
    expect(
      await page.locator('main [dir]').evaluateAll((elements) => {
        const client = elements.find((each) => each.shadowRoot) as HTMLElement
        client.hidden = true
        const { display } = getComputedStyle(client)
        client.hidden = false
        return display
      }),
    ).toBe('none')

    // The player uses the lists, the search, and the page of a match with its own address.
    await page.getByRole('searchbox', { name: 'Search teams and leagues' }).fill(match.home)
    await page.locator('.row').filter({ hasText: match.home }).filter({ hasText: match.away }).first().waitFor()
    await expectReadable(page)
    await page.locator(`.row-match[href$="/event/${match.id}"]`).click()
    await page.getByRole('region', { name: 'Match result' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/betting/event/${match.id}`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Upcoming' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/betting/football')
    await page.goForward()
    const result = page.getByRole('region', { name: 'Match result' })
    await result.waitFor()
    await expectReadable(page)
    // The settings can be opened without a selection.
    if (isWide(page)) await panel.getByLabel('Settings').click()
    else await page.getByRole('button', { name: 'Settings' }).click()
    await panel.getByLabel('Odds format').waitFor()
    await panel.getByLabel('Settings').click()
    await closeSlip(page)
    await result.getByRole('button').first().click()

    // The slip survives the sign-in and the deposit.
    await openSlip(page)
    await panel.getByRole('button', { name: 'Sign in to bet' }).click()
    await dialogOf(page, 'sign-in').locator('[name=login]').fill(player.email)
    await page.fill('[name=password]', password)
    await page.keyboard.press('Enter')
    await isPlayer(page)
    const stake = panel.getByRole('textbox', { name: /^Stake: / })
    await stake.fill('20')
    await panel.getByText('Your balance is €0.00.').waitFor()
    await panel.getByRole('button', { name: 'Deposit to bet' }).click()
    const cashier = dialogOf(page, 'wallet')
    await cashier.getByRole('button', { name: 'E-wallet' }).click()
    await cashier.getByRole('radio', { name: /No bonus/ }).check()
    await cashier.locator('input[inputmode=numeric]').fill('100')
    await cashier.getByRole('button', { name: /^Deposit €100/ }).click()
    await page.frameLocator('iframe').getByRole('button', { name: /^Pay / }).click()
    await page.getByText('Added to your balance.', { exact: true }).waitFor()
    await cashier.getByRole('button', { name: 'Done' }).click()
    await cashier.waitFor({ state: 'detached' })
    expect(await player.cash()).toBe(10_000)
    await expectReadable(page)
    await pressUntil(panel.getByRole('button', { name: 'Place bet · €20.00' }), panel.getByText('Bet accepted'))
    expect(await player.cash()).toBe(8_000)
    // The net result, the time and what is in play stay visible beside the sportsbook: an open stake is not lost.
    const strip = page.locator('[data-session]')
    await strip.getByText('In play').waitFor()
    await strip.getByText('€20.00').waitFor()

    // Half of the bet is cashed out at the price on the button.
    await panel.getByRole('link', { name: 'My bets' }).click()
    const bet = page.locator('.main').getByRole('article', { name: 'Single, Open' })
    await bet.getByRole('button', { name: /^Cash out €/ }).click()
    await bet.getByRole('button', { name: '50%' }).click()
    await bet.getByRole('button', { name: '50%', pressed: true }).waitFor()
    await expectReadable(page)
    const confirm = bet.getByRole('button', { name: /^Confirm cash-out €/ })
    const price = Math.round(Number(/€([\d.]+)/.exec((await confirm.textContent())!)![1]) * 100)
    // The client loses its connection before the response arrives: the part is sold once, and is not offered again.
    const loseResponse = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/cash-out', loseResponse, { times: 1 })
    await confirm.click()
    await expect.poll(() => player.cash()).toBe(8_000 + price)
    await confirm.waitFor({ state: 'detached' })

    // The rest is cashed out automatically at a price that the player chooses, until this is switched off.
    await bet.getByRole('button', { name: /^Cash out €/ }).click()
    const automatic = bet.getByRole('textbox', { name: 'Cash out automatically at' })
    await automatic.fill('0.01')
    await bet.getByRole('button', { name: 'Set' }).click()
    const range = await bet.getByText(/^Choose an amount from €/).textContent()
    const [, most] = /to €([\d.]+)\.$/.exec(range!)!
    await expectReadable(page)
    await automatic.fill(most!)
    await bet.getByRole('button', { name: 'Set' }).click()
    await bet.getByText(`The whole bet is cashed out as soon as its price reaches €${most}.`).waitFor()
    await expectReadable(page)
    await bet.getByRole('button', { name: 'Switch off' }).click()
    await bet.getByText(/^The whole bet is cashed out/).waitFor({ state: 'detached' })

    // The match is played while the clock runs ahead; its result is read out.
    await page.getByRole('button', { name: /^Settled/ }).click()
    await advance(match.startsAt - (await send(sportsbook('/events'), 'GET')).body.now + 14 * minuteMs)
    const settled = page.locator('.main').getByRole('article', { name: /^Single, (Won|Lost|Void)/ })
    await settled.waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: `Single, ${match.home} – ${match.away}: ` })
      .waitFor({ state: 'attached' })
    await expectReadable(page)
    await until(async () => (await player.call('GET', '/api/game/bets')).body.data.length === 1, 'the settlement')
    // The ticket has the final score, and its match stays there to be read; no alert covers what the ticket says.
    expect(await page.getByText(/Bet (won|lost|settled|void)/).count()).toBe(0)
    await settled
      .locator('.leg-score')
      .getByText(/^\s*\u2066\d+–\d+\u2069$/)
      .waitFor()
    await settled.locator('.leg-match').click()
    await page.locator('.board[data-live=""], .board-score').first().waitFor()
    await page.goBack()
    const { body } = await player.call('GET', '/api/game/bets')
    const [placedBet] = body.data
    expect(placedBet).toMatchObject({ status: 'settled', stake: 2_000, currency: 'EUR', openStake: 0 })
    const names = { event: `${match.home} – ${match.away}`, market: 'Match result' }
    expect(placedBet.selections[0]).toMatchObject({ names })
    expect(await player.cash()).toBe(8_000 + placedBet.payout)
    // The ticket leads to its entries, which name it.
    if (isWide(page)) {
      await page.getByRole('button', { name: 'Settled' }).click()
      await settled.getByRole('button', { name: 'Ledger entries' }).click()
      await page.waitForURL(/profile\/history\?reference=/)
      await page.getByText(names.event).nth(1).waitFor()
    }
    await page.goto(`${site.url}/profile/history?tab=bets`)
    const line = page.locator('details').filter({ hasText: names.event })
    await line.locator('summary').click()
    await line.getByText('Match result').waitFor()
    await expectReadable(page)
    // The bet links to its entries: the stake, the part that was sold, and the payout.
    await line.getByRole('link', { name: /entries/i }).click()
    await page.getByText('\u2212€20.00').first().waitFor()
    await page
      .getByText(`+€${(price / 100).toFixed(2)}`)
      .first()
      .waitFor()
    if (placedBet.payout > price)
      await page
        .getByText(`+€${((placedBet.payout - price) / 100).toFixed(2)}`)
        .first()
        .waitFor()
  }
// Shows: 2.1.9, attack 199
longTest(
  'a guest finds a match, signs in, deposits, bets, cashes a part out, and reads the settled bet and its entries, on a phone',
  walk(widths[0]!.look),
)
longTest.for(['betting', 'betting-match', 'betting-slip'])(
  '%s passes the checklist in German at every width, and with text enlarged by 40 %',
  { timeout: 120_000 },
  async (name) => {
    const { token } = await registerPlayer(site)
    const chosen = shots.filter((shot) => shot.name === name)
    const check = { site, tokens: { player: token }, shots: chosen, locale: 'de', themes: ['dark'] } as const
    expect((await checkScreens(site.browser, check)).join('\n')).toBe('')
  },
)

longTest('a score that gains a second digit moves no other number of a match', async ({ visit }) => {
  const { page } = await visit('/betting/live', onPhone)
  const score = page.locator('.side-scores b').first()
  await score.waitFor()
  const moved = await score.evaluate((figure) => {
    const last = () => {
      const range = document.createRange()
      range.setStart(figure.firstChild!, figure.textContent.length - 1)
      range.setEnd(figure.firstChild!, figure.textContent.length)
      return range.getBoundingClientRect().right
    }
    const beside = document.createElement('span')
    beside.textContent = '6'
    figure.before(beside)
    const positions = () => [last(), beside.getBoundingClientRect().right]
    figure.textContent = '9'
    const before = positions()
    figure.textContent = '19'
    return positions().map((position, index) => Math.abs(position - before[index]!))
  })
  expect(Math.max(...moved)).toBeLessThan(0.1)
})

longTest('on a desktop the button of a slip with many selections is in view', async ({ visit }) => {
  const { page } = await visit('/betting/football', widths[1]!.look)
  const rows = page.locator('.row:not([data-live]) .row-odds')
  for (let at = 0; at < 5; at++) await pick(rows.nth(at))
  const button = page.locator('.aside .slip-foot .primary')
  await expect.poll(() => page.locator('.aside .pick').count()).toBe(5)
  const { y, height } = (await button.boundingBox())!
  const aside = (await page.locator('.aside').boundingBox())!
  expect(y + height).toBeLessThanOrEqual(aside.y + aside.height)
  // A selection with the focus is above it.
  await page.locator('.aside .pick button').last().focus()
  const focused = (await page.locator('.aside .pick button').last().boundingBox())!
  const foot = (await page.locator('.aside .slip-foot').boundingBox())!
  expect(focused.y + focused.height).toBeLessThanOrEqual(foot.y)
})

longTest(
  'three markets are in a row with their prices in columns, and on a phone the one that is chosen',
  async ({ visit }) => {
    const { page } = await visit('/betting/football', { ...widths[1]!.look, seesPictures: true })
    const upcoming = page.locator('.row:not([data-live])')
    await upcoming.first().waitFor()
    const lefts = await upcoming.evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('.odds')]
          .filter((price) => price.checkVisibility())
          .map((price) => Math.round(price.getBoundingClientRect().left)),
      ),
    )
    const [first] = lefts
    expect(first).toHaveLength(7)
    for (const left of lefts) expect(left).toEqual(first)
    expect(
      await page.locator('.row').evaluateAll((rows) => {
        const isInView = (row: Element) => row.getBoundingClientRect().bottom <= innerHeight
        return rows.filter(isInView).length
      }),
    ).toBeGreaterThanOrEqual(8)
    // A total of the list is a selection like one of the match's page.
    const price = upcoming.nth(3).getByRole('group', { name: 'Total goals' }).getByRole('button').first()
    await price.click()
    await page
      .locator('.aside .pick')
      .getByText(/^Over \d+\.5$/)
      .waitFor()
    await expectReadable(page)

    const { page: small } = await visit('/betting/football', onPhone)
    const group = small.locator('.row').first().getByRole('group')
    expect(await group.filter({ visible: true }).count()).toBe(1)
    await small.getByRole('group', { name: 'Market shown' }).getByRole('button', { name: 'Handicap' }).click()
    await small.locator('.row').first().getByRole('group', { name: 'Asian handicap' }).waitFor()
    expect(await group.filter({ visible: true }).count()).toBe(1)
    await expectReadable(small)
  },
)

longTest(
  'under a still pointer the list keeps its matches while others begin and end, says so, and moves when asked',
  async ({ visit }) => {
    const { page } = await visit('/betting/football', widths[1]!.look)
    const rows = page.locator('.row:not([data-live])')
    await rows.nth(4).locator('.odds').first().scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 200)
    const box = (await rows.nth(4).locator('.odds').first().boundingBox())!
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const under = () =>
      page.evaluate(({ x, y }) => {
        const root = document.elementFromPoint(x, y)!.shadowRoot!
        return root.elementFromPoint(x, y)!.closest<HTMLElement>('[data-event]')?.dataset.event
      }, point)
    await page.mouse.move(point.x, point.y)
    const match = await under()
    expect(match).toBeTruthy()
    const notice = page.locator('.arrivals-move')
    for (let step = 0; step < 12; step++) {
      await advance(minuteMs)
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(await under()).toBe(match)
    }
    await notice.getByText(/match(es)? went live/).waitFor()
    await notice.click()
    await notice.waitFor({ state: 'detached' })
  },
)

longTest(
  'a press on a price that has just changed does nothing, and one after half a second chooses it',
  async ({ visit }) => {
    const { page } = await visit('/betting/live', widths[1]!.look)
    await page.locator('.row[data-live] .odds:not([aria-disabled])').first().waitFor()
    // Each press is made in the page, at the moment of the change and a second later, however slow the machine is.
    const picks = await page.evaluate(async () => {
      const root = [...document.querySelectorAll('main [dir]')].find((each) => each.shadowRoot)!.shadowRoot!
      const press = (button: Element) =>
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1 }))
      const count = async () => {
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        return root.querySelectorAll('.aside .pick').length
      }
      const changed = await new Promise<Element>((found) => {
        new MutationObserver((records, observer) => {
          for (const { target } of records) {
            const element = target instanceof Element ? target : target.parentElement
            const button = element?.closest('.odds-price')?.closest('.odds:not([aria-disabled])')
            if (!button) continue
            observer.disconnect()
            press(button)
            return found(button)
          }
        }).observe(root, { subtree: true, characterData: true, childList: true })
      })
      const atOnce = await count()
      for (let attempt = 0; attempt < 40 && (await count()) === 0; attempt++) {
        await new Promise((later) => setTimeout(later, 600))
        const isOffered = changed.isConnected && !changed.hasAttribute('aria-disabled')
        const offered = isOffered ? changed : root.querySelector('.row .odds:not([aria-disabled])')
        if (offered) press(offered)
      }
      return [atOnce, await count()]
    })
    expect(picks).toEqual([0, 1])
  },
)

longTest('on a phone, back closes the slip first and then leaves the match', async ({ visit }) => {
  const match = await nextMatch()
  const { page } = await visit('/betting/football', onPhone)
  await page.getByRole('searchbox', { name: 'Search teams and leagues' }).fill(match.home)
  await page.locator(`.row-match[href$="/event/${match.id}"]`).click()
  const result = page.getByRole('region', { name: 'Match result' })
  await result.getByRole('button').first().click()
  await openSlip(page)
  await page.waitForFunction(() => history.state?.isLayer)
  await page.goBack()
  await slip(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/betting/event/${match.id}`)
  await page.goBack()
  await page.getByRole('heading', { name: 'Upcoming' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/betting/football')
})

longTest(
  'a game stays open as the mini player on sports, and from there on other pages, until it is closed',
  async ({ visit }) => {
    const { page } = await visit('/games/dice?play=demo', widths[1]!.look)
    await page.locator('[data-playing]').waitFor()
    await page.locator('header a[href="/"]').first().click()
    const mini = page.locator('[data-mini=demo]')
    await mini.waitFor()
    await page.goto(`${site.url}/betting`)
    await page.locator('.row').first().waitFor()
    await mini.waitFor()
    await page.goto(`${site.url}/static/about`)
    await mini.waitFor()
    await mini.getByRole('button', { name: 'Close', exact: false }).click()
    await mini.waitFor({ state: 'detached' })
    await page.goto(`${site.url}/betting`)
    await page.locator('.row').first().waitFor()
    expect(await mini.count()).toBe(0)
  },
)

longTest('the search in the header finds matches by team, on any page', async ({ visit }) => {
  const { id, home, away } = await nextMatch()
  const { page } = await visit('/static/about', widths[1]!.look)
  await page.getByRole('searchbox', { name: 'Search games and sports' }).fill(home.toUpperCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=/)
  const found = page.getByRole('region', { name: 'Sports matches' })
  await found
    .getByRole('link', { name: `${home} – ${away}` })
    .first()
    .waitFor()
  await expectReadable(page)
  await found.locator(`a[href$="/betting/event/${id}"]`).click()
  await page.waitForURL(`**/betting/event/${id}`)
  await page.getByRole('region', { name: 'Match result' }).waitFor()
})

longTest('beside a long clock the name of a team is not broken within a word', async ({ visit }) => {
  const { page } = await visit('/ar/betting/live', onPhone)
  await page.locator('.row-match').first().click()
  await page.locator('.board-name').first().waitFor()
  // The page writes both again each second.
  const lines = await page.locator('.board-clock').evaluate((clock) => {
    clock.lastChild!.textContent = '88\u2032 · الشوط الثاني'
    const shown = (clock.getRootNode() as ShadowRoot).querySelector('.board-name')!
    shown.textContent = 'Ferroviário'
    const range = document.createRange()
    range.selectNodeContents(shown)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
  const beyond = await page.locator('.page *').evaluateAll((all) =>
    all
      .filter((each) => !each.closest('.tabs, .chips'))
      .filter(
        (each) => each.getBoundingClientRect().left < -0.5 || each.getBoundingClientRect().right > innerWidth + 0.5,
      )
      .map(({ className, textContent }) => `${className}: ${textContent}`),
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth), beyond.join('\n')).toBe(phone.viewport.width)
})

// Shows: 2.1.9, attack 199
longTest(
  'a guest finds a match, signs in, deposits, bets, cashes a part out, and reads the settled bet and its entries, on a desktop',
  walk(widths[1]!.look),
)

// Shows: attack 202, attack 204
longTest(
  'when the sportsbook is unavailable or its script has another hash, the page shows an error, the rest of the site works, and a retry opens it',
  async ({ enter }) => {
    const context = await enter({ ...onPhone })
    const page = await context.newPage()
    await page.route('**/sportsbook/client.js', (route) => route.abort())
    await page.goto(`${site.url}/betting`)
    await page.getByRole('heading', { name: 'Sports betting cannot be reached' }).waitFor()
    await expectReadable(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Lobby' }).first().waitFor()
    await page.unroute('**/sportsbook/client.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Upcoming' }).waitFor()

    const script = Buffer.from(await (await fetch(sportsbook('/client.js'))).arrayBuffer())
    for (const [content, heading] of [
      ['another script', 'Sports betting cannot be reached'],
      [script, 'Upcoming'],
    ] as const) {
      const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`
      await page.route('**/api/game/sportsbook/start', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), integrity } })
      })
      await page.reload()
      await page.getByRole('heading', { name: heading }).waitFor()
      await page.unroute('**/api/game/sportsbook/start')
    }
  },
)

longTest('the highest stake that an active bonus allows is visible before a bet', async ({ visit }) => {
  const player = await registerPlayer(site)
  await fund(player, 2_000, { bonusId: 'welcome-100' })
  const { page } = await visit('/betting', { ...onPhone, player })
  const figures = page.locator('[data-session]')
  await figures.getByText('Maximum stake with bonus').waitFor()
  await figures.getByText('€5.00').waitFor()
  // It is not hidden either when the bonus money is spent.
  await page.route('**/api/wallet/accounts', async (route) => {
    const answer = await route.fetch()
    const accounts = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: accounts.map((each) => ({ ...each, bonusBalance: 0 })) })
  })
  await page.reload()
  await figures.getByText('Maximum stake with bonus').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// Shows: attack 205, pair account switch/open bet
longTest(
  'on a desktop, from right to left: the slip stays beside the matches and keeps its selections when theme and language change, and a multi is staked from another account',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 5_000)
    const { page } = await visit('/de/betting', {
      player,
      viewport: { width: 1440, height: 900 },
      cookies: noticeRead,
    })
    const rows = page.locator('.row:not([data-live])')
    await pick(rows.nth(2))
    await pick(rows.nth(3))
    const panel = page.locator('.aside')
    let feed: WebSocketRoute | undefined
    await page.routeWebSocket(/\/sportsbook\//, (route) => {
      feed = route
      route.connectToServer()
    })
    // The slip keeps its selections when the theme and the language change.
    await page.emulateMedia({ colorScheme: 'light' })
    await panel.getByText('Gesamtquote').waitFor()
    await page.goto(`${site.url}/ar/betting`)
    await panel.getByText('الاحتمال الإجمالي').waitFor()
    expect(await panel.locator('.picks > li').count()).toBe(2)
    await panel.locator('.stake-field input').fill('5')
    await expectReadable(page)
    await panel.locator('.slip-foot .primary').click()
    await panel.locator('.receipt-state[data-is=accepted]').waitFor()
    expect(await player.cash()).toBe(4_500)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.locator('header').getByText('45.00').filter({ visible: true }).first().waitFor()
    // Another account means another token: the next stake is in its currency.
    const { body: dollars } = await player.call('POST', '/api/wallet/accounts', { currency: 'USD' })
    await player.call('PUT', `/api/wallet/accounts/${dollars.id}/switch`)
    await pick(rows.nth(4))
    await panel.locator('.stake-currency').getByText('USD').waitFor()
    // The bet from the previous account is settled.
    const isRead = page.waitForResponse('**/api/wallet/accounts')
    feed!.send(JSON.stringify([{ is: 'balance', balance: 5_500, currency: 'EUR' }]))
    await isRead
    await panel.locator('.stake-field input').fill('5')
    await panel.locator('.slip-foot').getByText('US$').first().waitFor()
    expect(await panel.locator('.stake-currency').allTextContents()).toEqual(['USD'])
  },
)

for (const { name, look } of sampled(widths, 1))
  longTest(
    `a free bet is staked from the slip, settles without its stake and is in the history and the ledger, on ${name}`,
    async ({ visit }) => {
      const player = await registerPlayer(site)
      await fund(player, 1_000)
      await grant(player)
      const match = await nextMatch()
      const { page } = await visit(`/betting/event/${match.id}`, { ...look, player })
      const result = page.getByRole('region', { name: 'Match result' })
      await result.getByRole('button', { name: /^Draw/ }).click()
      const panel = await openSlip(page)
      await panel.getByLabel('Stake with').selectOption({ label: 'Free bet · €5.00' })
      // The operator pays the stake, so there is no field for one, and the return does not include it.
      await expect.poll(() => panel.getByRole('textbox').count()).toBe(0)
      const odds = Number((await panel.locator('.pick-odds').textContent())!)
      await panel.getByText(`€${((Math.round(odds * 100) * 5 - 500) / 100).toFixed(2)}`).waitFor()
      await expectReadable(page)
      await pressUntil(panel.getByRole('button', { name: 'Place bet · €5.00' }), panel.getByText('Bet accepted'))
      expect(await player.cash()).toBe(1_000)
      await panel.getByRole('article', { name: 'Single · Free bet, Open' }).waitFor()
      await panel.getByRole('button', { name: 'Done' }).click()

      // After its use the next slip offers only money, and the bet cannot be cashed out.
      await result.getByRole('button').first().click()
      await openSlip(page)
      await panel.getByRole('textbox').waitFor()
      expect(await panel.getByLabel('Stake with').count()).toBe(0)
      await closeSlip(page)
      await myBets(page).click()
      await page.getByRole('article', { name: 'Single · Free bet, Open' }).waitFor()
      expect(await page.getByRole('button', { name: /^Cash out/ }).count()).toBe(0)

      await playOut(player)
      const { body } = await player.call('GET', '/api/game/bets')
      const [placedBet] = body.data
      expect(placedBet).toMatchObject({ isFree: true, stake: 500, openStake: 0 })
      const isWon = placedBet.selections[0].result === 'won'
      expect(placedBet.payout).toBe(isWon ? Math.round(odds * 100) * 5 - 500 : 0)
      expect(await player.cash()).toBe(1_000 + placedBet.payout)
      await page.goto(`${site.url}/profile/history?tab=bets`)
      const line = page.locator('details').filter({ hasText: `${match.home} – ${match.away}` })
      await line.getByText('Free bet').waitFor()
      await line.locator('summary').click()
      await line.getByText('Match result').waitFor()
      await expectReadable(page)
      // The ledger names the bet, and no money of the player was staked.
      const { body: entries } = await player.call('GET', '/api/wallet/entries')
      const stakes = entries.data.filter(({ amount }: { amount: number }) => amount < 0)
      expect(stakes).toEqual([])
    },
  )

for (const { name, look } of sampled(widths, 1))
  longTest(`a system is placed, cashed out completely and bet again as a multi, on ${name}`, async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 20_000)
    const { page } = await visit('/betting/football', { ...look, player })
    const panel = panelOf(page)
    const rows = page.locator('.row:not([data-live])')
    for (const index of [3, 4, 5]) await pick(rows.nth(index))
    await openSlip(page)
    await panel.getByRole('button', { name: 'System' }).click()
    await panel.getByLabel('Combinations').selectOption({ label: 'Trixie · 4 lines' })
    await panel.getByRole('textbox', { name: /^Stake per bet/ }).fill('1.50')
    await expectReadable(page)
    await pressUntil(panel.getByRole('button', { name: 'Place bet · €6.00' }), panel.getByText('Bet accepted'))
    expect(await player.cash()).toBe(19_400)
    await panel.getByRole('button', { name: 'Done' }).click()

    // The complete bet is sold at the price on the button.
    await myBets(page).click()
    const system = page.getByRole('article', { name: /^Trixie, 4 lines, Open/ })
    await system.getByRole('button', { name: /^Cash out €/ }).click()
    const confirm = system.getByRole('button', { name: /^Confirm cash-out €/ })
    const price = Math.round(Number(/€([\d.]+)/.exec((await confirm.textContent())!)![1]) * 100)
    await confirm.click()
    await system.waitFor({ state: 'detached' })
    await expect.poll(() => player.cash()).toBe(19_400 + price)

    // The same selections once more, as a multi.
    await page.getByRole('button', { name: /^Settled/ }).click()
    await page
      .getByRole('article', { name: /^Trixie, 4 lines, Cashed out/ })
      .getByRole('button', { name: 'Bet again' })
      .click()
    await panel.locator('.picks > li').nth(2).waitFor()
    await panel.getByRole('button', { name: 'Multi' }).click()
    await panel.getByRole('textbox', { name: /^Stake: / }).fill('2')
    await pressUntil(
      panel.getByRole('button', { name: 'Place bet · €2.00' }),
      panel.getByRole('article', { name: 'Multi, 3 selections, Open' }),
    )
  })

/** The amounts of a text in cents. */
const centsIn = (text: string | null) =>
  [...text!.matchAll(/€([\d,.]+)/g)].map(([, each]) => Math.round(Number(each) * 100))

for (const { name, look } of sampled(widths, 1))
  longTest(
    `an open bet is changed for its price, and one that cannot be changed stays, on ${name}`,
    async ({ visit }) => {
      const player = await registerPlayer(site)
      await fund(player, 20_000)
      const { page } = await visit('/betting/football', { ...look, player })
      const panel = panelOf(page)
      const rows = page.locator('.row:not([data-live])')
      await pick(rows.nth(3))
      await openSlip(page)
      await panel.getByRole('textbox', { name: /^Stake: / }).fill('10')
      await pressUntil(panel.getByRole('button', { name: 'Place bet · €10.00' }), panel.getByText('Bet accepted'))
      await panel.getByRole('button', { name: 'Done' }).click()
      // What was on the slip returns after the edit.
      await pick(rows.nth(6))
      await myBets(page).click()
      const card = page.getByRole('article', { name: /^Single, Open/ })
      await card.getByRole('button', { name: 'Change bet' }).click()
      const edited = isWide(page) ? panel : page.getByRole('dialog', { name: 'Change bet' })
      const [worth] = centsIn(await edited.getByText(/^Your bet is worth €/).textContent())
      expect(worth).toBeLessThan(1000)
      await edited.getByText(/^We keep 4% of the value of the old bet and \d+(\.\d)?% of the new stake/).waitFor()
      const stake = edited.getByRole('textbox', { name: /^Stake: / })
      expect(await stake.inputValue()).toBe((worth! / 100).toFixed(2).replace(/\.00$/, ''))
      await expectReadable(page)

      // Nothing has been changed: the bet stays.
      await stake.fill('10')
      await edited.getByRole('button', { name: `Change bet · pay €${((1000 - worth!) / 100).toFixed(2)}` }).click()
      await edited.getByRole('alert').getByText('Nothing has been changed yet.').waitFor()
      expect(await player.cash()).toBe(19_000)

      // Another selection, and a higher stake.
      await closeSlip(page, edited)
      await page.locator('.tab[href$="/football"]').click()
      await pick(rows.nth(4))
      if (isWide(page)) await panel.locator('.pick').nth(1).waitFor()
      else await pressUntil(page.locator('.slip-bar'), edited)
      await edited.getByRole('textbox', { name: /^Stake: / }).fill('12.50')
      const pay = 1250 - worth!
      const button = edited.getByRole('button', { name: `Change bet · pay €${(pay / 100).toFixed(2)}` })
      await button.waitFor()
      await expectReadable(page)
      const receipt = isWide(page) ? panel : slip(page)
      await pressUntil(button, receipt.getByText('Bet changed'))
      await receipt.getByRole('article', { name: 'Multi, 2 selections, Open' }).waitFor()
      expect(await player.cash()).toBe(19_000 - pay)
      await receipt.getByRole('button', { name: 'Done' }).click()
      if (isWide(page)) await expect.poll(() => panel.locator('.pick').count()).toBe(1)

      // Both bets say what happened.
      await closeSlip(page)
      await myBets(page).click()
      await page
        .getByRole('article', { name: /^Multi, 2 selections, Open/ })
        .getByText('Replaces an earlier bet.')
        .waitFor()
      await page.getByRole('button', { name: /^Settled/ }).click()
      await page
        .getByRole('article', { name: /^Single, Cashed out/ })
        .getByText(/^Its price of €[\d.]+ bought another bet\.$/)
        .waitFor()
      await expectReadable(page)
      const { body } = await player.call('GET', '/api/game/bets?isSettled=false')
      expect(body.data).toMatchObject([{ stake: 1250, kind: 'accumulator', replaces: expect.any(String) }])
    },
  )

longTest(
  'combinations of two matches are one bet, at the product of their prices and with the share of the house',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 20_000)
    const { body } = await send(sportsbook('/events'), 'GET')
    const { now, events } = body as { now: number; events: WireEvent[] }
    const chosen = events.filter(({ sport, startsAt }) => sport === 'football' && startsAt > now + 8 * minuteMs)
    const { page } = await visit(`/betting/event/${chosen[0]!.id}`, { ...widths[1]!.look, player })
    const panel = page.locator('.aside')
    for (const { id } of chosen.slice(0, 2)) {
      await page.goto(`${site.url}/betting/event/${id}`)
      await page.locator('.idea:not([aria-disabled])').first().click()
      await page.locator('.idea[aria-pressed=true]').waitFor()
    }
    await expect.poll(() => panel.locator('.pick').count()).toBe(4)
    expect(await panel.getByRole('button', { name: 'Bet builder' }).getAttribute('aria-pressed')).toBe('true')
    await panel.getByText(/^Our margin: 1\d(\.\d)?%$/).waitFor()
    await panel.getByRole('textbox', { name: /^Stake: / }).fill('5')
    await expectReadable(page)
    const card = panel.getByRole('article', { name: 'Multi, 2 selections, Open' })
    await pressUntil(panel.getByRole('button', { name: 'Place bet · €5.00' }), card)
    for (const { home, away } of chosen.slice(0, 2)) await card.getByText(`${home} – ${away}`).waitFor()
    expect(await player.cash()).toBe(19_500)
  },
)

for (const { name, look } of sampled(widths, 1))
  longTest(`a bet in play and combined selections are placed and bet again, on ${name}`, async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 20_000)
    const { page } = await visit('/betting/basketball', { ...look, player })
    const panel = panelOf(page)
    const { id } = await beginMatch()
    // A press on a price that changed within the last half second does nothing.
    const live = page.locator(`.row[data-live][data-event="${id}"] .odds:not([aria-disabled])`).first()
    const picked = page.locator(isWide(page) ? '.aside .pick' : '.slip-bar')
    await until(
      async () => {
        if ((await picked.count()) === 0) await live.click({ timeout: 2_000 })
        await picked.waitFor({ timeout: 2_000 })
        return true
      },
      'a selection of a match in play',
      45_000,
    )
    await openSlip(page)
    // The note of a changed price moves the buttons of the slip, and a press so soon after it does nothing.
    const policy = panel.getByLabel('When odds change')
    await pressUntil(panel.getByLabel('Settings'), policy)
    await policy.selectOption('any')
    await panel.getByRole('textbox', { name: /^Stake: / }).fill('2')
    // A market in play may be suspended when the button is pressed; the bet then stays on the slip.
    const taken = panel.getByText(/Waiting for acceptance|Bet accepted|Bet not accepted/)
    await until(
      async () => {
        const place = panel.getByRole('button', { name: 'Place bet · €2.00' })
        await place.click({ timeout: 2_000 }).catch(() => undefined)
        await taken.waitFor({ timeout: 2_000 })
        return true
      },
      'a bet that is taken',
      45_000,
    )
    await panel.getByText(/Bet accepted|Bet not accepted/).waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()

    // The slip leaves the history with an entry of its own, which closing it takes back.
    await page.waitForFunction(() => !history.state?.isLayer)

    // Selections of one match are combined at one price.
    const match = await nextMatch()
    await page.goto(`${site.url}/betting/event/${match.id}`)
    // The match offers them by name.
    const offer = page.getByRole('region', { name: 'Bet builder' })
    const idea = offer.getByRole('button', { name: /Total goals: Over .* \+ |Match result: .* \+ / }).first()
    await idea.click()
    await offer.getByRole('button', { pressed: true }).waitFor()
    await openSlip(page)
    await panel.getByRole('button', { name: 'Bet builder', pressed: true }).waitFor()
    const price = (await idea.locator('.odds-price').textContent())!
    await expect.poll(() => panel.locator('.combined .sum b').textContent()).toBe(price)
    await panel.getByRole('button', { name: 'Remove all' }).click()
    await closeSlip(page)
    await page.getByRole('region', { name: 'Match result', exact: true }).getByRole('button').first().click()
    await page.getByRole('region', { name: 'Both teams to score' }).getByRole('button', { name: /^Yes/ }).click()
    await openSlip(page)
    await panel.getByRole('button', { name: 'Bet builder', pressed: true }).waitFor()
    const shown = panel.locator('.combined .sum b')
    await expect.poll(() => shown.textContent()).toMatch(/^\d+\.\d\d$/)
    await expectReadable(page)
    await panel.getByRole('textbox', { name: /^Stake: / }).fill('3')
    await pressUntil(panel.getByRole('button', { name: 'Place bet · €3.00' }), panel.getByText('Bet accepted'))
    const odds = (await panel.locator('.leg-odds').first().textContent())!.trim()
    await panel.getByRole('button', { name: 'Done' }).click()
    await myBets(page).click()
    const built = page.getByRole('article', { name: 'Bet builder, Open' })
    await expect.poll(() => built.locator('.leg-parts > li').count()).toBe(2)
    await built.getByRole('button', { name: /^Cash out €/ }).waitFor()
    await expectReadable(page)
    await built.getByRole('button', { name: 'Bet again' }).click()
    await panel.getByRole('button', { name: 'Bet builder', pressed: true }).waitFor()

    await playOut(player)
    const { body } = await player.call('GET', '/api/game/bets')
    const placedBet = body.data.find(({ stake }: WireBet) => stake === 300)
    expect(placedBet).toMatchObject({
      status: 'settled',
      kind: 'single',
      selections: [{ odds, names: { market: 'Bet builder' } }],
    })
    expect(placedBet.selections[0].names.outcome).toBe(`Both teams to score: Yes + Match result: ${match.home}`)
    await page.goto(`${site.url}/profile/history?tab=bets`)
    await page.getByText('Bet builder').first().waitFor({ state: 'attached' })
    await page.getByText(`Both teams to score: Yes + Match result: ${match.home}`).first().waitFor()
  })

/** Returns the focused element, also inside the sportsbook's shadow root, and whether its focus ring is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let at = document.activeElement as HTMLElement
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement as HTMLElement
    const name = at.getAttribute('aria-label') ?? at.textContent?.trim() ?? ''
    const { x, y, width, height } = at.getBoundingClientRect()
    const ring = at.matches('input') ? (at.closest('.stake-field, .search') ?? at) : at
    const style = getComputedStyle(ring)
    const root = at.getRootNode() as Document | ShadowRoot
    const top = root.elementFromPoint(x + width / 2, y + height / 2)
    return {
      name,
      row: at.closest<HTMLElement>('[data-event]')?.dataset.event ?? null,
      isPrice: at.classList.contains('odds'),
      isInside: at.getRootNode() !== document,
      hasRing: ring !== at || (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2),
      isSeen: top !== null && (at.contains(top) || top.contains(at)),
    }
  })

type Focused = Awaited<ReturnType<typeof focused>>
/**
 * Presses the key until the target has the focus, and checks that every element of the sportsbook on the way has a
 * visible focus ring.
 */
async function tabTo(page: Page, target: RegExp | ((at: Focused) => boolean), key = 'Tab'): Promise<void> {
  for (let step = 0; step < 100; step++) {
    if (step > 0) await page.keyboard.press(key)
    const at = await focused(page)
    if (!at.isInside) continue
    if (!at.hasRing || !at.isSeen) {
      // The feed may just have moved the list, so one step back and forth finds the current position.
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toMatchObject({ hasRing: true, isSeen: true })
    }
    if (target instanceof RegExp ? target.test(at.name) : target(at)) return
  }
  throw new Error(`${String(target)} is not reached by ${key}`)
}

longTest(
  'the prices of a match are one stop of Tab with arrow keys between them, on the list, its page, and right to left',
  async ({ visit }) => {
    const match = await nextMatch()
    const { page } = await visit('/betting/football', widths[1]!.look)
    const onPrices = (list: Page, keys: string[]) =>
      keys.reduce<Promise<number[]>>(async (passed, key) => {
        const places = await passed
        await list.keyboard.press(key)
        return [...places, await priceAt(list)]
      }, Promise.resolve([]))
    /** The place of the focused price among those of its group that are in sight, or -1. */
    const priceAt = (list: Page) =>
      list.evaluate(() => {
        let at = document.activeElement!
        while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
        const seen = [...(at.closest('[role=toolbar]')?.querySelectorAll('.odds') ?? [])]
        return seen.filter((each) => each.checkVisibility()).indexOf(at)
      })
    const row = page.locator(`.row[data-event="${match.id}"]`)
    await row.getByRole('toolbar', { name: `${match.home} – ${match.away}` }).waitFor()
    await row.locator('.row-match').focus()
    expect(await onPrices(page, ['Tab', 'ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home'])).toEqual([
      0, 1, 6, 0, 6, 5, 0,
    ])
    // The stop stays where the player left it, through the feed; Tab leaves the prices both ways.
    await page.keyboard.press('End')
    await advance(20_000)
    expect(await onPrices(page, ['Tab', 'Shift+Tab', 'Shift+Tab', 'Tab'])).toEqual([-1, 6, -1, 6])
    expect(await row.locator('.odds[tabindex="0"]').count()).toBe(1)
    // A narrower window shows one market, whose prices are then the only ones to reach.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => row.locator('.odds[tabindex="0"]').filter({ visible: true }).count()).toBe(1)
    await row.locator('.row-match').focus()
    expect(await onPrices(page, ['Tab', 'End', 'Tab'])).toEqual([0, 2, -1])

    await page.setViewportSize(widths[1]!.look.viewport)
    await row.locator('.row-match').click()
    const total = page.getByRole('region', { name: 'Total goals', exact: true })
    await total.getByRole('toolbar', { name: 'Total goals', exact: true }).waitFor()
    await total.locator('summary').focus()
    expect(await onPrices(page, ['Tab', 'ArrowDown', 'ArrowRight', 'ArrowUp'])).toEqual([0, 2, 3, 1])
    const stops = await page.locator('.market').evaluateAll((markets) =>
      markets.flatMap((market) => {
        const prices = market.querySelectorAll('.odds')
        return prices.length > 0 ? [[...prices].filter((each) => (each as HTMLElement).tabIndex === 0).length] : []
      }),
    )
    expect(new Set(stops)).toEqual(new Set([1]))

    const { page: mirrored } = await visit('/ar/betting/football', widths[1]!.look)
    const first = mirrored.locator('.row:not([data-live])').first()
    await first.locator('.row-match').focus()
    expect(await onPrices(mirrored, ['Tab', 'ArrowLeft', 'ArrowRight'])).toEqual([0, 1, 0])
  },
)

longTest(
  'by the keyboard alone: prices, slip, bet and cash-out, the focus stays through the feed, and what changes is read out',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 5_000)
    const { page } = await visit('/betting/tennis', { ...widths[1]!.look, player })
    const statusLine = page.locator('.hidden[role=status][aria-live]')
    // The price of a match keeps the focus while others leave the list above it, and when its own match begins.
    const { body } = await send(sportsbook('/events'), 'GET')
    const { now, events } = body as { now: number; events: WireEvent[] }
    const [, next, placedBet] = events
      .filter(({ sport, startsAt }) => sport === 'tennis' && startsAt > now + minuteMs)
      .toSorted((one, two) => one.startsAt - two.startsAt)
    // Tab leads to the prices of the first match, and the arrow down from match to match.
    await tabTo(page, ({ isPrice }) => isPrice)
    await tabTo(page, ({ row }) => row === placedBet!.id, 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => statusLine.textContent()).toBe('Bet slip: 1 selection')
    let passed = 0
    for (const { id, startsAt } of [next!, placedBet!]) {
      await advance(startsAt - now - passed + 5_000)
      passed = startsAt - now + 5_000
      await page.locator(`.row[data-live][data-event="${id}"]`).waitFor()
      expect(await focused(page)).toMatchObject({ row: placedBet!.id })
    }

    // One step leads from the price to the slip; after the bet is placed, the focus is on the next control.
    await tabTo(page, /^Bet slip$/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focused(page)).name).toMatch(/^Stake: /)
    await page.keyboard.type('3')
    await tabTo(page, /^Settings$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByLabel('When odds change').waitFor()
    await tabTo(page, /^Take better/)
    await page.keyboard.press('End')
    await until(
      async () => {
        await tabTo(page, /^(Place bet · €3\.00|Place at|Enter a stake)/)
        await page.keyboard.press('Enter')
        return page
          .getByText(/Waiting for acceptance|Bet accepted/)
          .first()
          .waitFor({ timeout: 2_000 })
          .then(
            () => true,
            () => false,
          )
      },
      'a bet that is taken',
      45_000,
    )
    await expect.poll(async () => (await focused(page)).name).toBe('Done')
    await expect.poll(() => statusLine.textContent()).toMatch(/Bet accepted|Bet not accepted/)
    await tabTo(page, /^My bets$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => statusLine.textContent()).toBe('My bets')
    await expectReadable(page)
  },
)

for (const { name, look } of sampled(widths, 1))
  // Shows: attack 197
  longTest(
    `a quick bet is placed by one press after it was switched on, and a refused one stays on the slip, on ${name}`,
    async ({ visit }) => {
      const player = await registerPlayer(site)
      await fund(player, 1_000)
      const match = await nextMatch()
      const { page } = await visit(`/betting/event/${match.id}`, { ...look, player })
      const panel = panelOf(page)
      const result = page.getByRole('region', { name: 'Match result' })
      await result.getByRole('button').first().click()
      await openSlip(page)
      await panel.getByLabel('Settings').click()
      const toggle = panel.getByRole('switch', { name: 'Place bets with one press' })
      expect(await toggle.getAttribute('aria-disabled')).toBe('true')
      await panel.getByRole('group', { name: 'Quick bet' }).getByRole('textbox').fill('4')
      await toggle.click()
      await panel.getByRole('switch', { checked: true }).waitFor()
      await panel.getByText('a bet cannot be undone').waitFor()
      await panel.getByRole('button', { name: 'Remove all' }).click()
      await closeSlip(page)
      const bar = page.getByRole('region', { name: 'Quick bet' })
      await bar.getByText('Quick bet is on: €4.00 per press').waitFor()
      await expectReadable(page)

      // By the keyboard, and a double press is one bet.
      const draw = result.getByRole('button', { name: /^Draw/ })
      await draw.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await bar.getByText('Draw · Bet accepted').waitFor()
      expect(await player.cash()).toBe(600)
      expect((await player.call('GET', '/api/game/bets?isSettled=false')).body.data).toHaveLength(1)
      await expectReadable(page)

      // Too little money is left for the third bet, which stays on the slip with its stake.
      await result.getByRole('button').first().click()
      await expect.poll(() => player.cash()).toBe(200)
      await result.getByRole('button').last().click()
      await bar.getByText(/Bet not accepted\. See the bet slip/).waitFor()
      await openSlip(page)
      expect(
        await panel
          .getByRole('textbox', { name: /^Stake: / })
          .last()
          .inputValue(),
      ).toBe('4')
      await panel.getByRole('button', { name: 'Deposit to bet' }).waitFor()
      expect(await player.cash()).toBe(200)
      await closeSlip(page)
      await bar.getByRole('button', { name: 'Switch off' }).click()
      await bar.waitFor({ state: 'detached' })

      // With nothing on the slip its settings are beside the search, or on the slip beside the matches.
      await page.goto(`${site.url}/betting`)
      await page.getByRole('searchbox', { name: 'Search teams and leagues' }).waitFor()
      if (isWide(page)) await panel.getByLabel('Settings').click()
      else await page.getByRole('button', { name: 'Settings' }).click()
      await panel.getByLabel('Odds format').selectOption('fractional')
      await closeSlip(page)
      await page
        .locator('.odds')
        .filter({ hasText: /\d+\/\d+/ })
        .first()
        .waitFor()
    },
  )

longTest(
  'a shared bet puts its selections on the slip of a guest, and it names those no longer offered',
  async ({ visit, enter }) => {
    const player = await registerPlayer(site)
    await fund(player, 5_000)
    const { context, page } = await visit('/betting/football', { ...widths[1]!.look, player })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
    const panel = panelOf(page)
    const rows = page.locator('.row:not([data-live])')
    for (const index of [6, 7]) await pick(rows.nth(index))
    await panel.getByRole('textbox', { name: /^Stake: / }).fill('1')
    await pressUntil(panel.getByRole('button', { name: 'Place bet · €1.00' }), panel.getByText('Bet accepted'))
    await panel.getByRole('link', { name: 'My bets' }).click()
    const bet = page.locator('.main').getByRole('article', { name: 'Multi, 2 selections, Open' })
    await bet.getByRole('button', { name: 'Share' }).click()
    await bet.getByRole('button', { name: 'Link copied' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname).toMatch(/^\/betting\/slip\/[\w-]+~/)
    const names = await bet.locator('.leg-text strong').allTextContents()

    const guest = await (await enter(onPhone)).newPage()
    await guest.goto(link)
    const drawer = slip(guest)
    await drawer.locator('.picks > li').nth(1).waitFor()
    for (const name of names) await drawer.getByText(name, { exact: true }).first().waitFor()
    expect(new URL(guest.url()).pathname).toBe('/betting')
    await expectReadable(guest)
    await drawer.getByRole('button', { name: 'Remove all' }).click()
    await closeSlip(guest)
    // Neither a match that has ended nor a link without one adds anything.
    for (const path of ['/slip/gone~result~home', '/slip/nonsense', '/slip']) {
      await guest.goto(`${site.url}/betting${path}`)
      await drawer.locator('.note').getByText('Some selections are no longer available.').waitFor()
      expect(await drawer.locator('.picks > li').count()).toBe(0)
    }
    await expectReadable(guest)

    // A guest can open these places without a selection.
    await guest.goto(`${site.url}/betting`)
    await guest.locator('.row .star').first().click()
    for (const name of ['Favourites', 'Results']) {
      await guest.locator('.tab', { hasText: name }).click()
      await guest.locator('.tab[aria-current=page]', { hasText: name }).waitFor()
      await expectReadable(guest)
    }
    await guest.goto(`${site.url}/betting/bets`)
    await guest.locator('.main').getByRole('button', { name: 'Sign in' }).waitFor()
    await expectReadable(guest)
  },
  2 * minuteMs,
)

longTest(
  'a session that ends while a bet is placed asks for sign-in, keeps the slip, and takes only the stake of a placed bet',
  async ({ visit }) => {
    const player = await registerPlayer(site)
    await fund(player, 5_000)
    const match = await nextMatch()
    const { context, page } = await visit(`/betting/event/${match.id}`, { ...onPhone, player })
    const panel = panelOf(page)
    await page.getByRole('region', { name: 'Match result' }).getByRole('button').first().click()
    await openSlip(page)
    await panel.getByRole('textbox', { name: /^Stake: / }).fill('5')
    const place = panel.getByRole('button', { name: 'Place bet · €5.00' })
    await place.waitFor()
    // The dialog may cover the button before it is pressed.
    await Promise.all([
      player.call('POST', '/api/player/sessions/logout'),
      place.click({ timeout: 1_000 }).catch(() => undefined),
    ])
    const signIn = dialogOf(page, 'sign-in')
    await signIn.locator('[name=login]').fill(player.email)
    await signIn.locator('[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await isPlayer(page)
    const token = (await context.cookies()).find(({ name }) => name === 'access_token')!.value
    const again = await playerByToken(site, player.email, token)
    const { body } = await again.call('GET', '/api/game/bets?isSettled=false')
    expect(await again.cash()).toBe(5_000 - 500 * body.data.length)
    expect(body.data.length).toBeLessThanOrEqual(1)
    if (body.data.length === 0) await expect.poll(() => panel.locator('.picks > li').count()).toBe(1)
  },
)
