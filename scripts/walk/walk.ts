/**
 * The walk of a person new to the site, in one locale: registers, deposits by every method, plays every game on a phone
 * both ways up or on a wide screen, takes and finishes free spins, verifies a round, and withdraws everything with its cents. After every
 * step the screen is checked and its picture kept; a step that fails does not end the walk.
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
import { type Texts, textsOf } from './texts.ts'
import { accountOf, enter, landscape, portrait, type Visitor, wide } from './visitor.ts'

export type WalkOptions = {
  /** Of each game; on a phone half of them upright. */
  rounds: number
  /** At 1440 x 900 with a mouse instead of on a phone. */
  isWide?: boolean
  /** All games where none are named. */
  games?: readonly string[]
  /** How many methods of deposit; all by default. */
  methods?: number
  /** Null writes nothing. */
  folder: string | null
  hasFreeSpins?: boolean
  onStep?: (line: string) => void
}

const password = 'a quiet harbour'
/** Where a reader of the locale lives, among the countries of most payment methods. */
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

/** Returns what was found wrong. */
export async function walk(browser: Browser, site: Site, locale: LocaleCode, options: WalkOptions): Promise<string[]> {
  const log = await openLog(options.folder)
  const visitor = await enter(browser, site, locale, options.isWide)
  const texts = textsOf(locale)
  const country = countries[locale]
  const first = { ...options, visitor, texts, log, country }
  try {
    await step(first, 'the lobby', () => visitor.page.goto(visitor.address('/')))
    await step(first, 'registration', () => register(visitor, country))
    const [account] = await visitor.api<Array<{ currency: string }>>('/api/wallet/accounts')
    const currencies = await visitor.api<Currency[]>('/api/settings/currencies')
    const all: Walk = { ...first, currency: currencies.find(({ code }) => code === account!.currency)! }
    await pay(all)
    if (options.hasFreeSpins !== false) await spin(all)
    for (const { slug } of games) if (!options.games || options.games.includes(slug)) await play(all, slug)
    await verify(all)
    await step(all, 'withdrawal', () =>
      withdrawAll(visitor, texts, { currency: all.currency.code, password }, (name) => look(all, name)),
    )
    await browse(all)
  } finally {
    await visitor.context.close()
    await writeLog(log, `Walk in ${locale}`)
  }
  return faultsIn(log)
}

type Stepping = Pick<Walk, 'visitor' | 'texts' | 'log' | 'onStep' | 'isWide'>

/** What happens in it, and whether the screen that it ends on is without surprise. */
async function step(of: Stepping, name: string, act: () => Promise<unknown>): Promise<boolean> {
  const began = Date.now()
  const failed = await act().then(
    () => null,
    (error: Error) => `failed: ${error.message.split('\n').slice(0, 3).join(' ')}`,
  )
  await look(of, name, failed === null ? [] : [failed], began)
  return failed === null
}

async function look(
  { visitor, texts, log, onStep, isWide }: Stepping,
  name: string,
  before: string[] = [],
  began = Date.now(),
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
    faults.push(`not looked at: ${(error as Error).message.split('\n')[0]}`)
  }
  faults.push(...visitor.errors())
  const picture = log.folder ? pictureOf(log, name) : null
  if (picture) await page.screenshot({ path: join(log.folder!, picture) }).catch(() => undefined)
  log.steps.push({ name, picture, ms: Date.now() - began, faults: [...new Set(faults)] })
  onStep?.(
    `${visitor.locale} ${name} ${((Date.now() - began) / 1000).toFixed(1)} s${faults.length > 0 ? `\n  ${faults.join('\n  ')}` : ''}`,
  )
}

const pictureOf = ({ steps }: Log, name: string): string =>
  `${String(steps.length + 1).padStart(3, '0')}-${name.replaceAll(/[^\w.-]+/g, '-')}.png`

/** A notice that slides in covers for a moment: what is covered twice, half a second apart, stays covered. */
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
  if (!page.url().startsWith(address('/'))) throw new Error(`the person was left at ${page.url()}`)
}

/** By every method, the first one with free spins; then to an address, in another currency, and back. */
async function pay(of: Walk): Promise<void> {
  const { visitor, texts, country, currency } = of
  const methods = await depositMethods(visitor, currency.code, country)
  const offers = await visitor.api<Array<{ id: string; name: string }>>(
    `/api/game/bonuses?currency=${currency.code}&amount=100000`,
  )
  const spins = offers.find(({ id }) => id === spinsOffer)?.name
  for (const [index, method] of methods.slice(0, of.methods).entries()) {
    const bonus = index === 0 && of.hasFreeSpins !== false ? spins : undefined
    await step(of, `deposit by ${method.method} is done`, () =>
      deposit(
        visitor,
        texts,
        method,
        { currency: currency.code, amount: index === 0 ? 1000 : 50, ...(bonus && { bonus }) },
        (name) => look(of, name),
      ),
    )
  }
  if (of.methods !== undefined) return
  const account = await accountOf(visitor, currency.code)
  const usdt = await visitor.api<{ id: string }>('/api/wallet/accounts', 'POST', { currency: 'USDT' })
  await visitor.api(`/api/wallet/accounts/${usdt.id}/switch`, 'PUT')
  for (const method of await depositMethods(visitor, 'USDT', country))
    await step(of, `deposit by ${method.method} is done`, () =>
      deposit(visitor, texts, method, { currency: 'USDT', amount: 0 }, (name) => look(of, name)),
    )
  await visitor.api(`/api/wallet/accounts/${account.id}/switch`, 'PUT')
}

/** Free spins: activated, all of them played, and their end. */
async function spin(of: Walk): Promise<void> {
  const { visitor, texts, currency } = of
  const { page } = visitor
  await step(of, 'bonuses', () => page.goto(visitor.address('/profile/bonuses')))
  await step(of, 'free spins activated', async () => {
    const activate = page.getByRole('button', { name: texts.label('bonuses', 'activate'), exact: true })
    await activate.first().click()
    await activate.first().waitFor({ state: 'detached' })
  })
  await step(of, 'free spins', async () => {
    const table = await openGame(visitor, spinsGame, currency)
    await page.locator('[data-free]').first().waitFor()
    await look(of, 'the first free spin')
    await quicken(table)
    const summary = page.locator('[aria-labelledby=free-spins-over]')
    for (let played = 0; played < 60 && (await summary.count()) === 0; played++)
      // The end of the last one may be announced only after the next was about to be played.
      await playRound(table, undefined, 10_000).catch(async (error: Error) => {
        if ((await summary.count()) === 0) throw error
      })
    await summary.waitFor()
    if (table.faults.length > 0) throw new Error(table.faults.join(', '))
  })
}

/** On a wide screen all rounds in one size; on a phone half of them upright, half on its side. */
async function play(of: Walk, slug: string): Promise<void> {
  const { visitor, currency, rounds } = of
  const { page } = visitor
  const ways = of.isWide
    ? ([['wide', wide, rounds]] as const)
    : ([
        ['upright', portrait, Math.ceil(rounds / 2)],
        ['on its side', landscape, Math.floor(rounds / 2)],
      ] as const)
  let table: Table | null = null
  await page.setViewportSize(ways[0][1])
  await step(of, `${slug} opened`, async () => (table = await openGame(visitor, slug, currency)))
  if (!table) return
  for (const [way, size, count] of ways) {
    await page.setViewportSize(size)
    if (size === landscape) await step(of, `${slug} turned`, async () => page.waitForTimeout(200))
    await step(of, `${slug} ${way}, ${count} rounds`, () => playRounds(of, table!, `${slug} ${way}`, count))
  }
  await page.setViewportSize(ways[0][1])
}

async function playRounds(of: Walk, table: Table, name: string, count: number): Promise<void> {
  await of.visitor.shifts()
  for (let played = 0; played < count; played++) {
    // One round as it begins for everyone, the others as fast as they are offered.
    await playRound(table, played === 0 ? () => keepPicture(of, `${name}, in a round`) : undefined)
    for (const moved of await of.visitor.shifts()) table.faults.push(`moved: ${moved.name} by ${moved.px} px`)
    if (played === 0) await quicken(table)
  }
  if (table.faults.length > 0) throw new Error([...new Set(table.faults.splice(0))].join(', '))
}

async function keepPicture({ visitor, log }: Walk, name: string): Promise<void> {
  if (!log.folder) return
  const picture = pictureOf(log, name)
  log.steps.push({ name, picture, ms: 0, faults: [] })
  await visitor.page.screenshot({ path: join(log.folder, picture) })
}

/** Quick results, by their button. */
async function quicken({ frame }: Table): Promise<void> {
  const quick = frame.locator('.tools button[aria-pressed=false]').last()
  const label = await quick.getAttribute('aria-label', { timeout: 1_000 }).catch(() => null)
  if (label && (await frame.locator('.tools button[aria-pressed]').last().getAttribute('aria-pressed')) === 'false')
    await frame.locator('.tools button[aria-pressed]').last().click()
}

/** From the history to the recalculation of the latest round. */
async function verify(of: Walk): Promise<void> {
  const { visitor, texts } = of
  const { page } = visitor
  await step(of, 'history', () => page.goto(visitor.address('/profile/history')))
  await step(of, 'spins', () => page.goto(visitor.address('/profile/history?tab=spins')))
  await step(of, 'a round', async () => {
    await isAlive(page)
    // Others may still play the shared round that was cashed out: its page says so.
    visitor.expectRefusal('/api/game/shared-rounds/crash/')
    await page.locator('main a[href*="/rounds/"]').first().click()
    await page.waitForURL(/\/rounds\//)
  })
  await step(of, 'its recalculation', async () => {
    await page.getByRole('button', { name: texts.label('fairness', 'reveal') }).click()
    await page.getByText(texts.label('fairness', 'verdictGood')).first().waitFor()
  })
}

/** What a player may look at besides. */
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

async function browse(of: Walk): Promise<void> {
  if (of.methods !== undefined) return
  for (const path of pages)
    await step(of, `page ${path}`, async () => {
      if (path.startsWith('/no/')) of.visitor.expectRefusal(path)
      await of.visitor.page.goto(of.visitor.address(path))
    })
}
