/**
 * `npm run screenshots [name …]`: takes screenshots of the screens in scripts/screenshots/shots.ts at widths of 360,
 * 768 and 1440, dark and light, in English, German and Arabic, into .cache/screenshots for visual review. Names of
 * screens, widths, themes and locales limit them: `npm run screenshots lobby-player 360 dark`. A further locale is
 * taken where it is named: `npm run screenshots lobby-guest es`; so is another theme of a locale with both names:
 * `npm run screenshots lobby-guest contrast ar`. `rounds`, or the name of a game, takes games before,
 * in and after their rounds, also on a phone on its side: `npm run screenshots rounds de`. `check` checks the screens in
 * every locale, width and theme (scripts/screenshots/check.ts), or those, the locales and the themes that are named:
 * `npm run screenshots check wallet-deposit de dark`. What is wrong is in .cache/screenshots/faults.txt as well.
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
import { checkScreens } from './screenshots/check.ts'
import { enterSite, openShot, type Theme, themes } from './screenshots/open-shot.ts'
import { createNewcomer, createRewardStates, playTournaments } from './screenshots/reward-states.ts'
import { takeRounds } from './screenshots/rounds.ts'
import { restrictedCountry, type Shot, shots } from './screenshots/shots.ts'

const widths = [
  [360, 800],
  [768, 1024],
  [1440, 900],
] as const
const onItsSide = [800, 360] as const
const wanted = process.argv.slice(2)
type Look = { theme: Theme; locale: LocaleCode }
const usual: Look[] = [
  { theme: 'dark', locale: 'en' },
  { theme: 'light', locale: 'de' },
  { theme: 'dark', locale: 'ar' },
]
const isCheck = wanted.includes('check')
const namedThemes = themes.filter((theme) => wanted.includes(theme))
const others = localeCodes
  .filter((locale) => wanted.includes(locale))
  .flatMap((locale): Look[] => {
    if (namedThemes.length > 0) return namedThemes.map((theme) => ({ theme, locale }))
    return usual.some((look) => look.locale === locale) ? [] : [{ theme: 'light', locale }]
  })
  .filter((look) => usual.every(({ theme, locale }) => theme !== look.theme || locale !== look.locale))
const looks = [...usual, ...others]
type By = NonNullable<Shot['by']>
type View = { site: Site; tokens: Partial<Record<By, string>>; width: number; height: number; look: Look }

/** Those that the arguments name; all if they name none. */
const named = <T>(all: readonly T[], names: (each: T) => string): readonly T[] => {
  const some = all.filter((each) => wanted.includes(names(each)))
  return some.length > 0 ? some : all
}
const slugs = games.map(({ slug }) => slug)
const choices = [
  'check',
  'rounds',
  ...slugs,
  ...shots.map(({ name }) => name),
  ...widths.map(([width]) => String(width)),
  ...themes,
  ...localeCodes,
]
const unknown = wanted.filter((name) => !choices.includes(name))
if (unknown.length > 0)
  throw new Error(`There is no picture called ${unknown.join(', ')}. There are: ${[...new Set(choices)].join(', ')}.`)
const played = wanted.includes('rounds') ? slugs : slugs.filter((slug) => wanted.includes(slug))
const isOfShots = shots.some(({ name }) => wanted.includes(name)) || played.length === 0
const taken = isOfShots ? named(shots, ({ name }) => name) : []
const folder = join(import.meta.dirname, '..', '.cache', 'screenshots')
await mkdir(folder, { recursive: true })
await buildIfStale()
const site = await startSite({
  env: {
    SPORTSBOOK_HOST: 'sandbox',
    TRUST_PROXY: '1',
    RESTRICTED_COUNTRIES: `${restrictedCountry}:1`,
    ...(played.length > 0 && { ROUND_MIN_MS: '0' }),
  },
})
const browser = await launchBrowser()
const failed: string[] = []
const logins: Partial<Record<By, { login: string; password: string }>> = {
  player: { login: demoPlayer.email, password: demoPlayer.password },
}
try {
  // The demo players' history is played in the background; the screenshots should include it.
  await untilHistory(site)
  if (taken.some(({ by }) => by === 'regular' || by === 'bonus')) {
    const { regular, bonus } = await createRewardStates(site, localeCodes.find((each) => wanted.includes(each)) ?? 'en')
    Object.assign(logins, { regular: { login: regular.email, password }, bonus: { login: bonus.email, password } })
    if (taken.some(({ name }) => name.startsWith('rewards-tournament'))) await playTournaments(site, regular)
  }
  // One theme takes minutes, longer than a session that is not refreshed: each theme has its own sessions.
  if (isCheck) failed.push(...(await checkAll()))
  for (const [width, height] of isCheck ? [] : named(widths, ([each]) => String(each)))
    for (const look of named(
      named(looks, ({ theme }) => theme),
      ({ locale }) => locale,
    ))
      if (taken.length > 0)
        await takeAll(browser, { site, tokens: await signInAll(site, look.locale), width, height, look })
  const sizes = [...named(widths, ([each]) => String(each)), onItsSide]
  for (const look of named(
    named(looks, ({ theme }) => theme),
    ({ locale }) => locale,
  ))
    failed.push(...(await takeRounds(browser, { site, games: played, sizes, ...look, folder })))
} finally {
  await browser.close()
  await site.stop()
}
console.log(`Screenshots: ${folder}`)
if (failed.length > 0) throw new Error(`${isCheck ? `${failed.length} faults` : 'Not taken'}:\n${failed.join('\n')}`)

/** Sessions of their own for each locale, as above. */
async function checkAll(): Promise<string[]> {
  const found: string[] = []
  for (const locale of named(localeCodes, (each) => each)) {
    const tokens = await signInAll(site, locale)
    const themesOfCheck = named(themes, (each) => each)
    const check = { site, tokens, shots: taken, locale, themes: themesOfCheck, folder, onScreen: console.log }
    found.push(...(await checkScreens(browser, check)))
    await writeFile(join(folder, 'faults.txt'), found.map((fault) => `${fault}\n`).join(''))
  }
  return found
}

/** One browser context of each kind per theme, so that cached files are reused between screens. */
async function takeAll(from: Browser, view: View): Promise<void> {
  const visitors = new Map<string, BrowserContext>()
  for (const shot of taken) {
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

async function take(visitor: BrowserContext, { site: { url }, look }: View, shot: Shot, name: string): Promise<void> {
  const page = await openShot(visitor, url, look.locale, shot)
  try {
    await page.screenshot({ path: join(folder, `${name}.png`) })
  } finally {
    await page.close()
  }
}

async function signInAll(from: Site, locale: LocaleCode): Promise<Partial<Record<By, string>>> {
  const tokens: Partial<Record<By, string>> = {}
  for (const [by, credentials] of Object.entries(logins)) {
    const answer = await fetch(`${from.url}/api/player/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    tokens[by as By] = ((await answer.json()) as { accessToken: string }).accessToken
  }
  if (taken.some(({ by }) => by === 'newcomer')) tokens.newcomer = await createNewcomer(from, locale)
  return tokens
}

async function untilHistory({ url }: Site): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const winners = (await fetch(`${url}/api/game/spins/winners`).then((answer) => answer.json())) as unknown[]
    if (winners.length >= 4) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
