/**
 * Films what cannot be seen on one picture: a win of each tier, shown at normal speed and at once, and a second press
 * right after the one that began a round. Each scene becomes a sheet of frames with their times. Real rounds are played
 * in a demo until one has the result that the scene is about, and what a player may rely on is checked.
 */
import { join } from 'node:path'
import type { Browser, CDPSession, Frame, Page } from 'playwright-core'
import { gameFrame } from '#scripts/walk/screen.ts'
import { ready } from '#scripts/walk/play.ts'
import type { Site } from '#tests/setup/site.ts'

type Film = { site: Site; folder: string }
type Shot = { ms: number; data: string }
/** What the game did, in milliseconds since the press that began the round; null for what did not happen. */
type Course = { won: boolean; tier: string | null; shownAt: number; endedAt: number | null; readyAt: number }
type Scene = { tier: 0 | 1 | 2 | 3; name: string; game: string; target?: number }

const scenes: Scene[] = [
  { tier: 0, name: 'returned', game: 'plinko' },
  { tier: 1, name: 'small', game: 'limbo', target: 2 },
  { tier: 2, name: 'medium', game: 'limbo', target: 8 },
  { tier: 3, name: 'large', game: 'limbo', target: 26 },
]
const stepped = ['blackjack', 'jacks-or-better', 'hilo', 'mines', 'towers']
const tapMs = [250, 600]
/** With instant results, the next bet can be placed so soon after the answer. */
const instantMs = 300
/** What follows the end of a celebration is filmed so long. */
const afterMs = 700
const maxRounds = 400
const framesPerSheet = 20
const viewport = { width: 390, height: 844 }

/** Returns what was wrong. The sheets are `film-…png` in the folder. */
export async function takeFilm(browser: Browser, { site, folder }: Film): Promise<string[]> {
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  context.setDefaultTimeout(20_000)
  await context.addCookies([{ name: 'cookies-notice', value: 'read', url: site.url }])
  const sheets = await browser.newPage({ viewport: { width: 1_600, height: 900 } })
  const faults: string[] = []
  const lengths: number[] = []
  for (const isQuick of [false, true])
    for (const scene of scenes) {
      const name = `film-${scene.name}${isQuick ? '-instant' : ''}`
      const page = await context.newPage()
      const { course, shots } = await filmWin(page, site, scene, isQuick)
      await sheetOf(sheets, shots, `${name}: ${JSON.stringify(course)}`, join(folder, `${name}.png`))
      await page.close()
      const length = course.endedAt === null ? 0 : course.endedAt - course.shownAt
      faults.push(...faultsOf(scene, course, length, isQuick).map((fault) => `${name}: ${fault}`))
      if (!isQuick) lengths.push(length)
    }
  if (lengths.some((length, index) => index > 0 && length <= lengths[index - 1]!))
    faults.push(`a greater win is not celebrated longer: ${lengths.join(', ')} ms`)
  for (const game of stepped) {
    const page = await context.newPage()
    const { acts, shots } = await filmTaps(page, site, game)
    await sheetOf(
      sheets,
      shots,
      `film-taps-${game}: pressed at 0, ${tapMs.join(', ')} ms`,
      join(folder, `film-taps-${game}.png`),
    )
    await page.close()
    if (acts > 0) faults.push(`film-taps-${game}: a second press acted in the round that the first one began`)
  }
  await sheets.close()
  await context.close()
  return faults
}

function faultsOf(
  { tier }: Scene,
  { tier: shown, readyAt, shownAt }: Course,
  length: number,
  isQuick: boolean,
): string[] {
  const faults: string[] = []
  if (tier === 0 ? shown !== null : shown !== String(tier)) faults.push(`celebrated as tier ${shown}`)
  if (tier > 0 && length === 0) faults.push('the celebration does not end')
  if (readyAt - shownAt > instantMs) faults.push(`the next bet waits for ${readyAt - shownAt} ms after the result`)
  if (isQuick && length > 1_200) faults.push(`at once, but celebrated for ${length} ms`)
  return faults
}

async function open(page: Page, site: Site, game: string): Promise<Frame> {
  await page.goto(`${site.url}/games/${game}?play=demo`)
  await page.locator('[data-playing] iframe').waitFor()
  const frame = (await gameFrame(page))!
  await frame.locator(ready).waitFor()
  await page.locator('[data-stage]:not([data-cover])').waitFor({ state: 'detached' })
  return frame
}

async function filmWin(page: Page, site: Site, { tier, game, target }: Scene, isQuick: boolean) {
  const frame = await open(page, site, game)
  // The game remembers the choice.
  const quick = frame.locator('.tools [aria-pressed]').nth(1)
  if ((await quick.getAttribute('aria-pressed')) !== String(isQuick)) await quick.click()
  if (target !== undefined) {
    const field = frame.locator('.field input').first()
    await field.fill(String(target))
    await field.press('Enter')
    await field.blur()
  }
  const camera = await cameraOf(page)
  for (let round = 0; round < maxRounds; round++) {
    await frame.locator(ready).waitFor()
    camera.begin()
    const course = await playRound(frame)
    const isReturn = course.tier === null && course.won
    if (tier === 0 ? !isReturn : course.tier !== String(tier)) continue
    await page.waitForTimeout(afterMs)
    return { course, shots: await camera.end() }
  }
  throw new Error(`no round of ${maxRounds} of ${game} was of tier ${tier}`)
}

/** Presses the button inside the frame and follows what the game does until it is ready and celebrates nothing. */
function playRound(frame: Frame): Promise<Course> {
  return frame.evaluate(async (readyButton) => {
    const start = performance.now()
    const now = () => Math.round(performance.now() - start)
    const first = () => document.querySelector('.past li')
    const before = first()
    const celebration = document.querySelector<HTMLElement>('.celebration')!
    document.querySelector<HTMLButtonElement>('.play')!.click()
    const frameDrawn = () => new Promise((drawn) => requestAnimationFrame(drawn))
    let shownAt = -1
    let readyAt = -1
    let tier: string | null = null
    let endedAt: number | null = null
    while (shownAt < 0 || readyAt < 0 || (tier !== null && endedAt === null)) {
      await frameDrawn()
      if (shownAt < 0 && first() !== before) shownAt = now()
      if (shownAt >= 0 && readyAt < 0 && document.querySelector(readyButton)) readyAt = now()
      if (tier === null && !celebration.hidden) tier = celebration.dataset.tier!
      if (tier !== null && endedAt === null && celebration.hidden) endedAt = now()
      if (now() > 60_000) throw new Error('the round did not end')
    }
    // A result that returns less than the stake is neither a win nor a loss.
    const text = first()!.textContent ?? ''
    const won = parseFloat(text.replace(/[^\d.,]/g, '').replace(',', '.')) > 0
    return { won, tier, shownAt, endedAt, readyAt }
  }, ready)
}

async function filmTaps(page: Page, site: Site, game: string): Promise<{ acts: number; shots: Shot[] }> {
  const frame = await open(page, site, game)
  let acts = 0
  page.on('request', (request) => request.url().endsWith('/studio/api/act') && acts++)
  const camera = await cameraOf(page)
  camera.begin()
  await frame.locator('.play').evaluate(async (button: HTMLButtonElement, times) => {
    const start = performance.now()
    for (const each of [0, ...times]) {
      await new Promise((resolve) => setTimeout(resolve, start + each - performance.now()))
      button.click()
    }
  }, tapMs)
  await page.waitForTimeout(2_000)
  return { acts, shots: await camera.end() }
}

/** Chromium sends a frame whenever the page has changed. */
async function cameraOf(page: Page): Promise<{ begin(): void; end(): Promise<Shot[]> }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  let shots: Shot[] = []
  let startedAt = 0
  session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    shots.push({ ms: Math.round((metadata.timestamp ?? 0) * 1000 - startedAt), data })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 390, maxHeight: 844 })
  return {
    begin() {
      shots = []
      startedAt = Date.now()
    },
    async end() {
      await session.send('Page.stopScreencast')
      return shots
    },
  }
}

/** Lays out frames at equal distances of time, each with its time. */
async function sheetOf(page: Page, shots: Shot[], title: string, path: string): Promise<void> {
  const last = shots.at(-1)?.ms ?? 0
  const chosen = Array.from({ length: framesPerSheet }, (_, index) => {
    const due = (last * index) / (framesPerSheet - 1)
    return shots.findLast(({ ms }) => ms <= due) ?? shots[0]!
  }).filter((shot, index, all) => shot !== all[index - 1])
  const figures = chosen.map(
    ({ ms, data }) => `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${ms} ms</figcaption></figure>`,
  )
  await page.setContent(
    `<style>body{margin:16px;font:16px sans-serif;background:#fff}main{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{width:148px;display:block}</style><h1></h1><main>${figures.join('')}</main>`,
  )
  await page.locator('h1').evaluate((heading, text) => (heading.textContent = text), title)
  await page.screenshot({ path, fullPage: true })
}
