/** A complete visit without a pointer: everything is reached by Tab, visible when focused, and can be left again. */
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest, dialogOf, isGuest, isPlayer, noticeRead, siteTest } from '#tests/setup/visit.ts'

const { site, longTest } = siteTest({ ROUND_MIN_MS: '0' })

type Focused = { name: string; fault: string | null; isFrame: boolean }

/** Reads the focused element, on the page or in a game's frame. */
const readFocus = (frame: Frame): Promise<Focused> =>
  frame.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return { name: '', fault: null, isFrame: false }
    if (at.tagName === 'IFRAME') return { name: '', fault: null, isFrame: true }
    const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])].map(({ textContent }) => textContent) : []
    const name = [at.getAttribute('aria-label') ?? '', ...labels, at.textContent, at.getAttribute('name') ?? '']
      .map((each) => each.replaceAll(/\s+/g, ' ').trim())
      .find((each) => each !== '')
    const rings = [at, at.parentElement, at.parentElement?.parentElement, at.nextElementSibling, at.closest('label')]
    const isRinged = rings.some((each) => {
      const style = each && getComputedStyle(each)
      return !!style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    })
    const { left, top, width, height } = at.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen = over !== null && (at.contains(over) || over.contains(at) || !!at.closest('label')?.contains(over))
    return {
      name: name ?? '',
      // Elements with tabindex -1, such as the heading of an opened part, only receive the focus and need no ring.
      fault: at.getAttribute('tabindex') === '-1' ? null : !isRinged ? 'no ring' : isSeen ? null : 'not in view',
      isFrame: false,
    }
  })

async function focused(page: Page): Promise<Focused> {
  const pageFocus = await readFocus(page.mainFrame())
  if (!pageFocus.isFrame) return pageFocus
  const inner = await page.evaluateHandle(() => document.activeElement).then((handle) => handle.asElement())
  const frame = await inner?.contentFrame()
  return frame ? readFocus(frame) : pageFocus
}

/**
 * Presses the key until the wanted element has the focus, and checks that every element on the way is visible with a
 * ring.
 */
async function reach(page: Page, target: RegExp, { key = 'Tab', maxSteps = 120 } = {}): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < maxSteps; step++) {
    if (step > 0) await page.keyboard.press(key)
    let at = await focused(page)
    // The page scrolls to the focused element only in the next frame.
    if (at.fault)
      await expect.poll(async () => (at = await focused(page)), { timeout: 2000 }).toMatchObject({ fault: null })
    if (target.test(at.name)) return
    passed.push(at.name)
  }
  throw new Error(`${target} is not reached by ${key}: ${passed.join(' | ')}`)
}

const press = async (page: Page, target: RegExp, options: { key?: string; maxSteps?: number; by?: string } = {}) => {
  await reach(page, target, options)
  await page.keyboard.press(options.by ?? 'Enter')
}
const isOn = (page: Page, name: RegExp) => expect.poll(async () => (await focused(page)).name).toMatch(name)

/**
 * Opens a dialog from the focused element; checks that Tab stays inside, and that Escape closes it and restores the
 * focus.
 */
async function openAndClose(page: Page, key: string, opener: RegExp): Promise<void> {
  await press(page, opener)
  const dialog = dialogOf(page, key)
  await dialog.locator('h2').first().waitFor()
  await atRest(page)
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    // After the last element, the focus returns to the first.
    await expect
      .poll(() => dialog.evaluate((pageFocus) => pageFocus.contains(document.activeElement)), {
        message: `${key} keeps the focus`,
      })
      .toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await isOn(page, opener)
}

async function partnerOf(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [partner] = await Promise.all([context.waitForEvent('page'), open()])
  await partner.waitForLoadState()
  return partner
}

longTest(
  'a visit by keyboard alone: registration, a deposit, dice, blackjack, a limit, theme, language, currency, sign-out',
  { timeout: 240_000 },
  async ({ visit }) => {
    const { page, context } = await visit('/', { locale: 'en-GB', cookies: noticeRead })
    // The first focusable element skips the header.
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toMatchObject({ name: 'Skip to content', fault: null })
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.querySelector('main')!.contains(document.activeElement))).toBe(true)

    await openAndCloseFromHeader(page)
    await press(page, /^Register$/)
    const signUp = dialogOf(page, 'sign-up')
    await signUp.locator('form').waitFor()
    await reach(page, /^Email \*/)
    await page.keyboard.type(`keyboard-${Date.now()}@example.com`)
    await reach(page, /^Password/)
    await page.keyboard.type('a quiet harbour')
    await press(page, /terms/i, { by: 'Space' })
    await press(page, /^(Register|Create account)$/)
    await signUp.waitFor({ state: 'detached' })
    await isPlayer(page)
    await page.keyboard.press('Escape')

    await deposit(page, context)
    await playDice(page)
    await playBlackjack(page)
    await setLimit(page)
    await changeThemeAndLanguage(page)
    await press(page, /^Account of|^Account$/)
    await press(page, /^Sign out$/)
    await isGuest(page)
  },
)

async function openAndCloseFromHeader(page: Page): Promise<void> {
  await page.goto(`${site.url}/static/about`)
  await atRest(page)
  await openAndClose(page, 'sign-in', /^Sign in$/)
  await openAndClose(page, 'sign-up', /^Register$/)
}

async function deposit(page: Page, context: BrowserContext): Promise<void> {
  await page.goto(`${site.url}/static/about`)
  await atRest(page)
  await openAndClose(page, 'wallet', /^Deposit$/)
  await press(page, /^Deposit$/)
  const wallet = dialogOf(page, 'wallet')
  await wallet.locator('input[inputmode=numeric]').waitFor()
  await atRest(page)
  await reach(page, /^Amount/)
  await page.keyboard.type('40')
  await reach(page, /bonus|%/i)
  for (let choice = 0; choice < 5 && !(await focused(page)).name.startsWith('No bonus'); choice++)
    await page.keyboard.press('ArrowDown')
  await reach(page, /^Deposit €40/)
  const partner = await partnerOf(context, () => page.keyboard.press('Enter'))
  await partner.getByRole('button', { name: /^Pay / }).waitFor()
  await press(partner, /^Pay /)
  await partner.getByRole('heading', { name: 'Thank you' }).waitFor()
  await partner.close()
  await page.getByText('Added to your balance.', { exact: true }).waitFor({ timeout: 15_000 })
  await page.keyboard.press('Escape')
  await wallet.waitFor({ state: 'detached' })
}

async function openGame(page: Page, game: string): Promise<void> {
  await page.goto(`${site.url}/games/${game}`)
  await atRest(page)
  await press(page, /^Play for real/)
  await page.frameLocator('main iframe').locator('.play').waitFor({ timeout: 20_000 })
}

async function playDice(page: Page): Promise<void> {
  await openGame(page, 'dice')
  const game = page.frameLocator('main iframe')
  await press(page, /^Roll/)
  await game.locator('.line-of-words:not(:empty)').waitFor()
  // Tab leaves the game after its last element.
  await reach(page, /^(Lobby|Leave|Deposit|Quick deposit|Full screen)/)
}

async function playBlackjack(page: Page): Promise<void> {
  await openGame(page, 'blackjack')
  const game = page.frameLocator('main iframe')
  await press(page, /^Deal/)
  // The moves come right before the deal button; after each move, the focus is on a move or on the next deal.
  const move = game.locator('.moves button:enabled:visible:not([aria-disabled=true])')
  const deal = game.locator('.play:not([data-act]):not([aria-disabled=true])')
  const next = () => move.or(deal).first().waitFor()
  await next()
  while (await move.count()) {
    await press(page, /^(Stand|No insurance)$/, { key: 'Shift+Tab', maxSteps: 8 })
    await next()
    await isOn(page, /^(Stand|No insurance|Deal)$/)
  }
}

async function setLimit(page: Page): Promise<void> {
  await page.goto(`${site.url}/profile/limits`)
  await atRest(page)
  await press(page, /^Add a limit/)
  const add = dialogOf(page, 'add-cash-limit')
  await add.getByLabel('Amount').waitFor()
  await reach(page, /^Amount/)
  await page.keyboard.type('60')
  await press(page, /^(Set|Save|Add) /)
  await page.getByRole('article').getByText('€60.00').first().waitFor()
  await add.waitFor({ state: 'detached' })
}

async function changeThemeAndLanguage(page: Page): Promise<void> {
  // A menu closes when the focus leaves it.
  const menu = page.locator('#user-nav:popover-open')
  await press(page, /^Account of|^Account$/)
  await menu.waitFor()
  const isInside = () => page.evaluate(() => document.activeElement?.closest('#user-nav') !== null)
  await page.keyboard.press('Tab')
  expect(await isInside()).toBe(true)
  for (let step = 0; step < 60 && (await isInside()); step++) await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'detached' })
  await press(page, /^Account of|^Account$/)
  await press(page, /^Light/)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  await press(page, /^Deutsch$/)
  await page.waitForURL('**/de/**')
  await atRest(page)
  await press(page, /^Konto/)
  await press(page, /^English$/)
  await page.waitForURL((url) => !url.pathname.startsWith('/de'))
  await atRest(page)
  await press(page, /^Wallet ?€/)
  await page.locator('#accounts-menu').getByText('ETH').first().waitFor()
  await press(page, /ETH$/)
  await page.locator('header [popovertarget=accounts-menu]').filter({ hasText: 'ETH' }).waitFor()
  await page.keyboard.press('Escape')
}
