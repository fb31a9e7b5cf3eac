/** The game stage in a browser: rounds are played, and no balance shows a result before the game does. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { roundMs } from '#scripts/walk/play.ts'
import { expectReadable, inMotion, siteTest, noticeRead } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { fund, launchGame, registerPlayer, type SitePlayer, studioCall } from '../product/site-player.ts'
import { delayMessages, timesOfBet } from './delayed-messages.ts'
import { viewports } from './viewports.ts'

const { site, longTest } = siteTest()
const frameOf = (page: Page) => page.frameLocator('[data-playing] iframe')

/** A player of the test's own: the bets that the seed placed for the demo player move that player's balance. */
async function fundedPlayer(): Promise<SitePlayer> {
  const player = await registerPlayer(site)
  await fund(player, 2000)
  return player
}

const placesOfBalance = ['[data-playing] dl dd', '[popovertarget=accounts-menu] bdi']
type Recorded = { at: number; figure: string }

/** Records every balance that the page shows from now on, in the page, so that a slow machine misses none. */
async function recordFigures(page: Page): Promise<void> {
  await page.evaluate((places) => {
    const recorded: Recorded[] = []
    const last = new Map<string, string>()
    const record = () => {
      for (const place of places) {
        const figure = document.querySelector(place)?.textContent ?? ''
        if (last.get(place) !== figure) recorded.push({ at: Date.now(), figure })
        last.set(place, figure)
      }
    }
    record()
    new MutationObserver(record).observe(document.body, { childList: true, characterData: true, subtree: true })
    Object.assign(globalThis, { recorded })
  }, placesOfBalance)
}

const figuresOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { recorded: Recorded[] }).recorded)

longTest(
  'no balance on the page or on another game page shows a result before the game has shown it',
  async ({ enter }) => {
    const context = await enter({ ...inMotion, player: await fundedPlayer(), cookies: noticeRead })
    const [page, other] = [await context.newPage(), await context.newPage()]
    await other.goto(`${site.url}/games/tidepool?play=real`)
    await frameOf(other).locator('.play').waitFor({ timeout: 20_000 })
    await page.bringToFront()
    await page.goto(`${site.url}/games/dice?play=real`)
    const play = frameOf(page).locator('.play')
    await play.waitFor({ timeout: 20_000 })
    const shown = (from: Page) =>
      from.evaluate((places) => places.map((place) => document.querySelector(place)?.textContent), placesOfBalance)
    // Nearly every roll wins a little at this chance, so each result differs from the balance shown before it.
    await frameOf(page)
      .getByLabel(/Win chance/)
      .fill('98')
    await frameOf(page)
      .getByLabel(/Win chance/)
      .press('Enter')
    const [before] = await shown(page)
    await Promise.all([recordFigures(page), recordFigures(other)])
    const line = frameOf(page).locator('.line-of-words')
    // Installed before the bet: on a slow machine the result might be shown first.
    await line.evaluate((element) => {
      const shownAt = new Promise<number>((resolve) => {
        const check = () => element.textContent && !element.textContent.startsWith('Last') && resolve(Date.now())
        new MutationObserver(check).observe(element, { childList: true, characterData: true, subtree: true })
        check()
      })
      Object.assign(globalThis, { shownAt })
    })
    const pushed = page.waitForResponse((answer) => answer.url().endsWith('/studio/api/play'))
    await play.click()
    const { balance, round } = (await (await pushed).json()) as { balance: number; round: { stake: number } }
    const inEuro = (subunits: number) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(subunits / 100)
    const amount = (figure: string) => Math.round(Number(figure.replace(/[^\d.]/g, '')) * 100)
    const after = inEuro(balance)
    const expected = [before, inEuro(amount(before!) - round.stake)]
    const shownAt = await line.evaluate(() => (globalThis as unknown as { shownAt: Promise<number> }).shownAt)
    const recorded = (await Promise.all([figuresOf(page), figuresOf(other)])).flat()
    const early = recorded.filter(({ at, figure }) => at < shownAt && !expected.includes(figure))
    expect(early, 'figures shown before the result').toEqual([])
    await expect.poll(() => shown(page)).toEqual([after, after])
    await expect.poll(() => shown(other)).toEqual([after, after])
  },
)

longTest(
  'a stake is subtracted once when the ledger answers before the page has read that the round began',
  async ({ enter }) => {
    const player = await fundedPlayer()
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.addInitScript(() => {
      let isLate = false
      addEventListener('message', (event) => {
        if (event.data?.type !== 'round-started' || isLate) return
        event.stopImmediatePropagation()
        const { data, origin, source } = event
        setTimeout(() => {
          isLate = true
          dispatchEvent(new MessageEvent('message', { data, origin, source }))
        }, 1500)
      })
    })
    await page.goto(`${site.url}/games/mines?play=real`)
    const frame = frameOf(page)
    await frame.locator('.play').waitFor({ timeout: 20_000 })
    await page.getByText('€20.00').first().waitFor()
    await recordFigures(page)
    await frame.locator('.play').click()
    await frame.locator('.field[data-live]').waitFor()
    await page.waitForTimeout(2500)
    const figures = (await figuresOf(page)).map(({ figure }) => figure).filter((figure) => figure !== '')
    expect([...new Set(figures)]).toEqual(['€20.00', '€19.00'])
  },
)

longTest('a bet is sent only after the page has recorded the start of its round', async ({ enter }) => {
  const player = await fundedPlayer()
  const page = await (await enter({ player, cookies: noticeRead })).newPage()
  await delayMessages(page)
  await page.goto(`${site.url}/games/dice?play=real`)
  await frameOf(page).locator('.play').waitFor({ timeout: 20_000 })
  await page.getByText('€20.00').first().waitFor()
  const [notedAt, askedAt] = await timesOfBet(page, () => frameOf(page).locator('.play').click())
  expect(notedAt).toBeLessThanOrEqual(askedAt)
})

// Shows: 11.7
longTest(
  'a round of several steps is played by keyboard, left, continued from its tile, and paid out by a cash-out',
  async ({ enter }) => {
    const player = await fundedPlayer()
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/mines?play=real`)
    const frame = frameOf(page)
    const shut = frame.locator('.slab[data-state=shut]')
    const play = frame.locator('.play:not([data-act]):not([aria-disabled=true])')
    const cashOut = frame.getByRole('button', { name: /^Cash out/ })
    // This repeats until a tile is safe, because a mine ends the round.
    for (;;) {
      await play.click({ timeout: 20_000 })
      await frame.locator('.field[data-live]').waitFor()
      await shut.first().focus()
      // The slabs are disabled for a moment, because the press of the play button may be repeated.
      await frame.locator('.slab[aria-disabled=false]').first().waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect.poll(() => shut.count()).toBeLessThan(25)
      await cashOut.or(play).waitFor()
      if (await cashOut.count()) break
    }
    await frame.getByText('Safe: 1.125×').waitFor()
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Continue your round in Mines' }).first().click()
    await frame.getByText('Finishing your open round').waitFor({ timeout: 20_000 })
    expect(await shut.count()).toBe(24)
    await cashOut.click()
    await frame
      .getByRole('status')
      .filter({ hasText: /^You won €0\.1[23] \(€1\.1[23] paid\)$/ })
      .waitFor()
    await expect.poll(() => shut.count()).toBe(0)
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Mines' }).first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Continue your round in Mines' }).count()).toBe(0)
  },
)

longTest(
  'a tab that starts a round while another tab plays one continues the other round, with the balance of the ledger',
  async ({ enter }) => {
    const player = await fundedPlayer()
    const context = await enter({ player, cookies: noticeRead })
    const [one, other] = [await context.newPage(), await context.newPage()]
    const play = (page: Page) => frameOf(page).locator('.play:not([data-act]):not([aria-disabled=true])')
    for (const page of [one, other]) {
      await page.goto(`${site.url}/games/mines?play=real`)
      await play(page).waitFor({ timeout: 20_000 })
    }
    await one.bringToFront()
    await play(one).click()
    await frameOf(one).locator('.field[data-live]').waitFor()
    await other.bringToFront()
    await play(other).click()
    await frameOf(other).locator('.field[data-live]').waitFor()
    for (const page of [one, other])
      await expect.poll(() => page.locator('[data-playing] dl dd').first().textContent()).toBe('€19.00')
  },
)

type WindowWithSeen = typeof window & { seen?: { win: string; isListed: boolean; ends: number } }

// Shows: 11.7
longTest(
  'a shared round takes the bet, lists the player, and pays the cash-out that the page shows',
  async ({ enter }) => {
    const player = await fundedPlayer()
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/crash?play=real`)
    const frame = frameOf(page)
    const cashOut = frame.getByRole('button', { name: /^Cash out/ })
    // The next round clears them, on a busy machine possibly before the test reads them.
    const body = frame.locator('body')
    await body.evaluate((element) => {
      const seen = { win: '', isListed: false, ends: 0 }
      let hasOwn = false
      ;(window as WindowWithSeen).seen = seen
      const look = () => {
        const text = [...element.querySelectorAll('[role=status]')].map(({ textContent }) => textContent ?? '')
        seen.win ||= text.find((each) => each.startsWith('You won')) ?? ''
        seen.isListed ||= element.querySelector('.players li[data-own][data-out]') !== null
        const had = hasOwn
        hasOwn = element.querySelector('.crash[data-own]') !== null
        if (hasOwn && !had) seen.ends++
      }
      new MutationObserver(look).observe(element, { subtree: true, childList: true, attributes: true })
    })
    const seen = () => body.evaluate(() => (window as WindowWithSeen).seen!)
    // A round may crash before the click arrives; then the test plays the next one.
    for (;;) {
      const { ends } = await seen()
      const isOver = async () => (await seen()).ends > ends
      await frame.locator('.play:not([data-act]):not([aria-disabled=true])').click({ timeout: roundMs })
      await expect.poll(async () => (await cashOut.isVisible()) || (await isOver()), { timeout: roundMs }).toBe(true)
      await cashOut.click({ timeout: 10_000 }).catch(() => undefined)
      await expect.poll(isOver, { timeout: roundMs }).toBe(true)
      // A round that ends right after the cash-out may end before the list shows it.
      for (let looks = 0; looks < 30 && !(await seen()).isListed; looks++) await page.waitForTimeout(100)
      if ((await seen()).isListed) break
    }
    await expect.poll(seen).toEqual({
      win: expect.stringMatching(/^You won €\d+\.\d\d \(€\d+\.\d\d paid\)$/),
      isListed: true,
      ends: expect.any(Number),
    })
    const [won, paid] = (await seen()).win.match(/\d+\.\d\d/g)!.map(Number)
    expect(paid! - won!).toBeCloseTo(1)
    const { body: spins } = await player.call('GET', '/api/game/spins')
    const rounds = spins.data as Array<{ stake: number; win: number; status: string }>
    expect(rounds.map(({ status }) => status)).not.toContain('open')
    const net = rounds.reduce((sum, { stake, win }) => sum + win - stake, 0)
    expect(await player.cash()).toBe(2000 + net)
    const shown = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format((2000 + net) / 100)
    await expect.poll(() => page.locator(placesOfBalance[0]!).first().textContent()).toBe(shown)
  },
  600_000,
)

// Shows: pair deposit/open round
longTest(
  'a deposit during a round is shown at once, and the result of the round only when the game shows it',
  async ({ enter }) => {
    const player = await fundedPlayer()
    const page = await (await enter({ ...inMotion, player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/dice?play=real`)
    const play = frameOf(page).locator('.play')
    await play.waitFor({ timeout: 20_000 })
    // The studio's response is held back: the ledger knows the result, and the game does not yet.
    let answer = () => {}
    const pending = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/studio/api/play', async (route) => {
      const response = await route.fetch()
      await pending
      await route.fulfill({ response })
    })
    const decided = page.waitForRequest('**/studio/api/play')
    await play.click()
    await decided
    await expect.poll(async () => (await player.call('GET', '/api/game/spins')).body.meta.total).toBe(1)
    const { stake, win } = (await player.call('GET', '/api/game/spins')).body.data[0]
    await fund(player, 3000)
    const inEuro = (subunits: number) => `€${(subunits / 100).toFixed(2)}`
    const shown = () =>
      page.evaluate((places) => places.map((place) => document.querySelector(place)?.textContent), placesOfBalance)
    await expect.poll(shown).toEqual([inEuro(5000 - stake), inEuro(5000 - stake)])
    answer()
    await expect.poll(shown).toEqual([inEuro(5000 - stake + win), inEuro(5000 - stake + win)])
  },
)

/** Switches the account in the header's menu. */
async function switchAccount(page: Page, currency: string): Promise<void> {
  await page.locator('header [popovertarget=accounts-menu]').click()
  await page
    .locator('#accounts-menu')
    .getByRole('button', { name: new RegExp(`^${currency}\\b`) })
    .click()
}

/**
 * Returns the balance of the ledger and the expected one, from the deposits and from the stakes and wins of all rounds.
 */
async function cashAndRounds(player: SitePlayer, deposited: number): Promise<{ cash: number; expected: number }> {
  const { body } = await player.call('GET', '/api/game/spins')
  const rounds = body.data as Array<{ stake: number; win: number }>
  return {
    cash: await player.cash(),
    expected: deposited + rounds.reduce((sum, { stake, win }) => sum + win - stake, 0),
  }
}

// Shows: attack 136
longTest(
  'in the middle of a round of several steps a deposit arrives and the currency is switched: the round waits, and is paid in its own currency',
  async ({ enter }) => {
    const player = await fundedPlayer()
    await player.call('POST', '/api/wallet/accounts', { currency: 'USD' })
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/mines?play=real`)
    const frame = frameOf(page)
    const play = frame.locator('.play:not([data-act]):not([aria-disabled=true])')
    const cashOut = frame.getByRole('button', { name: /^Cash out/ })
    const inEuro = (subunits: number) => `€${(subunits / 100).toFixed(2)}`
    const shown = () =>
      page.evaluate((places) => places.map((place) => document.querySelector(place)?.textContent), placesOfBalance)
    await play.waitFor({ timeout: 20_000 })
    // This repeats until a tile is safe, because a mine ends the round.
    do {
      await play.click()
      await frame.locator('.field[data-live]').waitFor()
      await frame.locator('.slab[data-state=shut]').first().click()
      await cashOut.or(play).waitFor()
    } while ((await cashOut.count()) === 0)
    const before = await player.cash()

    await frame.locator('body').evaluate(() => (document.title = 'the same document'))
    await fund(player, 3000)
    await expect.poll(shown).toEqual([inEuro(before + 3000), inEuro(before + 3000)])
    expect(await frame.locator('body').evaluate(() => document.title)).toBe('the same document')
    await cashOut.waitFor()

    await switchAccount(page, 'USD')
    const notice = page.locator('[data-playing]').getByRole('status').filter({ hasText: 'EUR' })
    await notice.waitFor()
    await expect.poll(shown).toEqual(['$0.00', '$0.00'])
    await frame.locator('.play:not([data-act])').waitFor({ timeout: 20_000 })
    expect([await player.cash(), await player.cash('USD')]).toEqual([before + 3000, 0])

    await notice.getByRole('button').click()
    await frame.getByText('Finishing your open round').waitFor({ timeout: 20_000 })
    await expect.poll(shown).toEqual([inEuro(before + 3000), inEuro(before + 3000)])
    await cashOut.click()
    await frame
      .getByRole('status')
      .filter({ hasText: /^You won/ })
      .waitFor()
    const { cash, expected } = await cashAndRounds(player, 5000)
    expect([cash, await player.cash('USD')]).toEqual([expected, 0])
    await expect.poll(shown).toEqual([inEuro(cash), inEuro(cash)])
  },
)

// Shows: attack 136
longTest(
  'a currency switched before the game has shown its result: neither its stake nor its win is shown in the other currency',
  async ({ enter }) => {
    const player = await fundedPlayer()
    await player.call('POST', '/api/wallet/accounts', { currency: 'USD' })
    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/dice?play=real`)
    const play = frameOf(page).locator('.play')
    await play.waitFor({ timeout: 20_000 })
    let answer = () => {}
    const pending = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/studio/api/play', async (route) => {
      const response = await route.fetch()
      await pending
      // The frame that sent the request may be gone by now.
      await route.fulfill({ response }).catch(() => undefined)
    })
    await play.click()
    await expect.poll(async () => (await player.call('GET', '/api/game/spins')).body.meta.total).toBe(1)
    await switchAccount(page, 'USD')
    const shown = () =>
      page.evaluate((places) => places.map((place) => document.querySelector(place)?.textContent), placesOfBalance)
    await expect.poll(shown).toEqual(['$0.00', '$0.00'])
    await recordFigures(page)
    answer()
    await frameOf(page).locator('.play:not([aria-disabled=true])').waitFor({ timeout: 20_000 })
    expect((await figuresOf(page)).map(({ figure }) => figure)).toEqual(['$0.00', '$0.00'])

    await switchAccount(page, 'EUR')
    const { cash, expected } = await cashAndRounds(player, 2000)
    expect(cash).toBe(expected)
    const inEuro = `€${(cash / 100).toFixed(2)}`
    await expect.poll(shown).toEqual([inEuro, inEuro])
  },
)

longTest(
  'an open round and a bonus are shown on the tiles, with and without scripts, and on the stage',
  async ({ enter }) => {
    const player = await registerPlayer(site)
    await fund(player, 2000, { bonusId: 'welcome-100' })
    const token = await launchGame(site, player, 'tidepool')
    const another = { token: await launchGame(site, player, 'ember-forge'), currency: 'EUR', gameId: 'ember-forge' }
    const bet = { token, currency: 'EUR', gameId: 'tidepool', roundId: randomUUID(), transactionId: randomUUID() }
    expect((await studioCall(site, 'bet', { ...bet, amount: 500 })).status).toBe(200)

    const plain = await (await enter({ player, cookies: noticeRead, javaScriptEnabled: false })).newPage()
    await plain.goto(site.url)
    const [first] = await plain.locator('section[aria-labelledby=rail-recent] article').all()
    await first!.getByRole('link', { name: 'Continue your round in Tidepool' }).waitFor()
    await plain.goto(`${site.url}/?view=all`)
    const dice = plain.locator('article').filter({ has: plain.locator('a[href^="/games/dice?"]') })
    await dice.first().getByText('Your bonus does not apply to this game').waitFor()
    await plain.goto(`${site.url}/games/dice`)
    await plain.getByText('You play with cash only').waitFor()

    const page = await (await enter({ player, cookies: noticeRead })).newPage()
    await page.goto(site.url)
    await page.getByRole('link', { name: 'Continue your round in Tidepool' }).first().click()
    await page.locator('[data-playing=real]').waitFor()
    const bar = page.locator('[data-playing]')
    await bar.getByText('Cash', { exact: true }).waitFor()
    expect((await bar.locator('dl').nth(1).textContent())!.replaceAll(/\s/g, '')).toBe('Cash€15.00Bonusmoney€20.00')
    await bar.getByRole('button', { name: 'About your bonus' }).click()
    await page.getByText('Cash is staked first').waitFor()
    await expectReadable(page, { within: '#bonus-panel' })
    await page.keyboard.press('Escape')

    // In the language with the longest words, nothing on the bar covers anything else.
    await page.goto(`${site.url}/de/games/dice?play=real`)
    await bar.getByText('Dein Bonus gilt nicht').waitFor({ state: 'attached' })
    const covered = () =>
      page.evaluate(async () => {
        // The font that stands in until the site's own has loaded is wider.
        await document.fonts.ready
        const parts = [...document.querySelectorAll('[data-playing] dl > div, [data-playing] dl ~ div :is(a, button)')]
        const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0)
        const isOutside = (box: DOMRect) => box.left < 0 || box.right > innerWidth
        return boxes.filter(
          (box, index) =>
            isOutside(box) ||
            boxes
              .slice(index + 1)
              .some(
                (other) =>
                  box.left < other.right - 1 &&
                  other.left < box.right - 1 &&
                  box.top < other.bottom - 1 &&
                  other.top < box.bottom - 1,
              ),
        )
      })
    for (const [width, height] of viewports) {
      await page.setViewportSize({ width, height })
      // The bar follows the new size a frame later.
      await expect.poll(covered, { message: `${width}x${height}` }).toEqual([])
    }
    // Long amounts push nothing off a phone either.
    await page.goto(`${site.url}/de/games/tidepool?play=real`)
    await bar.getByRole('button', { name: 'Mehr zu deinem Bonus' }).waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    await bar.locator('[data-part] dd').evaluateAll((amounts) => {
      for (const amount of amounts) amount.textContent = '101.200,00 €'
    })
    await expect.poll(covered).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })

    // The round ends on another device, and the tile follows by a push.
    await page.goto(site.url)
    const marks = page.getByRole('link', { name: 'Continue your round in Tidepool' })
    await marks.first().waitFor()
    expect((await studioCall(site, 'win', { ...bet, transactionId: randomUUID(), amount: 0 })).status).toBe(200)
    await expect
      .poll(async () => {
        // Each round causes a push, and the page reacts to the first one after it has connected.
        const roundId = randomUUID()
        for (const [verb, amount] of [
          ['bet', 25],
          ['win', 0],
        ] as const)
          await studioCall(site, verb, { ...another, roundId, amount, transactionId: randomUUID() })
        return marks.count()
      })
      .toBe(0)
  },
)

// Shows: attack 146
longTest(
  'a game continues in the mini player while its player browses and deposits, and closes with the session',
  async ({ enter }) => {
    const page = await (await enter({ player: await fundedPlayer(), cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/dice?play=real`)
    await frameOf(page).locator('.play:enabled').waitFor({ timeout: 20_000 })
    const mini = page.locator('[data-mini]')
    const frame = async () => (await (await page.locator('main iframe').elementHandle()).contentFrame())!
    await (await frame()).evaluate(() => (document.title = 'the same document'))
    const title = async () => (await frame()).evaluate(() => document.title)

    await page.locator('header a[href="/"]').first().click()
    await mini.waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await title()).toBe('the same document')
    expect(await page.locator('[data-playing]').count()).toBe(0)

    // The mini player leaves nothing covered: the last link can be scrolled clear of it once the rows that scrolling
    // loads have arrived.
    const clear = () =>
      page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
        const links = [...document.querySelectorAll('footer a')].map((link) => link.getBoundingClientRect().bottom)
        return document.querySelector('[data-mini]')!.getBoundingClientRect().top - Math.max(...links)
      })
    await expect.poll(clear).toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, 0))

    // The cashier opens and closes over the mini player, also by Back.
    await page.locator('header [data-modal=wallet]').first().click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await title()).toBe('the same document')

    await mini.getByRole('link', { name: 'Continue Dice' }).click()
    await page.locator('[data-playing]').waitFor()
    await frameOf(page).locator('.play:enabled').waitFor()
    expect(await title()).toBe('the same document')

    // Back leads to the lobby with the mini player, forward to the stage.
    await page.goBack()
    await mini.waitFor()
    await page.goForward()
    await page.locator('[data-playing]').waitFor()
    expect(await title()).toBe('the same document')

    await page.goBack()
    await mini.getByRole('button', { name: 'Close game' }).click()
    await expect.poll(() => page.locator('main iframe').count()).toBe(0)

    // Recently played games open without a page in between.
    await page.locator('#rail-recent').waitFor()
    await page.locator('section[aria-labelledby=rail-recent] article a').first().click()
    await page.locator('[data-playing=real]').waitFor()
    await page.goBack()
    await mini.waitFor()
    await page.click('[popovertarget=user-nav]')
    await page
      .locator('#user-nav')
      .getByRole('button', { name: /Sign out/ })
      .click()
    await expect.poll(() => page.locator('main iframe').count()).toBe(0)
  },
)

// Shows: 10.17, attack 157
longTest(
  'a reality check (player protection 17) opens after the round, stays through Escape, a click outside, Back and a reload, and closes everywhere',
  async ({ enter }) => {
    const player = await fundedPlayer()
    const context = await enter({ player, cookies: noticeRead })
    const page = await context.newPage()
    await page.goto(`${site.url}/games/dice?play=real`)
    const play = frameOf(page).locator('.play:not([aria-disabled=true])')
    await play.waitFor({ timeout: 20_000 })
    const checkIsRead = page.waitForResponse(async (answer) => {
      const isRead = answer.url().endsWith('/api/game/reality-check') && answer.ok()
      return isRead && ((await answer.json()) as { play: object | null }).play !== null
    })
    await play.click()
    await checkIsRead
    await expect.poll(() => page.locator('[data-playing] dl').textContent()).toMatch(/Net since.*\d:\d\d:\d\d/)
    await ask(
      site,
      `UPDATE games.reality_checks SET began_at = began_at - interval '1 hour', due_at = clock_timestamp() WHERE player_id = $1 AND began_at IS NOT NULL`,
      [player.id],
    )
    await play.waitFor()
    await play.click()
    const check = page.locator('[data-modal=reality-check]')
    await check.getByText(/1:00:\d\d/).waitFor()
    expect(await check.textContent()).toMatch(/Net result.*Staked.*Paid out/)
    await expectReadable(page, { within: '[data-modal=reality-check]' })

    // On a phone on its side the buttons leave the time and the result in view.
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 740, height: 360 })
    const figures = check.locator('dd')
    await expect
      .poll(() =>
        figures.evaluateAll((all) =>
          all.map((each) => {
            const { left, top, width: wide, height: high } = each.getBoundingClientRect()
            return each.contains(document.elementFromPoint(left + wide / 2, top + high / 2))
          }),
        ),
      )
      .toEqual([true, true, true, true])
    await page.setViewportSize({ width, height })

    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await check.waitFor()
    expect(await check.getByRole('button').allTextContents()).toEqual([
      'Continue playing',
      'View history',
      'Stop playing',
    ])
    await page.goBack()
    await check.waitFor()
    await page.reload()
    await check.getByText(/1:00:\d\d/).waitFor()

    // Another page of the same player opens the game only after the check is acknowledged.
    const other = await context.newPage()
    await other.goto(`${site.url}/games/ember-forge?play=real`)
    const there = other.locator('[data-modal=reality-check]')
    await there.waitFor()
    expect(await other.locator('main iframe').count()).toBe(0)
    await there.getByRole('button', { name: 'Continue playing' }).click()
    await frameOf(other).locator('.play').waitFor({ timeout: 20_000 })
    await check.waitFor({ state: 'detached' })
    await frameOf(page).locator('.play:not([aria-disabled=true])').waitFor({ timeout: 20_000 })

    // The check also covers other pages while a game is open in the mini player, and stopping closes the game.
    await other.close()
    await page.locator('header a[href="/"]').first().click()
    await page.locator('[data-mini]').waitFor()
    await ask(site, `UPDATE games.reality_checks SET due_at = clock_timestamp() WHERE player_id = $1`, [player.id])
    await player.call('PUT', '/api/game/reality-check', { intervalMinutes: 60 })
    await check.getByRole('button', { name: 'Stop playing' }).click()
    await check.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('main iframe').count()).toBe(0)
  },
)
