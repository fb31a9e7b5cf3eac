/**
 * The walk of a new player through the site in one locale: registers, deposits by every method, plays every game on a
 * phone in portrait and landscape or on a wide screen, activates and plays free spins, bets on sports, verifies a round,
 * and withdraws everything including cents. After every step the screen is checked and a screenshot saved; a step that fails does not
 * end the walk.
 */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { LocaleCode } from '#contract/locales.ts'
import type { Currency } from '#contract/settings.ts'
import { games } from '#games/games.ts'
import { atRest, isAlive } from '#tests/setup/at-rest.ts'
import { dialogOf } from '#tests/setup/dialog.ts'
import type { Site } from '#tests/setup/site.ts'
import { deposit, depositMethods, withdrawAll } from './cashier.ts'
import { faultsIn, type Log, openLog, writeLog } from './log.ts'
import { openGame, playRound, type Table } from './play.ts'
import { readScreen } from './screen.ts'
import { betOnSports } from './sports.ts'
import { type Texts, textsOf } from './texts.ts'
import { accountOf, enter, landscape, portrait, type Visitor, wide } from './visitor.ts'

export type WalkOptions = {
  /** The rounds of each game; on a phone, half of them in portrait. */
  rounds: number
  /** Uses a window of 1440 x 900 with a mouse instead of a phone. */
  isWide?: boolean
  /** All games if absent. */
  games?: readonly string[]
  /** The number of deposit methods to use; all if absent. */
  methods?: number
  /** With null, nothing is written. */
  folder: string | null
  hasFreeSpins?: boolean
  onStep?: (line: string) => void
}

const password = 'a quiet harbour'
/** A country of readers of the locale, with most payment methods. */
const countries: Record<LocaleCode, string> = {
  en: 'IE',
  'pt-BR': 'BR',
  de: 'DE',
  ar: 'AE',
  es: 'MX',
  'fr-CA': 'CA',
}
const spinsOffer = 'welcome-spins'
const spinsGame = 'lantern-harbor'

type Walk = WalkOptions & { visitor: Visitor; texts: Texts; log: Log; country: string; currency: Currency }

/** Returns the faults. */
export async function walk(browser: Browser, site: Site, locale: LocaleCode, options: WalkOptions): Promise<string[]> {
  const log = await openLog(options.folder)
  const visitor = await enter(browser, site, locale, options.isWide)
  const texts = textsOf(locale)
  const country = countries[locale]
  const shared = { ...options, visitor, texts, log, country }
  try {
    await step(shared, 'the lobby', () => visitor.page.goto(visitor.address('/')))
    await step(shared, 'registration', () => register(visitor, country))
    const [account] = await visitor.api<Array<{ currency: string }>>('/api/wallet/accounts')
    const currencies = await visitor.api<Currency[]>('/api/settings/currencies')
    const all: Walk = { ...shared, currency: currencies.find(({ code }) => code === account!.currency)! }
    await pay(all)
    if (options.hasFreeSpins !== false) await spin(all)
    for (const { slug } of games) if (!options.games || options.games.includes(slug)) await play(all, slug)
    await betOnSports(visitor, { currency: all.currency.code, stake: 10 }, (name, act) => step(all, name, act))
    await verify(all)
    await step(all, 'withdrawal', () =>
      withdrawAll(visitor, texts, { currency: all.currency.code, password }, (name) => check(all, name)),
    )
    await browse(all)
  } finally {
    await visitor.context.close()
    await writeLog(log, `Walk in ${locale}`)
  }
  return faultsIn(log)
}

type StepContext = Pick<Walk, 'visitor' | 'texts' | 'log' | 'onStep' | 'isWide'>

/** Runs one step, then checks the screen on which it ends. */
async function step(context: StepContext, name: string, act: () => Promise<unknown>): Promise<boolean> {
  const startedAt = Date.now()
  const failed = await act().then(
    () => null,
    (error: Error) => `failed: ${error.message.split('\n').slice(0, 3).join(' ')}`,
  )
  await check(context, name, failed === null ? [] : [failed], startedAt)
  return failed === null
}

async function check(
  { visitor, texts, log, onStep, isWide }: StepContext,
  name: string,
  before: string[] = [],
  startedAt = Date.now(),
): Promise<void> {
  const { page } = visitor
  const faults = [...before]
  try {
    await atRest(page)
    await page.locator('[data-stage]:not([data-cover])').waitFor({ state: 'detached' })
    const screen = await settledScreen(visitor)
    if (screen.sideways > 0) faults.push(`scrolls sideways by ${screen.sideways} px`)
    if (!isWide) faults.push(...screen.small)
    faults.push(...screen.cut, ...screen.covered.map((each) => `covered: ${each}`), ...texts.faultsOf(screen.texts))
  } catch (error) {
    faults.push(`not checked:  ${(error as Error).message.split('\n')[0]}`)
  }
  faults.push(...visitor.errors())
  const picture = log.folder ? pictureOf(log, name) : null
  if (picture) await page.screenshot({ path: join(log.folder!, picture) }).catch(() => undefined)
  log.steps.push({ name, picture, ms: Date.now() - startedAt, faults: [...new Set(faults)] })
  onStep?.(
    `${visitor.locale} ${name} ${((Date.now() - startedAt) / 1000).toFixed(1)} s${faults.length > 0 ? `\n  ${faults.join('\n  ')}` : ''}`,
  )
}

const pictureOf = ({ steps }: Log, name: string): string =>
  `${String(steps.length + 1).padStart(3, '0')}-${name.replaceAll(/[^\w.-]+/g, '-')}.png`

/**
 * A notice that slides in covers other elements for a moment. Only what is covered in two readings, half a second
 * apart, counts.
 */
async function settledScreen({ page }: Visitor) {
  const screen = await readScreen(page)
  if (screen.covered.length + screen.cut.length === 0) return screen
  await page.waitForTimeout(600)
  const again = await readScreen(page)
  return {
    ...again,
    covered: again.covered.filter((each) => screen.covered.includes(each)),
    cut: again.cut.filter((each) => screen.cut.includes(each)),
  }
}

async function register({ page, address }: Visitor, country: string): Promise<void> {
  await isAlive(page)
  await page.locator('header [data-modal=sign-up]').click()
  const form = dialogOf(page, 'sign-up')
  await form.locator('form').waitFor()
  await page.fill('[name=email]', `walk-${Date.now()}@example.com`)
  await page.fill('[name=password]', password)
  await page.selectOption('[name=country]', country)
  await page.check('[name=agreements]')
  await form.locator('[type=submit]').click()
  await form.waitFor({ state: 'detached' })
  await page.locator('[popovertarget=user-nav]').first().waitFor({ state: 'attached' })
  if (!page.url().startsWith(address('/'))) throw new Error(`the registration ended at ${page.url()}`)
  const welcome = dialogOf(page, 'success')
  await welcome.locator('a[data-modal=wallet]').waitFor()
  await welcome.getByRole('button').last().click()
  await welcome.waitFor({ state: 'detached' })
}

/** Deposits by every method, with free spins for the first; then by address in another currency, and switches back. */
async function pay(context: Walk): Promise<void> {
  const { visitor, texts, country, currency } = context
  const methods = await depositMethods(visitor, currency.code, country)
  const offers = await visitor.api<Array<{ id: string; name: string }>>(
    `/api/game/bonuses?currency=${currency.code}&amount=100000`,
  )
  const spins = offers.find(({ id }) => id === spinsOffer)?.name
  for (const [index, method] of methods.slice(0, context.methods).entries()) {
    const bonus = index === 0 && context.hasFreeSpins !== false ? spins : undefined
    await step(context, `deposit by ${method.method} is done`, () =>
      deposit(
        visitor,
        texts,
        method,
        { currency: currency.code, amount: index === 0 ? 1000 : 50, ...(bonus && { bonus }) },
        (name) => check(context, name),
      ),
    )
  }
  if (context.methods !== undefined) return
  const account = await accountOf(visitor, currency.code)
  const usdt = await visitor.api<{ id: string }>('/api/wallet/accounts', 'POST', { currency: 'USDT' })
  await visitor.api(`/api/wallet/accounts/${usdt.id}/switch`, 'PUT')
  for (const method of await depositMethods(visitor, 'USDT', country))
    await step(context, `deposit by ${method.method} is done`, () =>
      deposit(visitor, texts, method, { currency: 'USDT', amount: 0 }, (name) => check(context, name)),
    )
  await visitor.api(`/api/wallet/accounts/${account.id}/switch`, 'PUT')
}

/** Activates free spins, plays all of them, and checks the summary at their end. */
async function spin(context: Walk): Promise<void> {
  const { visitor, texts, currency } = context
  const { page } = visitor
  await step(context, 'bonuses', () => page.goto(visitor.address('/profile/bonuses')))
  await step(context, 'free spins activated', async () => {
    const activate = page.getByRole('button', { name: texts.label('bonuses', 'activate'), exact: true })
    await activate.first().click()
    await activate.first().waitFor({ state: 'detached' })
  })
  await step(context, 'free spins', async () => {
    const table = await openGame(visitor, spinsGame, currency)
    await page.locator('[data-free]').first().waitFor()
    await check(context, 'the first free spin')
    await enableQuickResults(table)
    const summary = page.locator('[aria-labelledby=free-spins-over]')
    for (let played = 0; played < 60 && (await summary.count()) === 0; played++)
      // The page may learn that the last spin is over only after the next was about to be played.
      await playRound(table, undefined, 10_000).catch(async (error: Error) => {
        if ((await summary.count()) === 0) throw error
      })
    await summary.waitFor()
    if (table.faults.length > 0) throw new Error(table.faults.join(', '))
  })
}

/** Plays all rounds in one size on a wide screen; on a phone, half in portrait and half in landscape. */
async function play(context: Walk, slug: string): Promise<void> {
  const { visitor, currency, rounds } = context
  const { page } = visitor
  const orientations = context.isWide
    ? ([['wide', wide, rounds]] as const)
    : ([
        ['portrait', portrait, Math.ceil(rounds / 2)],
        ['landscape', landscape, Math.floor(rounds / 2)],
      ] as const)
  let table: Table | null = null
  await page.setViewportSize(orientations[0][1])
  await step(context, `${slug} opened`, async () => (table = await openGame(visitor, slug, currency)))
  if (!table) return
  for (const [orientation, size, count] of orientations) {
    await page.setViewportSize(size)
    if (size === landscape) await step(context, `${slug} turned`, async () => page.waitForTimeout(200))
    await step(context, `${slug} ${orientation}, ${count} rounds`, () =>
      playRounds(context, table!, `${slug} ${orientation}`, count),
    )
  }
  await page.setViewportSize(orientations[0][1])
}

async function playRounds(context: Walk, table: Table, name: string, count: number): Promise<void> {
  await context.visitor.shifts()
  for (let played = 0; played < count; played++) {
    // The first round runs at normal speed, the others with quick results.
    await playRound(table, played === 0 ? () => saveScreenshot(context, `${name}, in a round`) : undefined)
    for (const moved of await context.visitor.shifts()) table.faults.push(`moved: ${moved.name} by ${moved.px} px`)
    if (played === 0) await enableQuickResults(table)
  }
  if (table.faults.length > 0) throw new Error([...new Set(table.faults.splice(0))].join(', '))
}

async function saveScreenshot({ visitor, log }: Walk, name: string): Promise<void> {
  if (!log.folder) return
  const picture = pictureOf(log, name)
  log.steps.push({ name, picture, ms: 0, faults: [] })
  await visitor.page.screenshot({ path: join(log.folder, picture) })
}

/** Switches on quick results by their button. */
async function enableQuickResults({ frame }: Table): Promise<void> {
  const quick = frame.locator('.tools button[aria-pressed=false]').last()
  const label = await quick.getAttribute('aria-label', { timeout: 1_000 }).catch(() => null)
  if (label && (await frame.locator('.tools button[aria-pressed]').last().getAttribute('aria-pressed')) === 'false')
    await frame.locator('.tools button[aria-pressed]').last().click()
}

/** Opens the latest round from the history and recalculates it. */
async function verify(context: Walk): Promise<void> {
  const { visitor, texts } = context
  const { page } = visitor
  await step(context, 'history', () => page.goto(visitor.address('/profile/history')))
  await step(context, 'an entry of a round', async () => {
    await isAlive(page)
    const entry = page
      .locator('main details')
      .filter({ has: page.locator('a[href*="/rounds/"]') })
      .first()
    await entry.locator('summary').click()
    await entry.locator('a[href*="/rounds/"]').waitFor()
  })
  await step(context, 'spins', () => page.goto(visitor.address('/profile/history?tab=spins')))
  await step(context, 'a round', async () => {
    await isAlive(page)
    // The page of a shared round answers with an error while others still play it.
    visitor.expectRefusal('/api/game/shared-rounds/crash/')
    await page.locator('main a[href*="/rounds/"]').first().click()
    await page.waitForURL(/\/rounds\//)
  })
  await step(context, 'its recalculation', async () => {
    await page.getByRole('button', { name: texts.label('fairness', 'reveal') }).click()
    await page.getByText(texts.label('fairness', 'verdictGood')).first().waitFor()
  })
}

/** Further pages that a player may open. */
const pages = [
  '/',
  '/profile/info',
  '/profile/wallet',
  '/profile/limits',
  '/profile/protection',
  '/profile/security',
  '/profile/notifications',
  '/loyalty',
  '/tournaments',
  '/questions',
  '/static/fairness',
  '/no/such/page',
]

async function browse(context: Walk): Promise<void> {
  if (context.methods !== undefined) return
  for (const path of pages)
    await step(context, `page ${path}`, async () => {
      if (path.startsWith('/no/')) context.visitor.expectRefusal(path)
      await context.visitor.page.goto(context.visitor.address(path))
    })
}
