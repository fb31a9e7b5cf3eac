/** Plays rounds of a game as a person would, and compares what the page shows with the ledger after each. */
import type { Frame, Page } from 'playwright-core'
import { formatMoney, type MoneyCurrency } from '#web/design/money/format.ts'
import { gameFrame } from './screen.ts'
import { accountOf, type Noted, type Visitor } from './visitor.ts'

export type Table = { visitor: Visitor; frame: Frame; currency: MoneyCurrency; faults: string[] }

/** Ready for the next round: neither in one nor waiting. */
export const ready = '.play:not([data-act]):not([aria-disabled=true]):not(:disabled)'
/** The longest shared round, of 10,000×, takes two and a half minutes. */
const roundMs = 180_000

export async function openGame(visitor: Visitor, slug: string, currency: MoneyCurrency): Promise<Table> {
  const { page } = visitor
  await page.goto(visitor.address(`/games/${slug}?play=real`))
  await page.locator('[data-playing=real] iframe').waitFor()
  const frame = await gameFrame(page)
  if (!frame) throw new Error(`The frame of ${slug} was not opened.`)
  await frame.locator('.play').waitFor()
  // The line of a tournament that is running comes after the game, sooner than a person has found the button.
  await page
    .locator('[data-strip]')
    .first()
    .waitFor({ state: 'attached', timeout: 3_000 })
    .catch(() => undefined)
  return { visitor, frame, currency, faults: [] }
}

/** One round to its end, offered within `offerMs`; `inMiddle` is called once while it runs. */
export async function playRound(
  { visitor, frame, currency, faults }: Table,
  inMiddle?: () => Promise<void>,
  offerMs = roundMs,
): Promise<void> {
  const { page } = visitor
  await frame.locator(ready).waitFor({ timeout: offerMs })
  const before = shownBalance(currency, visitor, (await accountOf(visitor, currency.code)).balance)
  await untilShown(page, async () => before)
  await visitor.noted()
  await frame.locator(ready).click({ timeout: offerMs })
  const seen: Noted[] = []
  const ended = () => seen.findIndex((each) => each.kind === 'message' && each.type === 'round-ended')
  const pressedAt = Date.now()
  let isLooked = inMiddle === undefined
  while (ended() < 0) {
    if (Date.now() > pressedAt + roundMs)
      throw new Error(`the round did not end: ${await stateOf(frame)}; ${messagesOf(seen).join(', ')}`)
    const isBegun = seen.some((each) => each.kind === 'message' && each.type === 'round-started')
    if (isBegun && !isLooked) {
      isLooked = true
      await inMiddle!()
    }
    // A press that came too late for a shared round waits for the next one: a second press would take it back.
    if (isBegun) await decide(frame)
    else await page.waitForTimeout(40)
    seen.push(...(await visitor.noted()))
    if (!isBegun && (await needsBet(frame))) await frame.locator(ready).click()
  }
  faults.push(...earlyFigures(seen.slice(0, ended()), (amount) => shownBalance(currency, visitor, amount), before))
  await untilShown(page, async () => shownBalance(currency, visitor, (await accountOf(visitor, currency.code)).balance))
}

const messagesOf = (seen: Noted[]) => seen.flatMap((each) => (each.kind === 'message' ? [each.type] : []))

/** What the game shows and offers. */
async function stateOf(frame: Frame): Promise<string> {
  const [text, offered] = await Promise.all([
    frame.locator('.line-of-words').textContent(),
    frame.locator('.play').evaluate((button) => `${(button.cloneNode() as Element).outerHTML}${button.textContent}`),
  ])
  return `“${text}” ${offered}`
}

/** The balance of the ledger on the stage. */
async function untilShown(page: Page, ledger: () => Promise<string>): Promise<void> {
  for (const deadline = Date.now() + 20_000; ;) {
    const [shown, wanted] = [await balanceOn(page), await ledger()]
    if (shown === wanted) return
    if (Date.now() > deadline) throw new Error(`the page shows ${shown}, the ledger has ${wanted}`)
    await page.waitForTimeout(60)
  }
}

const shownBalance = (currency: MoneyCurrency, { locale }: Visitor, amount: number) =>
  formatMoney(amount, currency, locale)
const balanceOn = (page: Page) => page.locator('[data-playing] dl dd bdi').first().textContent()

/** Balances shown between the press and the end of the round, other than the one before, less what is in play. */
function earlyFigures(seen: Noted[], inWords: (amount: number) => string, before: string): string[] {
  const staked = seen.flatMap((each) => (each.kind === 'message' ? [each.stake ?? each.inPlay ?? 0] : []))
  const amountBefore = Number(before.replaceAll(/\D/g, ''))
  const allowed = new Set([before, ...staked.map((stake) => inWords(amountBefore - stake))])
  return seen.flatMap((each) =>
    each.kind === 'balance' && !allowed.has(each.text)
      ? [`shown before the result: ${each.text} (before ${before})`]
      : [],
  )
}

/** A table takes no round without a bet: then one is placed. */
export async function needsBet(frame: Frame): Promise<boolean> {
  const places = frame.locator('.felt .pocket, .position, .keno .numbers button')
  if (!(await frame.locator('.line-of-words[data-tone=warning]').count()) || (await places.count()) < 2) return false
  await places.nth(1).click()
  return true
}

/**
 * One act of a round of several steps, if it is the player's turn: something is revealed first, then the round is
 * cashed out or decided. Who is not cautious cashes out only where nothing else can be done.
 */
export async function decide(frame: Frame, isCautious = true): Promise<void> {
  const tried = { timeout: 1_000 }
  const press = async (selector: string): Promise<boolean> => {
    const first = frame.locator(selector).first()
    if (!(await first.count())) return false
    return first.click(tried).then(
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
