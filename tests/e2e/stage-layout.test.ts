/** The game stage in a browser: everything that is needed to play is in view, on every screen and in both directions. */
import { randomUUID } from 'node:crypto'
import type { FrameLocator } from 'playwright-core'
import { expect } from 'vitest'
import type { BlackjackView } from '#contract/rounds.ts'
import { decide, ready } from '#scripts/walk/play.ts'
import { games as gameList } from '#games/games.ts'
import { gameFrame, readScreen } from '#scripts/walk/screen.ts'
import { sampled } from '#tests/setup/length.ts'
import { noticeRead, phone, siteTest, type Visitor } from '#tests/setup/visit.ts'
import { fund, launchGame, registerPlayer, studioCall } from '../product/site-player.ts'
import { continuing, finished, fixedRounds } from './fixed-rounds.ts'
import { viewports } from './viewports.ts'

const { site, longTest } = siteTest()

const title =
  'the main button, all rows and the session bar of %s lie inside the viewport of phones and desktops, both ways up and from right to left'
longTest.for(['ember-forge'])(title, isInside)
longTest.for(sampled(['blackjack', 'mines', 'dice'], 1))(title, isInside)

/** The part of the page that a phone gives to the game; on larger screens the site surrounds it. */
const screen = (width: number, height: number) => (Math.min(width, height) < 480 ? width * height : 0)

async function isInside(game: string, { enter }: Visitor): Promise<void> {
  const page = await (await enter({ seesPictures: true, cookies: noticeRead })).newPage()
  const frame = page.frameLocator('[data-playing] iframe')
  for (const locale of ['', '/ar']) {
    await page.goto(`${site.url}${locale}/games/${game}?play=demo`)
    await frame.locator('.play').waitFor({ timeout: 20_000 })
    for (const [width, height] of sampled(viewports, 2)) {
      await page.setViewportSize({ width, height })
      const parts = frame.locator(
        '.play, .stepper, .quick, .reels, .board, .odds:visible, .field, .side, .felt, .moves, .tools button',
      )
      const outside = async () => {
        const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()))
        boxes.push(await page.locator('[data-playing] dl').boundingBox())
        return boxes.filter(
          (box) => !box || box.x < 0 || box.y < 0 || box.x + box.width > width + 1 || box.y + box.height > height + 1,
        )
      }
      await expect.poll(outside, { message: `${locale} ${width}x${height}` }).toEqual([])
      const board = (await frame.locator('.stage').boundingBox())!
      expect(board.width * board.height, `${locale} ${width}x${height}`).toBeGreaterThan(0.55 * screen(width, height))
      const overBar = () =>
        page.locator('[data-playing] dl ~ div > a').evaluateAll((links) =>
          links
            .filter((link) => {
              const bar = link.parentElement!.parentElement!.getBoundingClientRect()
              const { top, bottom } = link.getBoundingClientRect()
              return top < bar.top || bottom > bar.bottom
            })
            .map((link) => link.textContent),
        )
      await expect.poll(overBar, { message: `${locale} ${width}x${height}` }).toEqual([])
      expect(await page.locator('[data-playing] dl ~ div > a').count()).toBe(1)
    }
  }
}

longTest.for(
  sampled(
    gameList.map(({ slug }) => slug),
    2,
  ),
)(
  'on a phone the board of %s has 55 % of the height, also with the lines of a race, a quest and a jackpot below it',
  async (game, { enter }) => {
    const player = await registerPlayer(site)
    await fund(player, 20_00)
    const page = await (await enter({ ...phone, player, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/games/${game}?play=real`)
    const frame = page.frameLocator('[data-playing] iframe')
    await frame.locator('.play').waitFor({ timeout: 20_000 })
    for (const [width, height] of [
      [360, 740],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const share = async () => (await frame.locator('.stage').boundingBox())!.height / height
      await expect.poll(share, { message: `${width}x${height}` }).toBeGreaterThanOrEqual(0.55)
    }
  },
)

longTest(
  'on phones, a laptop and at 200 % zoom no label overflows its button and nothing covers a text of a game',
  async ({ enter }) => {
    const page = await (await enter({ ...phone, seesPictures: true, cookies: noticeRead })).newPage()
    const frame = page.frameLocator('[data-playing] iframe')
    for (const [locale, game, dealt] of [
      ['de', 'blackjack-surrender', '.hand'],
      ['de', 'hilo', '.call:enabled'],
      ['de', 'baccarat', null],
      ['pt-BR', 'roulette', null],
      ['en', 'limbo', null],
      ['de', 'dice', null],
      ['de', 'jacks-or-better', '.slot[aria-disabled=false]'],
    ] as const) {
      await page.setViewportSize(phone.viewport)
      await page.goto(`${site.url}/${locale}/games/${game}?play=demo`)
      await frame.locator('.play').waitFor({ timeout: 20_000 })
      if (dealt) {
        await frame.locator('.play').click()
        await frame.locator(dealt).first().waitFor()
      }
      for (const [width, height] of [...viewports.slice(0, 5), [320, 640], [1366, 768]] as const) {
        const size = { width, height }
        await page.setViewportSize(size)
        const faults = async () => {
          const { cut, covered, sideways } = await readScreen(page)
          const beyond = await frame.locator('.options .choices button').evaluateAll((choices) =>
            choices
              .filter((choice) => {
                const [handBox, group] = [
                  choice.getBoundingClientRect(),
                  choice.closest('.options')!.getBoundingClientRect(),
                ]
                return handBox.left < group.left || handBox.right > group.right
              })
              .map(({ textContent }) => textContent),
          )
          return { cut, covered, sideways, beyond }
        }
        await expect
          .poll(faults, { message: `${locale} ${game} ${width}x${height}` })
          .toEqual({ cut: [], covered: [], sideways: 0, beyond: [] })
      }
    }
  },
)

longTest('on a phone options with long names stay in their boxes, and the boxes do not overlap', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  const frame = page.frameLocator('[data-playing] iframe')
  for (const game of ['wheel', 'plinko', 'keno']) {
    await page.goto(`${site.url}/ar/games/${game}?play=demo`)
    await frame.locator('.play').waitFor({ timeout: 20_000 })
    const boxes = await frame.locator('.options .choices').evaluateAll((all) =>
      all.map((each) => {
        const { left, right, top } = each.getBoundingClientRect()
        return { left, right, top, overflow: each.scrollWidth - each.clientWidth }
      }),
    )
    expect(boxes.filter(({ overflow }) => overflow > 0)).toEqual([])
    const overlapping = boxes.filter((one) =>
      boxes.some((other) => other !== one && other.top === one.top && other.left < one.right && one.left < other.right),
    )
    expect(overlapping).toEqual([])
  }
})

longTest('on a phone each multiplier of keno fits into its box, also with ten picks', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  const frame = page.frameLocator('[data-playing] iframe')
  await page.goto(`${site.url}/de/games/keno?play=demo`)
  await frame.locator('.play').waitFor({ timeout: 20_000 })
  await frame.locator('.keno-grid').evaluate((grid) => {
    for (const picked of grid.querySelectorAll<HTMLElement>('[aria-pressed=true]')) picked.click()
    for (const cell of [...grid.querySelectorAll<HTMLElement>('button')].slice(0, 10)) cell.click()
  })
  const cut = () =>
    frame.locator('.keno-pays').evaluate((list) => {
      const listBox = list.getBoundingClientRect()
      return [...list.children].flatMap((item) => {
        const [box, text] = [item.getBoundingClientRect(), item.firstElementChild!.getBoundingClientRect()]
        const isInside = text.width <= box.width + 0.5 && box.left >= listBox.left - 1 && box.right <= listBox.right + 1
        return isInside ? [] : [`${item.textContent}: ${text.width} of ${box.width}`]
      })
    })
  expect(await frame.locator('.keno-pays li').count()).toBe(11)
  for (const risk of ['Mittel', 'Hoch']) {
    await frame.getByRole('button', { name: risk }).click()
    for (const [width, height] of [...viewports.slice(0, 4), [320, 640]] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(cut, { message: `${risk} ${width}x${height}` }).toEqual([])
    }
  }
})

longTest('on a small phone no option of dice is under the bar, also on a very short stage', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  await page.goto(`${site.url}/pt-BR/games/dice?play=demo`)
  await page.frameLocator('[data-playing] iframe').locator('.play').waitFor({ timeout: 20_000 })
  // The last height is as small as with lines about a tournament.
  for (const height of [640, 610, 590]) {
    await page.setViewportSize({ width: 320, height })
    await expect.poll(async () => (await readScreen(page)).covered, { message: `320x${height}` }).toEqual([])
  }
})

longTest('on a phone no reel moves when a win with a long name is written below', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  const frame = page.frameLocator('[data-playing] iframe')
  for (const height of [800, 640]) {
    await page.setViewportSize({ ...phone.viewport, height })
    await page.goto(`${site.url}/de/games/honeyfall?play=demo`)
    await frame.locator('.play').waitFor({ timeout: 20_000 })
    const detail = frame.locator('.win-detail')
    const place = () => frame.locator('.frame').boundingBox()
    const before = await place()
    // The text is as long as after a win of four cascades, and is written into the same element.
    await detail.evaluate((line) => {
      const written = line.firstElementChild ?? line
      written.textContent = '3 × Honigtropfen (Joker) auf 12 Wegen zahlt 12,40 € · \u2066×5\u2069'
    })
    expect(await place(), `${height}`).toEqual(before)
    expect((await detail.boundingBox())!.height).toBeGreaterThan(30)
    expect((await readScreen(page)).covered).toEqual([])
  }
})

longTest('on a phone the deposit button stays beside the balance, also with very long amounts', async ({ enter }) => {
  const player = await registerPlayer(site)
  await fund(player, 100_00)
  const round = {
    token: await launchGame(site, player, 'ember-forge'),
    currency: 'EUR',
    gameId: 'ember-forge',
    roundId: randomUUID(),
  }
  for (const [call, amount] of [
    ['bet', 20_00],
    ['win', 1_234_567_00],
  ] as const)
    expect(await studioCall(site, call, { ...round, transactionId: randomUUID(), amount })).toMatchObject({
      status: 200,
    })
  const page = await (await enter({ ...phone, player, cookies: noticeRead })).newPage()
  for (const locale of ['ar', 'fr-CA', 'en']) {
    await page.goto(`${site.url}/${locale}/games/ember-forge?play=real`)
    const time = page.locator('[data-playing] dl > div').nth(2)
    await time.waitFor({ timeout: 20_000 })
    const [balance, deposit] = await Promise.all(
      [page.locator('[data-playing] dl > div').first(), page.locator('[data-playing] dl ~ div > a')].map((each) =>
        each.boundingBox(),
      ),
    )
    expect(deposit!.y, locale).toBeLessThan(balance!.y + balance!.height)
    expect(await page.locator('[data-playing] dl').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  }
})

longTest('in Arabic results begin at the right, and a multiplier reads as in every language', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  const frame = page.frameLocator('[data-playing] iframe')
  await page.goto(`${site.url}/ar/games/limbo?play=demo`)
  await frame.locator('.play').click({ timeout: 20_000 })
  const strip = frame.locator('.past')
  await strip.locator('li').first().waitFor()
  const [listBox, newest] = [(await strip.boundingBox())!, (await strip.locator('li').first().boundingBox())!]
  expect(newest.x + newest.width).toBeCloseTo(listBox.x + listBox.width, 0)
  for (const place of ['.past li bdi', '.choices button bdi', '.quick button:nth-child(3) bdi']) {
    const multiplier = frame.locator(place).first()
    expect(await multiplier.textContent(), place).toMatch(/^[\d.,]+×$/)
    expect(await multiplier.evaluate((each) => getComputedStyle(each).direction), place).toBe('ltr')
  }
})

longTest(
  'a roulette table on a phone has pockets to tap, and does not turn when the result is shown',
  async ({ enter }) => {
    const page = await (await enter({ ...phone, seesPictures: true, cookies: noticeRead })).newPage()
    const frame = page.frameLocator('[data-playing] iframe')
    await page.goto(`${site.url}/de/games/french-roulette?play=demo`)
    await frame.locator('.outside').first().click({ timeout: 20_000 })
    const columns = () =>
      frame.locator('.felt').evaluate((felt) => getComputedStyle(felt).gridTemplateColumns.split(' ').length)
    // A tap on the middle of a number bets only on this number: the areas of splits and corners do not cover it.
    const missed = () =>
      frame.locator('.felt .pocket').evaluateAll((pockets) =>
        pockets.flatMap((pocket) => {
          const { x, y, width, height } = pocket.getBoundingClientRect()
          const hit = document.elementFromPoint(x + width / 2, y + height / 2)
          const isTapped = pocket.contains(hit) && Math.min(width, height) >= 24
          return isTapped ? [] : [`${pocket.textContent}: ${width} x ${height}, ${hit?.className}`]
        }),
      )
    await frame.locator('.play').click()
    await frame.locator('.past li').first().waitFor()
    // The wheel stays over the table for a moment, or until a press.
    await frame.locator('.wheel-over').waitFor({ state: 'hidden' })
    for (const [width, height, across] of [
      [360, 640, 14],
      [360, 800, 14],
      [390, 844, 5],
      [800, 360, 14],
      [667, 375, 14],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(columns, { message: `${width} x ${height}` }).toBe(across)
      expect(await missed(), `${width} x ${height}`).toEqual([])
    }
    for (const [width, height, across] of [
      [390, 844, 5],
      [360, 800, 14],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(columns, { message: `${width} x ${height}` }).toBe(across)
      // The longest results take two lines.
      await frame
        .locator('.line-of-words')
        .evaluate((line) => (line.textContent = '20 Schwarz: du hast 2,00 € gewonnen'))
      expect(await columns()).toBe(across)
    }
  },
)

longTest(
  'the names of a roulette table and of its buttons keep a distance from the edges of their cells on a phone',
  async ({ enter }) => {
    const page = await (await enter({ ...phone, seesPictures: true, cookies: noticeRead })).newPage()
    const frame = page.frameLocator('[data-playing] iframe')
    for (const locale of ['de', 'pt-BR', 'fr-CA', 'ar', 'es']) {
      await page.goto(`${site.url}/${locale}/games/roulette?play=demo`)
      await frame.locator('.outside').first().waitFor({ timeout: 20_000 })
      const tight = await frame.locator('.outside[data-colour], .bet-book button').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell.firstElementChild ?? cell)
          const [name, limits] = [range.getBoundingClientRect(), cell.getBoundingClientRect()]
          const distance = cell.matches('.outside') ? 2 : 5
          const isTight = name.width > 0 && (name.left < limits.left + distance || name.right > limits.right - distance)
          return isTight ? [`${cell.textContent}: ${Math.round(name.width)} of ${Math.round(limits.width)}`] : []
        }),
      )
      expect(tight, locale).toEqual([])
    }
  },
)

longTest(
  'on a phone no card of baccarat moves when the next is dealt, nor the table when the result is announced',
  async ({ enter }) => {
    const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
    await page.goto(`${site.url}/fr-CA/games/baccarat?play=demo`)
    await page.locator('[data-playing] iframe').waitFor()
    const frame = (await gameFrame(page))!
    await frame.locator(ready).waitFor({ timeout: 20_000 })
    await frame.locator('[data-position=banker]').click()
    await frame.evaluate(() => {
      const moved: string[] = []
      const places = new Map<Element, string>()
      const read = () => {
        for (const each of document.querySelectorAll<HTMLElement>('.card, .positions')) {
          const place = `${each.offsetLeft}, ${each.offsetTop}`
          const before = places.get(each) ?? place
          if (before !== place) moved.push(`${each.className} from ${before} to ${place}`)
          places.set(each, place)
        }
      }
      new MutationObserver(read).observe(document.body, { childList: true, subtree: true, attributes: true })
      Object.assign(globalThis, { moved })
    })
    const results = frame.locator('.past li')
    for (let played = 1; played <= 8; played++) {
      await frame.locator(ready).click()
      await expect.poll(() => results.count(), { timeout: 10_000 }).toBe(played)
    }
    expect(await frame.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
  },
)

for (const game of ['blackjack', 'blackjack-surrender'])
  longTest(`on a phone the offer of insurance moves no card of ${game}`, async ({ enter }) => {
    const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
    const frame = page.frameLocator('[data-playing] iframe')
    await page.goto(`${site.url}/de/games/${game}?play=demo`)
    await frame.locator('.play').waitFor({ timeout: 20_000 })
    const places = () =>
      Promise.all(['.hands', '.side', '.hint-button'].map((part) => frame.locator(part).boundingBox()))
    for (const [width, height] of [
      [360, 800],
      [800, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [before, after] = [await places(), await offerInsurance().then(places)]
      expect(after, `${width}x${height}`).toEqual(before)
      await offerInsurance()
    }
    // Offers the insurance as the game does when the dealer's first card is an ace.
    async function offerInsurance() {
      await frame.locator('.moves button').evaluateAll((buttons) => {
        for (const button of buttons) button.toggleAttribute('hidden')
      })
    }
  })

longTest('a lost hand of blackjack does not have the colour of winnings', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  await page.goto(`${site.url}/games/blackjack?play=demo`)
  await page.locator('[data-playing] iframe').waitFor()
  const frame = (await gameFrame(page))!
  const lost = frame.locator(".hand:is([data-result='loss'], [data-result='bust'])")
  for (let round = 0; round < 20 && (await lost.count()) === 0; round++) {
    await frame.locator(ready).click({ timeout: 20_000 })
    await frame.locator('.hand').first().waitFor()
    while ((await frame.locator('.hand[data-result]').count()) === 0) await decide(frame)
  }
  const [word, around] = await lost
    .first()
    .locator('strong')
    .evaluate((each) => [each, each.parentElement!].map((element) => getComputedStyle(element).color))
  expect(word).toBe(around)
})

for (const game of ['mines', 'towers'])
  longTest(`on a short phone the fields of ${game} can be tapped`, async ({ enter }) => {
    const page = await (await enter({ ...phone, viewport: { width: 360, height: 640 }, cookies: noticeRead })).newPage()
    const frame = page.frameLocator('[data-playing] iframe')
    await page.goto(`${site.url}/de/games/${game}?play=demo`)
    await frame.locator('.play').click({ timeout: 20_000 })
    const fields = frame.locator('.slab, .door')
    await fields.last().click()
    await frame.locator('.worth[data-live]').or(frame.locator('.past li')).first().waitFor()
    const sizes = await fields.evaluateAll((all) =>
      all.map((each) => Math.min(each.getBoundingClientRect().width, each.getBoundingClientRect().height)),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
    const { cut, covered, sideways } = await readScreen(page)
    expect({ cut, covered, sideways }).toEqual({ cut: [], covered: [], sideways: 0 })
  })

const dealtCards = [
  [8, 21],
  [4, 14, 27, 41, 1],
  [20, 33],
  [2, 15, 5],
]
const results = ['push', 'win', 'bust', 'loss'] as const

/** Hands as after splits: with stakes of different length, and with each result if the round has ended. */
function severalHands(count: number, isOver: boolean) {
  const hands = dealtCards.slice(0, count).map((cards, index) => ({
    cards,
    stake: index === 1 ? 123_45 : 1_00,
    result: isOver ? results[index]! : null,
    payout: 0,
  }))
  return blackjackOf(hands, isOver ? [] : ['hit', 'stand', 'double', 'split'], count - 1)
}
function oneHand(cards: number[], moves: BlackjackView['moves'], result: BlackjackView['hands'][number]['result']) {
  return blackjackOf([{ cards, stake: 1_00, result, payout: 0 }], moves, 0)
}
function blackjackOf(hands: BlackjackView['hands'], moves: BlackjackView['moves'], active: number) {
  const isOver = moves.length === 0
  const dealer = isOver ? [7, 20, 1, 29] : [0]
  const view = { game: 'blackjack', dealer, hands, active: isOver ? null : active, moves, insurance: null } as const
  return isOver ? finished({ ...view, dealer }, 1_00) : continuing({ ...view, dealer })
}
const blackjackRounds = {
  'one hand': oneHand([8, 21], ['hit', 'stand', 'double', 'split', 'surrender'], null),
  'an offer of insurance': oneHand([8, 21], ['insure', 'decline'], null),
  'a hand of five cards': oneHand([4, 14, 27, 41, 1], ['hit', 'stand'], null),
  'a natural blackjack': oneHand([0, 12], [], 'blackjack'),
  'a push of five cards': oneHand([4, 14, 27, 41, 1], [], 'push'),
  'two hands': severalHands(2, false),
  'two results': severalHands(2, true),
  'three hands': severalHands(3, false),
  'three results': severalHands(3, true),
  'four hands': severalHands(4, false),
  'four results': severalHands(4, true),
}
const fewCalls = { cards: [5, 9], calls: ['higher' as const], worth: { multiplier: 1.485, amount: 1_48, next: 2.97 } }
const manyCalls = {
  cards: [5, 9, 22, 1, 50, 13, 38, 7, 20, 33, 46, 11],
  calls: Array.from({ length: 11 }, (_, index) => (['higher', 'lower', 'skip'] as const)[index % 3]!),
  worth: { multiplier: 12.87, amount: 12_87, next: 25.74 },
}
const hiloRound = (calls: typeof manyCalls) =>
  continuing({ game: 'hilo', ...calls, higher: 1.2345, lower: 12.87, maySkip: true, isLost: false })
const hiloRounds = { 'the second card': hiloRound(fewCalls), 'the twelfth card': hiloRound(manyCalls) }
const pokerView = { game: 'poker', cards: [1, 14, 27, 40, 12], hand: 'fourDeuces' } as const
const pokerRounds = {
  'five cards': continuing({ ...pokerView, cards: [...pokerView.cards], held: null }),
  'a win': finished({ ...pokerView, cards: [...pokerView.cards], held: [0, 1, 2, 3] }, 200_00),
}
const shortPhones = [
  [360, 690],
  [360, 640],
] as const
const phones = [...shortPhones, [360, 560], [390, 844], [667, 375], [740, 360]] as const

for (const [game, locale, rounds, sizes] of [
  ['blackjack', 'de', blackjackRounds, phones],
  ['blackjack-surrender', 'de', blackjackRounds, phones],
  ['blackjack-surrender', 'ar', blackjackRounds, phones],
  ['hilo', 'de', hiloRounds, phones.slice(0, 3)],
  ['deuces-wild', 'de', pokerRounds, shortPhones],
] as const)
  longTest(
    `on a phone no card of ${game} (${locale}) lies over another hand, a text or a button`,
    async ({ enter }) => {
      const page = await (await enter({ ...phone, seesPictures: true, cookies: noticeRead })).newPage()
      const frame = page.frameLocator('[data-playing] iframe')
      const show = await fixedRounds(page)
      await page.goto(`${site.url}/${locale}/games/${game}?play=demo`)
      for (const [name, round] of Object.entries(rounds)) {
        await show(round)
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height })
          await expect
            .poll(() => misplaced(frame), { message: `${name}, ${width}x${height}` })
            .toEqual({ overlaps: [], beyond: [] })
        }
      }
    },
  )

/** Finds parts of a table of cards that lie over each other, and parts of a hand outside it or outside the table. */
function misplaced(frame: FrameLocator) {
  return frame
    .locator(
      '.line-of-words, .dealer .row, .dealer .total, .hand, .rule, .lying .card, .skip, .trail, .side, .pays-table, .stepped > .hint-button',
    )
    .evaluateAll((all) => {
      const shown = all
        .filter((each) => each.checkVisibility())
        .map((each) => [each, each.getBoundingClientRect()] as const)
      const overlaps = shown.flatMap(([one, a], index) =>
        shown
          .slice(index + 1)
          .filter(
            ([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
          )
          .map(([other]) => `${one.className} over ${other.className}`),
      )
      const isBeyond = (part: Element, around: Element) => {
        const [a, b] = [part.getBoundingClientRect(), around.getBoundingClientRect()]
        return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1
      }
      const beyond = shown.flatMap(([each]) => {
        const table = each.closest('.felt')
        if (!table) return []
        const parts = [...each.querySelectorAll('.card, .total, bdi:not(.unseen), strong')]
        return [
          ...(isBeyond(each, table) ? [each.className] : []),
          ...parts
            .filter((part) => isBeyond(part, each))
            .map((part) => `${part.localName} ${part.className} of ${each.className}`),
        ]
      })
      return { overlaps, beyond }
    })
}

longTest(
  'on a phone of any height a long hand of the dealer stays inside the table of blackjack',
  async ({ enter }) => {
    const page = await (await enter({ ...phone, seesPictures: true, cookies: noticeRead })).newPage()
    const frame = page.frameLocator('[data-playing] iframe')
    await page.goto(`${site.url}/games/blackjack-surrender?play=demo`)
    await frame.locator('.play').click({ timeout: 20_000 })
    await frame.locator('.hand').first().waitFor()
    const row = frame.locator('.dealer .row')
    // Eight cards are too rare to wait for: the second one is repeated, and counted as the game counts its cards.
    await row.evaluate((element) => {
      const { length } = element.children
      if (element.style.getPropertyValue('--count') !== String(length)) throw new Error('the cards are not counted')
      for (let count = length; count < 8; count++) element.append(element.lastElementChild!.cloneNode(true))
      element.style.setProperty('--count', '8')
    })
    const outside = () =>
      frame.locator('.dealer').evaluate((dealer) => {
        const hand = document.querySelector('.hand')!.getBoundingClientRect()
        const parts = [...dealer.querySelectorAll('.card, .total')]
        return parts.flatMap((part) => {
          const { left, right, top, bottom, width } = part.getBoundingClientRect()
          const isOver = left < hand.right && hand.left < right && top < hand.bottom && hand.top < bottom
          return width > 0 && (left < 0 || right > innerWidth || isOver)
            ? [`${part.className} ${left} to ${right}`]
            : []
        })
      })
    for (const [width, height] of [
      [360, 800],
      [360, 690],
      [360, 560],
      [320, 568],
      [740, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(outside, { message: `${width}x${height}` }).toEqual([])
    }
  },
)

longTest('on a short phone no card of baccarat covers a name, a total or a position', async ({ enter }) => {
  const page = await (await enter({ ...phone, seesPictures: true, cookies: noticeRead })).newPage()
  const frame = page.frameLocator('[data-playing] iframe')
  const overlaps = () =>
    frame.locator('.hand').evaluateAll((hands) =>
      hands.flatMap((hand) => {
        const handBox = hand.getBoundingClientRect()
        const cards = [...hand.querySelectorAll('.card')].map((card) => card.getBoundingClientRect())
        const parts = [...hand.querySelectorAll('p, .total'), document.querySelector('.positions')!]
        const overlapped = parts.filter((part) => {
          const range = document.createRange()
          range.selectNodeContents(part)
          const { left, right, top, bottom } = range.getBoundingClientRect()
          return cards.some(
            (card) => card.left < right - 1 && left < card.right - 1 && card.top < bottom - 1 && top < card.bottom - 1,
          )
        })
        const beyond = cards.filter(({ left, right }) => left < handBox.left || right > handBox.right)
        return [...overlapped.map(({ className, tagName }) => `card over ${tagName} ${className}`), ...beyond]
      }),
    )
  for (const locale of ['de', 'fr-CA', 'ar']) {
    await page.setViewportSize({ width: 360, height: 690 })
    await page.goto(`${site.url}/${locale}/games/baccarat?play=demo`)
    await frame.locator('[data-position=player]').click({ timeout: 20_000 })
    // The third card is turned by 90 degrees and is beside the others.
    const third = frame.locator('.hand .card:nth-child(3)')
    for (let played = 0; played < 20 && (await third.count()) === 0; played++) {
      await frame.locator(ready).click()
      await frame.locator('.past li').nth(played).waitFor()
    }
    for (const [width, height] of [
      [360, 690],
      [360, 640],
      [360, 560],
      [320, 640],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height })
      const message = `${locale} ${width}x${height}`
      await expect.poll(overlaps, { message }).toEqual([])
      // The longest results take two lines.
      await frame
        .locator('.line-of-words')
        .evaluate((line) => (line.textContent = 'Unentschieden 6 zu 6: du hast 1.234,00 € gewonnen'))
      await expect.poll(overlaps, { message: `${message}, two lines` }).toEqual([])
      const { cut, covered, sideways } = await readScreen(page)
      expect({ cut, covered, sideways }, message).toEqual({ cut: [], covered: [], sideways: 0 })
    }
  }
})
