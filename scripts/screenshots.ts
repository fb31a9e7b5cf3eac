/**
 * `npm run screenshots [name …]` takes screenshots of the screens in scripts/screenshots/shots.ts at widths of 360, 768
 * and 1440, dark and light, in English, German and Arabic, into .cache/screenshots for visual review. Names of screens,
 * widths, themes and locales limit them: `npm run screenshots lobby-player 360 dark`. Other locales, and other themes
 * of a locale, are taken if they are named: `npm run screenshots lobby-guest es`, `npm run screenshots lobby-guest
 * contrast ar`. `rounds`, or the name of a game, takes games before, during and after their rounds, also on a phone in
 * landscape: `npm run screenshots rounds de`. `check` checks the screens in every locale, width and theme
 * (scripts/screenshots/check.ts), or only in those that are named: `npm run screenshots check wallet-deposit de dark`;
 * it also writes the faults to .cache/screenshots/faults.txt. `desk` takes every page of the desk at 390, 1280 and 1920,
 * dark and light, with the demonstration's people and payments, and fails where one scrolls sideways. `film` lays out
 * frames of a win of each tier and of double taps (scripts/screenshots/film.ts).
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { password } from '#tests/product/site-player.ts'
import { launchBrowser } from '#tests/setup/browser.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { type LocaleCode, localeCodes } from '#contract/locales.ts'
import { demoPlayer } from '#server/profile/registration/seed.ts'
import { games } from '#games/games.ts'
import { buildIfStale } from './build.ts'
import { freePort } from './free-port.ts'
import { checkScreens } from './screenshots/check.ts'
import { takeFilm } from './screenshots/film.ts'
import { takeDesk } from './screenshots/desk.ts'
import { enterSite, openShot, type Theme, themes } from './screenshots/open-shot.ts'
import { createNewcomer, createRewardStates, playTournaments } from './screenshots/reward-states.ts'
import { takeRounds } from './screenshots/rounds.ts'
import { restrictedCountry, type Shot, shots } from './screenshots/shots.ts'

const widths = [
  [360, 800],
  [768, 1024],
  [1440, 900],
] as const
const landscape = [800, 360] as const
const requested = process.argv.slice(2)
type Appearance = { theme: Theme; locale: LocaleCode }
const standardLooks: Appearance[] = [
  { theme: 'dark', locale: 'en' },
  { theme: 'light', locale: 'de' },
  { theme: 'dark', locale: 'ar' },
]
const isCheck = requested.includes('check')
const namedThemes = themes.filter((theme) => requested.includes(theme))
const additionalLooks = localeCodes
  .filter((locale) => requested.includes(locale))
  .flatMap((locale): Appearance[] => {
    if (namedThemes.length > 0) return namedThemes.map((theme) => ({ theme, locale }))
    return standardLooks.some((appearance) => appearance.locale === locale) ? [] : [{ theme: 'light', locale }]
  })
  .filter((appearance) =>
    standardLooks.every(({ theme, locale }) => theme !== appearance.theme || locale !== appearance.locale),
  )
const looks = [...standardLooks, ...additionalLooks]
type VisitorKind = NonNullable<Shot['by']>
type View = {
  site: Site
  tokens: Partial<Record<VisitorKind, string>>
  width: number
  height: number
  look: Appearance
}

/** The elements that the arguments name; all if they name none. */
const filterNamed = <T>(all: readonly T[], names: (each: T) => string): readonly T[] => {
  const matches = all.filter((each) => requested.includes(names(each)))
  return matches.length > 0 ? matches : all
}
const slugs = games.map(({ slug }) => slug)
const choices = [
  'check',
  'desk',
  'film',
  'rounds',
  ...slugs,
  ...shots.map(({ name }) => name),
  ...widths.map(([width]) => String(width)),
  ...themes,
  ...localeCodes,
]
const unknown = requested.filter((name) => !choices.includes(name))
if (unknown.length > 0)
  throw new Error(
    `There is no screenshot called ${unknown.join(', ')}. There are: ${[...new Set(choices)].join(', ')}.`,
  )
const playedGames = requested.includes('rounds') ? slugs : slugs.filter((slug) => requested.includes(slug))
const hasShots =
  shots.some(({ name }) => requested.includes(name)) ||
  (playedGames.length === 0 && !requested.includes('desk') && !requested.includes('film'))
const selectedShots = hasShots ? filterNamed(shots, ({ name }) => name) : []
const folder = join(import.meta.dirname, '..', '.cache', 'screenshots')
await mkdir(folder, { recursive: true })
await buildIfStale()
const deskPort = await freePort()
const deskUrl = `http://localhost:${deskPort}`
const site = await startSite({
  env: {
    DESK_PORT: String(deskPort),
    SPORTSBOOK_HOST: 'sandbox',
    TRUST_PROXY: '1',
    RESTRICTED_COUNTRIES: `${restrictedCountry}:1`,
    ...((playedGames.length > 0 || requested.includes('film')) && { ROUND_MIN_MS: '0' }),
  },
})
const browser = await launchBrowser()
const failed: string[] = []
const logins: Partial<Record<VisitorKind, { login: string; password: string }>> = {
  player: { login: demoPlayer.email, password: demoPlayer.password },
}
try {
  // The demo players' history is played in the background; the screenshots should include it.
  await untilHistory(site)
  if (selectedShots.some(({ by }) => by === 'regular' || by === 'bonus')) {
    const { regular, bonus } = await createRewardStates(
      site,
      localeCodes.find((each) => requested.includes(each)) ?? 'en',
    )
    Object.assign(logins, { regular: { login: regular.email, password }, bonus: { login: bonus.email, password } })
    if (selectedShots.some(({ name }) => name.startsWith('rewards-tournament')))
      await playTournaments(site, deskUrl, regular)
  }
  if (requested.includes('desk'))
    failed.push(...(await takeDesk(browser, { url: deskUrl, folder, themes: namedThemes })))
  if (requested.includes('film')) failed.push(...(await takeFilm(browser, { site, folder })))
  // Each theme has its own sessions, because one theme takes minutes, longer than a session that is not refreshed.
  if (isCheck) failed.push(...(await checkAll()))
  for (const [width, height] of isCheck ? [] : filterNamed(widths, ([each]) => String(each)))
    for (const appearance of filterNamed(
      filterNamed(looks, ({ theme }) => theme),
      ({ locale }) => locale,
    ))
      if (selectedShots.length > 0)
        await takeAll(browser, {
          site,
          tokens: await signInAll(site, appearance.locale),
          width,
          height,
          look: appearance,
        })
  const sizes = [...filterNamed(widths, ([each]) => String(each)), landscape]
  for (const appearance of filterNamed(
    filterNamed(looks, ({ theme }) => theme),
    ({ locale }) => locale,
  ))
    failed.push(...(await takeRounds(browser, { site, games: playedGames, sizes, ...appearance, folder })))
} finally {
  await browser.close()
  await site.stop()
}
console.log(`Screenshots: ${folder}`)
if (failed.length > 0) throw new Error(`${isCheck ? `${failed.length} faults` : 'Not taken'}:\n${failed.join('\n')}`)

/** Signs in again for each locale, because the sessions would expire. */
async function checkAll(): Promise<string[]> {
  const found: string[] = []
  for (const locale of filterNamed(localeCodes, (each) => each)) {
    const tokens = await signInAll(site, locale)
    const themesOfCheck = filterNamed(themes, (each) => each)
    const check = { site, tokens, shots: selectedShots, locale, themes: themesOfCheck, folder, onScreen: console.log }
    found.push(...(await checkScreens(browser, check)))
    await writeFile(join(folder, 'faults.txt'), found.map((fault) => `${fault}\n`).join(''))
  }
  return found
}

/** Uses one browser context for each kind of visitor per theme, so that cached files are reused between screens. */
async function takeAll(from: Browser, view: View): Promise<void> {
  const visitors = new Map<string, BrowserContext>()
  for (const shot of selectedShots) {
    const name = `${shot.name}-${view.width}-${view.look.theme}-${view.look.locale}`
    const { by, country } = shot
    const key = `${by} ${country}`
    const size = [view.width, view.height] as const
    const visitor =
      visitors.get(key) ??
      (await enterSite(from, { site: view.site, size, ...view.look, country, token: by && view.tokens[by] }))
    visitors.set(key, visitor)
    await take(visitor, view, shot, name).catch((error: Error) =>
      failed.push(`${name}: ${error.message.split('\n')[0]}`),
    )
  }
  await Promise.all([...visitors.values()].map((visitor) => visitor.close()))
}

async function take(
  visitor: BrowserContext,
  { site: { url }, look: appearance }: View,
  shot: Shot,
  name: string,
): Promise<void> {
  const page = await openShot(visitor, url, appearance.locale, shot)
  try {
    await page.screenshot({ path: join(folder, `${name}.png`) })
  } finally {
    await page.close()
  }
}

async function signInAll(from: Site, locale: LocaleCode): Promise<Partial<Record<VisitorKind, string>>> {
  const tokens: Partial<Record<VisitorKind, string>> = {}
  for (const [by, credentials] of Object.entries(logins)) {
    const answer = await fetch(`${from.url}/api/player/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    tokens[by as VisitorKind] = ((await answer.json()) as { accessToken: string }).accessToken
  }
  if (selectedShots.some(({ by }) => by === 'newcomer')) tokens.newcomer = await createNewcomer(from, locale)
  return tokens
}

async function untilHistory({ url }: Site): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const winners = (await fetch(`${url}/api/game/spins/winners`).then((answer) => answer.json())) as unknown[]
    if (winners.length >= 4) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
