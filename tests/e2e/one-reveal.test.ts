/** Every game shows a result at one moment: balances here and in another tab, and the sentence for screen readers. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { slugs } from '#games/list.ts'
import { decide, needsBet, ready, roundMs } from '#scripts/walk/play.ts'
import { gameFrame } from '#scripts/walk/screen.ts'
import { inMotion, noticeRead, plainPage, siteTest } from '#tests/setup/visit.ts'
import { fund, registerPlayer } from '../product/site-player.ts'

const { site, longTest } = siteTest()
type Seen = { at: number; place: string; text: string }
const balances = ['[data-playing] dl dd', '[popovertarget=accounts-menu] bdi']
const lines = ['.line-of-words', '.past li']

/**
 * Records in page and frames every change of these texts, the game's messages, how late a busy machine runs timers, and
 * card names before the cards lie: while their animation runs. A transition, such as that of a result's colour, begins after the reveal.
 */
const record = ({ places }: { places: string[] }) => {
  const seen: Seen[] = []
  const last = new Map<string, string>()
  const note = (place: string, text: string) => {
    if (text !== '' && last.get(place) !== text) seen.push({ at: Date.now(), place, text })
    last.set(place, text)
  }
  const read = () => {
    for (const place of places) note(place, document.querySelector(place)?.textContent ?? '')
    for (const card of document.querySelectorAll('.card[aria-label]:not([data-back])'))
      if (
        !card.closest('[aria-hidden=true], button') &&
        card.getAnimations().some((each) => each instanceof CSSAnimation && each.playState === 'running')
      )
        note('early card', card.getAttribute('aria-label')!)
  }
  addEventListener('message', ({ data }) => {
    if (data?.fairhouse && /^round-(started|ended)$/.test(data.type))
      note(data.type, `${Date.now()} ${data.stake ?? ''}`)
  })
  let tickedAt = Date.now()
  setInterval(() => {
    const lateMs = Date.now() - tickedAt - 50
    tickedAt += lateMs + 50
    if (lateMs > 50) seen.push({ at: tickedAt, place: 'late', text: String(lateMs) })
  }, 50)
  new MutationObserver(read).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributes: true,
  })
  Object.assign(globalThis, { seen })
}
const seenBy = (from: { evaluate: Page['evaluate'] }) =>
  from.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen.splice(0))

/** How far apart a machine may draw what is written together, beside the time by which it is late. */
const togetherMs = 400
const latest = (seen: Seen[]) =>
  Math.max(0, ...seen.filter(({ place }) => place === 'late').map(({ text }) => Number(text)))

for (const pace of ['animations', 'instant results'])
  longTest(
    `with ${pace}, no game writes a result or a balance before the moment in which it shows the result`,
    async ({ enter }) => {
      const player = await registerPlayer(site)
      await fund(player, 5_000_00)
      const context = await enter({ ...inMotion, player, cookies: noticeRead })
      await context.addInitScript(record, { places: [...balances, ...lines] })
      const [page, other] = [await context.newPage(), await context.newPage()]
      await other.goto(site.url + plainPage)
      await page.bringToFront()
      const faults: string[] = []
      for (const game of slugs) {
        await page.goto(`${site.url}/games/${game}?play=real`)
        await page.locator('[data-playing=real] iframe').waitFor()
        const frame = (await gameFrame(page))!
        await frame.locator(ready).waitFor({ timeout: roundMs })
        const quick = frame.locator('.tools [aria-pressed]').nth(1)
        if (((await quick.getAttribute('aria-pressed')) === 'true') !== (pace === 'instant results'))
          await quick.click()
        const before = (await page.locator(balances[0]!).first().textContent())!
        await expect.poll(() => other.locator(balances[1]!).first().textContent()).toBe(before)
        for (const each of [page, other, frame]) await seenBy(each)
        const shown: Seen[] = []
        const ended = () => shown.find(({ place }) => place === 'round-ended')
        await frame.locator(ready).click({ timeout: roundMs })
        for (const deadline = Date.now() + roundMs; !ended();) {
          if (Date.now() > deadline) throw new Error(`${game} has not ended its round`)
          if (shown.some(({ place }) => place === 'round-started')) await decide(frame)
          else if (await needsBet(frame)) await frame.locator(ready).click({ timeout: roundMs })
          else await page.waitForTimeout(40)
          shown.push(...(await seenBy(page)))
        }
        const endedAt = ended()!.at
        await expect
          .poll(() => other.locator(balances[1]!).first().textContent())
          .toBe(await page.locator(balances[0]!).first().textContent())
        const stake = shown.find(({ place }) => place === 'round-started')!.text.split(' ')[1]
        const amount = (text: string) => Number(text.replaceAll(/\D/g, ''))
        const allowed = [amount(before), amount(before) - Number(stake)]
        const figures = [...shown, ...(await seenBy(other))].filter(({ place }) => balances.includes(place))
        for (const { at, text } of figures)
          if (at < endedAt && !allowed.includes(amount(text))) faults.push(`${game}: ${text} ${endedAt - at} ms early`)
        const written = await seenBy(frame)
        const allowedMs = togetherMs + latest(shown) + latest(written)
        for (const place of lines) {
          const last = written.findLast((each) => each.place === place && each.at <= endedAt + allowedMs)
          if (!last) faults.push(`${game}: nothing in ${place}`)
          else if (last.at < endedAt - allowedMs) faults.push(`${game}: “${last.text}” ${endedAt - last.at} ms early`)
        }
        for (const { place, text } of written)
          if (place === 'early card') faults.push(`${game}: a screen reader has ${text} while it is dealt`)
      }
      expect(faults).toEqual([])
    },
    900_000,
  )
