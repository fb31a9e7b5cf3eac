/** The screens of `npm run screenshots`: one row each, with the visitor and the actions before the screenshot. */
import type { FrameLocator, Page } from 'playwright-core'
import { raiseLevel } from './reward-states.ts'

/** The country whose law allows no games, by the site's settings of `npm run screenshots`. */
export const restrictedCountry = 'BR'

export type Shot = {
  name: string
  path: string
  /** The demo player, or one of those in reward-states.ts. */
  by?: 'player' | 'regular' | 'bonus' | 'newcomer'
  isModal?: boolean
  /** The visitor's country, if it is not the default one. */
  country?: string
  before?: (page: Page) => Promise<void>
}

const press =
  (...selectors: string[]) =>
  async (page: Page) => {
    await untilStill(page)
    for (const selector of selectors) await page.locator(selector).filter({ visible: true }).first().click()
  }
/** The sportsbook ignores a press on what has just come to its place. */
const untilStill = (page: Page) => page.locator('[data-settling]').waitFor({ state: 'detached' })
const frameOf = (page: Page): FrameLocator => page.frameLocator('main iframe')
const untilOpen = (page: Page) => frameOf(page).locator('.play').waitFor()
async function playOneRound(page: Page): Promise<void> {
  await untilOpen(page)
  await frameOf(page).locator('.play').click()
  await frameOf(page).locator('.line-of-words:not(:empty)').waitFor()
}
async function playAndHold(page: Page): Promise<void> {
  await playOneRound(page)
  await frameOf(page).locator('.hint-button').click()
}
async function betAndPlay(page: Page): Promise<void> {
  await untilOpen(page)
  await frameOf(page).locator('.felt .pocket, .position').nth(1).click()
  await playOneRound(page)
  // The wheel lies over the felt until its number is known.
  await frameOf(page).locator('.wheel-over:not([hidden])').waitFor({ state: 'detached' })
}
async function pickAndOpenSlip(page: Page): Promise<void> {
  const prices = page.locator('.row:not([data-live]) .row-odds')
  for (const at of [1, 2]) {
    await untilStill(page)
    await prices.nth(at).locator('.odds').first().click()
  }
  // On a wide page the slip is already open.
  await page
    .locator('.slip-bar')
    .filter({ visible: true })
    .click({ timeout: 500 })
    .catch(() => undefined)
}
async function scrollToEnd(page: Page): Promise<void> {
  // Lazily laid-out content near the end moves the end again.
  for (let times = 0; times < 2; times++)
    await page.evaluate(
      () =>
        new Promise((done) => {
          scrollTo(0, document.documentElement.scrollHeight)
          requestAnimationFrame(done)
        }),
    )
}

const browsing: Shot[] = [
  { name: 'lobby-guest', path: '/' },
  { name: 'lobby-player', path: '/', by: 'player' },
  { name: 'lobby-footer', path: '/', before: scrollToEnd },
  { name: 'category', path: '/categories/slots' },
  { name: 'studios', path: '/providers' },
  { name: 'studio', path: '/providers/fairhouse-studio' },
  { name: 'filters', path: '/?view=all', before: press('[aria-controls=filter-panel]') },
  {
    name: 'live-bets',
    path: '/',
    by: 'player',
    before: (page) => page.locator('#live-bets').scrollIntoViewIfNeeded(),
  },
  { name: 'search-found', path: '/?search=fo' },
  { name: 'search-nothing', path: '/?search=zzzz' },
  { name: 'favorites', path: '/favorites', by: 'player' },
  { name: 'recently-played', path: '/recently-played', by: 'player' },
  { name: 'game-guest', path: '/games/ember-forge' },
  { name: 'game-player', path: '/games/lantern-harbor', by: 'player' },
  { name: 'playing-slot', path: '/games/ember-forge?play=demo', before: playOneRound },
  { name: 'playing-dice', path: '/games/dice?play=demo', before: playOneRound },
  ...[
    'honeyfall',
    'jade-rapids',
    'night-express',
    'velvet-groove',
    'kite-festival',
    'library-of-owls',
    'limbo',
    'wheel',
    'plinko',
    'keno',
    'diamonds',
  ].map((game) => ({
    name: `playing-${game}`,
    path: `/games/${game}?play=demo`,
    before: playOneRound,
  })),
  ...['roulette', 'french-roulette', 'baccarat'].map((game) => ({
    name: `playing-${game}`,
    path: `/games/${game}?play=demo`,
    before: betAndPlay,
  })),
  { name: 'playing-crash', path: '/games/crash?play=demo', before: untilOpen },
  { name: 'playing-mines', path: '/games/mines?play=demo', before: playOneRound },
  { name: 'playing-towers', path: '/games/towers?play=demo', before: playOneRound },
  { name: 'playing-hilo', path: '/games/hilo?play=demo', before: playOneRound },
  { name: 'playing-blackjack', path: '/games/blackjack?play=demo', before: playOneRound },
  { name: 'playing-blackjack-surrender', path: '/games/blackjack-surrender?play=demo', before: playOneRound },
  { name: 'playing-jacks-or-better', path: '/games/jacks-or-better?play=demo', before: playAndHold },
  { name: 'playing-deuces-wild', path: '/games/deuces-wild?play=demo', before: playAndHold },
  {
    name: 'mini-player',
    path: '/games/ember-forge?play=demo',
    before: async (page) => {
      await untilOpen(page)
      // Phones show no header beside a game; the rest of the page has links as well.
      await page
        .locator('footer a[href="/"]')
        .first()
        .evaluate((link: HTMLElement) => link.click())
      await page.locator('[data-mini]').waitFor()
    },
  },
  {
    name: 'game-rules',
    path: '/games/tidepool?play=demo',
    before: async (page) => {
      await untilOpen(page)
      await frameOf(page).locator('.tools button').last().click()
    },
  },
  { name: 'fairness', path: '/static/fairness' },
  { name: 'terms', path: '/static/terms' },
  { name: 'safer-play', path: '/static/responsible-gaming' },
  { name: 'self-test', path: '/safer-play' },
  { name: 'liabilities', path: '/proof-of-liabilities', by: 'player' },
  { name: 'questions', path: '/questions' },
  { name: 'contact', path: '/contact' },
  { name: 'welcome-package', path: '/welcome-package' },
  { name: 'loyalty-guest', path: '/loyalty' },
  { name: 'loyalty-player', path: '/loyalty', by: 'player' },
  { name: 'tournaments', path: '/tournaments', by: 'player' },
  {
    name: 'tournament',
    path: '/tournaments',
    by: 'player',
    before: async (page) => {
      await page.locator('main article a').first().click()
      await page.locator('main table').waitFor()
    },
  },
  {
    name: 'playing-tournament',
    path: '/games/dice?play=real',
    by: 'player',
    before: async (page) => {
      await untilOpen(page)
      await page.locator('[data-strip]').first().waitFor()
    },
  },
  { name: 'loyalty-rule', path: '/loyalty', by: 'player', before: scrollToEnd },
  { name: 'betting', path: '/betting', by: 'player', before: press('.row:not([data-live]) .odds') },
  { name: 'betting-match', path: '/betting/live', before: press('.row-match') },
  { name: 'betting-slip', path: '/betting/football', by: 'player', before: pickAndOpenSlip },
  { name: 'not-found', path: '/no/such/page' },
]

const shell: Shot[] = [
  {
    name: 'drawer',
    path: '/',
    by: 'player',
    before: press('nav button[popovertarget=drawer], header button[popovertarget=drawer], #drawer > button:last-child'),
  },
  { name: 'accounts', path: '/', by: 'player', before: press('[popovertarget=accounts-menu]') },
  { name: 'notifications', path: '/', by: 'newcomer', before: press('[popovertarget=notifications]') },
  { name: 'user-menu', path: '/', by: 'player', before: press('[popovertarget=user-nav]') },
]

const modals: Shot[] = [
  { name: 'sign-in', path: '/?sign-in=true' },
  { name: 'forgot-pass', path: '/?forgot-pass=true' },
  { name: 'sign-up', path: '/?sign-up=true' },
  { name: 'sign-up-phone', path: '/?sign-up=true', before: press('[data-modal=sign-up] [role=tab]:last-of-type') },
  { name: 'sign-up-cancel', path: '/?sign-up=true&sign-up-cancel=true' },
  { name: 'categories', path: '/?categories=true' },
  { name: 'wallet-deposit', path: '/?wallet=deposit', by: 'player' },
  { name: 'wallet-withdraw', path: '/?wallet=withdraw', by: 'player' },
  { name: 'wallet-region', path: '/?wallet=deposit&wallet-region=true', by: 'player' },
  { name: 'equivalent-currency', path: '/?equivalent-currency=true', by: 'player' },
  { name: 'cancel-deposit', path: '/?cancel-deposit=true', by: 'player' },
  { name: 'deposit-success', path: '/?deposit-success=true', by: 'player' },
  { name: 'deposit-error', path: '/?deposit-error=true', by: 'player' },
  { name: 'bonus-terms', path: '/?wallet-bonus-info=welcome-100', by: 'player' },
  { name: 'deposit-limit', path: '/profile/limits?add-cash-limit=daily', by: 'player' },
  { name: 'self-exclusion', path: '/profile/limits?self-exclusion-limit=self-exclusion', by: 'player' },
  { name: 'max-bets', path: '/?max-bets=500-EUR', by: 'player' },
  { name: 'loyalty-earn', path: '/?loyalty-earn=true' },
  { name: 'loyalty-level', path: '/?loyalty-level=1', by: 'player' },
  { name: 'quests-hub', path: '/?quests-hub=true', by: 'player' },
]

const wallet: Shot[] = [
  { name: 'wallet-swap', path: '/profile/wallet?tab=swap', by: 'player' },
  {
    name: 'wallet-swap-quote',
    path: '/profile/wallet?tab=swap',
    by: 'player',
    before: async (page) => {
      await page.locator('main form input').fill('20')
      await press('main form [type=submit]')(page)
      await page.locator('main [role=status]').waitFor()
    },
  },
  { name: 'wallet-vault', path: '/profile/wallet?tab=vault', by: 'player' },
]

const profile: Shot[] = ['info', 'wallet', 'history', 'bonuses', 'limits', 'security', 'documents', 'verification'].map(
  (page) => ({ name: `profile-${page}`, path: `/profile/${page}`, by: 'player' }),
)

const openLink = (path: string, selector: string) => async (page: Page) => {
  await page.locator(selector).filter({ visible: true }).first().click()
  await page.waitForURL(path)
  await page.locator('main h1').first().waitFor()
}
/** Further tabs of the profile's pages, and pages of a player without a history. */
const furtherPages: Shot[] = [
  ...['invoices', 'bets', 'spins'].map((tab): Shot => ({
    name: `profile-history-${tab}`,
    path: `/profile/history?tab=${tab}`,
    by: 'player',
  })),
  { name: 'profile-protection', path: '/profile/protection', by: 'player' },
  // A message stays in the language of its player, which is English for the demo player.
  { name: 'profile-notifications', path: '/profile/notifications', by: 'newcomer' },
  {
    name: 'round',
    path: '/profile/history?tab=spins',
    by: 'player',
    before: openLink('**/rounds/**', 'main a[href*="/rounds/"]'),
  },
  { name: 'empty-favorites', path: '/favorites', by: 'newcomer' },
  { name: 'empty-recently-played', path: '/recently-played', by: 'newcomer' },
  { name: 'empty-history', path: '/profile/history', by: 'newcomer' },
  { name: 'empty-bets', path: '/profile/history?tab=bets', by: 'newcomer' },
  { name: 'empty-spins', path: '/profile/history?tab=spins', by: 'newcomer' },
  { name: 'empty-bonuses', path: '/profile/bonuses', by: 'newcomer' },
  { name: 'empty-notifications', path: '/profile/notifications', by: 'newcomer' },
  { name: 'password-reset', path: '/password-reset/of-a-mail-that-is-too-old' },
  { name: 'verify', path: '/verify/of-a-mail-that-is-too-old' },
  {
    name: 'verify-refused',
    path: '/verify/of-a-mail-that-is-too-old',
    before: async (page) => {
      await page.locator('main button').first().click()
      await page.locator('main [role=alert]').filter({ hasText: /\S/ }).first().waitFor()
    },
  },
  { name: 'unsubscribe', path: '/unsubscribe/of-a-mail-that-is-too-old' },
  { name: 'restricted', path: '/', country: restrictedCountry },
  {
    name: 'chat',
    path: '/static/about',
    before: async (page) => {
      await page.locator('footer a[href$="/contact"]').first().click()
      await page.locator('#chat textarea').waitFor()
    },
  },
  {
    name: 'sign-in-refused',
    path: '/static/about?sign-in=true',
    isModal: true,
    before: async (page) => {
      await page.fill('[name=login]', 'nobody@example.com')
      await page.fill('[name=password]', 'not the password')
      await page.locator('[role=dialog] [type=submit]').click()
      await page.locator('[role=dialog] [role=alert]').filter({ hasText: /\S/ }).first().waitFor()
    },
  },
  ...[1, 2, 3, 4].map((at): Shot => ({
    name: `wallet-deposit-${at + 1}`,
    path: '/static/about?wallet=deposit',
    by: 'player',
    isModal: true,
    before: (page) => page.locator('[data-modal=wallet] li > button[aria-pressed]').nth(at).click(),
  })),
  {
    name: 'wallet-deposit-refused',
    path: '/static/about?wallet=deposit',
    by: 'player',
    isModal: true,
    before: async (page) => {
      await page.locator('[data-modal=wallet] li > button[aria-pressed]').first().click()
      await page.locator('[role=dialog] input[inputmode=numeric]').fill('3')
      await page.locator('[role=dialog] input[inputmode=numeric]').blur()
    },
  },
]

const scrollInto = (selector: string) => (page: Page) => page.locator(selector).last().scrollIntoViewIfNeeded()
const openTournament = (definition: string) => async (page: Page) => {
  await page.locator(`main article a[href*="/tournaments/${definition}"]`).first().click()
  await page.locator('main h1').waitFor()
  await page.waitForURL(`**/tournaments/${definition}*`)
}

/** Loyalty, quests, bonuses and tournaments, each in the states that a player can see. */
const rewards: Shot[] = [
  { name: 'rewards-quests', path: '/?quests-hub=true', by: 'regular', isModal: true },
  {
    name: 'rewards-quests-end',
    path: '/?quests-hub=true',
    by: 'regular',
    isModal: true,
    before: (page) => page.locator('[role=dialog] article').last().scrollIntoViewIfNeeded(),
  },
  { name: 'rewards-quest-new', path: '/?quest-tasks=in-control', by: 'regular', isModal: true },
  { name: 'rewards-quest-running', path: '/?quest-tasks=good-catch', by: 'regular', isModal: true },
  { name: 'rewards-quest-completed', path: '/?quest-tasks=harbor-week', by: 'regular', isModal: true },
  { name: 'rewards-quest-reward', path: '/?quest-rewards=harbor-week', by: 'regular', isModal: true },
  { name: 'rewards-quest-claimed', path: '/?quest-rewards=explorer', by: 'regular', isModal: true },
  { name: 'rewards-quest-games', path: '/?quest-task-games=harbor-week:2', by: 'regular', isModal: true },
  { name: 'rewards-level', path: '/?loyalty-level=2', by: 'regular', isModal: true },
  { name: 'rewards-earn', path: '/?loyalty-earn=true', by: 'regular', isModal: true },
  { name: 'rewards-loyalty', path: '/loyalty', by: 'regular' },
  { name: 'rewards-ladder', path: '/loyalty', by: 'regular', before: scrollInto('main ol > li:nth-child(4)') },
  {
    name: 'rewards-level-bar',
    path: '/games/dice',
    by: 'newcomer',
    before: async (page) => {
      await raiseLevel(page)
      await page
        .locator('[role=status], [role=alert]')
        .filter({ hasText: /\S/ })
        .filter({ visible: true })
        .first()
        .waitFor()
    },
  },
  { name: 'rewards-tournaments', path: '/tournaments', by: 'regular' },
  {
    name: 'rewards-tournaments-end',
    path: '/tournaments',
    by: 'regular',
    before: scrollInto('main article:last-of-type'),
  },
  { name: 'rewards-tournament-buy-in', path: '/tournaments', by: 'regular', before: openTournament('harbor-cup') },
  { name: 'rewards-tournament-running', path: '/tournaments', by: 'regular', before: openTournament('weekly-peak') },
  { name: 'rewards-tournament-ended', path: '/tournaments', by: 'regular', before: openTournament('autumn-sprint') },
  {
    name: 'rewards-game',
    path: '/games/dice?play=real',
    by: 'regular',
    before: async (page) => {
      await untilOpen(page)
      await page.locator('[data-strip]').first().waitFor()
    },
  },
  { name: 'rewards-offer', path: '/bonus/welcome-100', by: 'bonus' },
  { name: 'rewards-offer-terms', path: '/bonus/welcome-100', by: 'bonus', before: press('main summary') },
  { name: 'rewards-package', path: '/welcome-package', by: 'bonus' },
  { name: 'rewards-bonuses', path: '/profile/bonuses', by: 'bonus' },
  {
    name: 'rewards-bonuses-past',
    path: '/profile/bonuses',
    by: 'bonus',
    before: async (page) => {
      await page.locator('main summary').last().click()
      await scrollInto('main details')(page)
    },
  },
  { name: 'rewards-messages', path: '/profile/notifications', by: 'regular' },
]

export const shots: Shot[] = [
  ...browsing,
  ...shell,
  ...modals.map((shot) => ({ ...shot, isModal: true })),
  ...wallet,
  ...profile,
  ...furtherPages,
  ...rewards,
]
