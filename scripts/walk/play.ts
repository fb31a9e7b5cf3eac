/** Plays rounds of a game as a person would, and compares what the page shows with the ledger after each. */
import type { Frame, Page } from 'playwright-core'
import { formatMoney, type MoneyCurrency } from '#web/design/money/format.ts'
import { gameFrame } from './screen.ts'
import { accountOf, type PageEvent, type Visitor } from './visitor.ts'

export type Table = { visitor: Visitor; frame: Frame; currency: MoneyCurrency; faults: string[] }

/** Matches the play button when the next round can start: no round is running, and the game does not wait. */
export const ready = '.play:not([data-act]):not([aria-disabled=true]):not(:disabled)'
/** The longest shared round, of 10,000×, takes two and a half minutes. */
export const roundMs = 180_000

export async function openGame(visitor: Visitor, slug: string, currency: MoneyCurrency): Promise<Table> {
  const { page } = visitor
  await page.goto(visitor.address(`/games/${slug}?play=real`))
  await page.locator('[data-playing=real] iframe').waitFor()
  const frame = await gameFrame(page)
  if (!frame) throw new Error(`The frame of ${slug} was not opened.`)
  await frame.locator('.play').waitFor()
  // The banner of a running tournament appears after the game, before a person would have found the button.
  await page
    .locator('[data-strip]')
    .first()
    .waitFor({ state: 'attached', timeout: 3_000 })
    .catch(() => undefined)
  return { visitor, frame, currency, faults: [] }
}

/**
 * Plays one round to its end. The game must be ready within `offerMs`; `inMiddle` is called once while the round runs.
 */
export async function playRound(
  { visitor, frame, currency, faults }: Table,
  inMiddle?: () => Promise<void>,
  offerMs = roundMs,
): Promise<void> {
  const { page } = visitor
  await frame.locator(ready).waitFor({ timeout: offerMs })
  const before = shownBalance(currency, visitor, (await accountOf(visitor, currency.code)).balance)
  await untilShown(page, async () => before)
  await visitor.takeEvents()
  await frame.locator(ready).click({ timeout: offerMs })
  const seen: PageEvent[] = []
  const endIndex = () => seen.findIndex((each) => each.kind === 'message' && each.type === 'round-ended')
  const pressedAt = Date.now()
  let wasInMiddle = inMiddle === undefined
  while (endIndex() < 0) {
    if (Date.now() > pressedAt + roundMs)
      throw new Error(`the round did not end: ${await stateOf(frame)}; ${messagesOf(seen).join(', ')}`)
    const hasStarted = seen.some((each) => each.kind === 'message' && each.type === 'round-started')
    if (hasStarted && !wasInMiddle) {
      wasInMiddle = true
      await inMiddle!()
    }
    // A press that was too late for a shared round waits for the next one, and a second press would cancel it.
    if (hasStarted) await decide(frame)
    else await page.waitForTimeout(40)
    seen.push(...(await visitor.takeEvents()))
    if (!hasStarted && (await needsBet(frame))) await frame.locator(ready).click()
  }
  faults.push(...earlyFigures(seen.slice(0, endIndex()), (amount) => shownBalance(currency, visitor, amount), before))
  await untilShown(page, async () => shownBalance(currency, visitor, (await accountOf(visitor, currency.code)).balance))
}

const messagesOf = (seen: PageEvent[]) => seen.flatMap((each) => (each.kind === 'message' ? [each.type] : []))

/** Describes what the game shows and offers. */
async function stateOf(frame: Frame): Promise<string> {
  const [text, offered] = await Promise.all([
    frame.locator('.line-of-words').textContent(),
    frame.locator('.play').evaluate((button) => `${(button.cloneNode() as Element).outerHTML}${button.textContent}`),
  ])
  return `“${text}” ${offered}`
}

/** Waits until the stage shows the balance of the ledger. */
async function untilShown(page: Page, ledger: () => Promise<string>): Promise<void> {
  for (const deadline = Date.now() + 20_000; ;) {
    const [shown, expected] = [await balanceOn(page), await ledger()]
    if (shown === expected) return
    if (Date.now() > deadline) throw new Error(`the page shows ${shown}, the ledger has ${expected}`)
    await page.waitForTimeout(60)
  }
}

const shownBalance = (currency: MoneyCurrency, { locale }: Visitor, amount: number) =>
  formatMoney(amount, currency, locale)
const balanceOn = (page: Page) => page.locator('[data-playing] dl dd bdi').first().textContent()

/**
 * Finds balances shown between the press and the end of the round that are neither the balance before nor that minus
 * the stake.
 */
function earlyFigures(seen: PageEvent[], format: (amount: number) => string, before: string): string[] {
  const staked = seen.flatMap((each) => (each.kind === 'message' ? [each.stake ?? each.inPlay ?? 0] : []))
  const amountBefore = Number(before.replaceAll(/\D/g, ''))
  const allowed = new Set([before, ...staked.map((stake) => format(amountBefore - stake))])
  return seen.flatMap((each) =>
    each.kind === 'balance' && !allowed.has(each.text)
      ? [`shown before the result: ${each.text} (before ${before})`]
      : [],
  )
}

/** Places a bet if the table requires one, and returns whether it did. */
export async function needsBet(frame: Frame): Promise<boolean> {
  const places = frame.locator('.felt .pocket, .position, .keno .numbers button')
  if (!(await frame.locator('.line-of-words[data-tone=warning]').count()) || (await places.count()) < 2) return false
  await places.nth(1).click()
  return true
}

/**
 * Takes one action of a round of several steps, if it is the player's turn: reveals something first, then cashes out or
 * decides. A player who is not cautious cashes out only if nothing else can be done.
 */
export async function decide(frame: Frame, isCautious = true): Promise<void> {
  const timeout = { timeout: 1_000 }
  const press = async (selector: string): Promise<boolean> => {
    const first = frame.locator(selector).first()
    if (!(await first.count())) return false
    return first.click(timeout).then(
      () => true,
      () => false,
    )
  }
  if (await press('.curtain:not([hidden]) button')) return
  if (!(await frame.locator('.play[data-act=act]').count())) {
    await frame.page().waitForTimeout(40)
    return
  }
  const cashOut = '.play[data-act=act]:not([aria-disabled=true])'
  const isCashOutOffered = await frame.locator(cashOut).count()
  if (isCashOutOffered && isCautious) return void (await press(cashOut))
  const choices = [
    '.field[data-live] .slab[data-state=shut]',
    '.floor[data-now] .door',
    '.calls .call:not(:disabled)',
    '.moves button[data-move=stand]:not(:disabled)',
    '.moves button:not(:disabled)',
  ]
  for (const choice of choices) if (await press(choice)) return
  // The curve of a crash game continues by itself.
  if (isCashOutOffered && !(await frame.locator('.crash').count())) return void (await press(cashOut))
  await frame.page().waitForTimeout(40)
}
