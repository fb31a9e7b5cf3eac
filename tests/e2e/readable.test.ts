/**
 * Accessibility by axe, on a phone. Each page has two variants, one in each theme; one of them is in English and the
 * other in Arabic, and consecutive pages alternate. `npm test` checks the first variant of every second page, `npm run
 * verify` that of all pages, and `npm run test:long` both variants.
 */
import { beforeAll, describe, expect } from 'vitest'
import { sampled } from '#tests/setup/length.ts'
import { expectReadable, plainPage, siteTest, type Visitor } from '#tests/setup/visit.ts'
import { demoPlayer } from '#server/profile/registration/seed.ts'

const { site, test, longTest } = siteTest()
let token: string

beforeAll(async () => {
  const answer = await fetch(`${site.url}/api/player/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: demoPlayer.email, password: demoPlayer.password }),
  })
  token = ((await answer.json()) as { accessToken: string }).accessToken
})

const publicPages = [
  '/',
  '/categories/slots',
  '/games/ember-forge',
  `${plainPage}?sign-in=true`,
  `${plainPage}?sign-up=true`,
  '/static/fairness',
  '/questions',
  '/contact',
  '/safer-play',
  '/proof-of-liabilities',
  '/fairness-specification',
  '/no/such/page',
]
const playerPages = [
  `${plainPage}?wallet=deposit`,
  `${plainPage}?wallet=withdraw`,
  '/profile/history',
  '/profile/history?tab=bets',
  '/profile/protection',
  '/profile/wallet',
]
type Variant = { path: string; theme: string; isPersonal: boolean }
/** The questions page has no address in other locales. */
const inArabic = (path: string) => (path.startsWith('/questions') ? path : `/ar${path === '/' ? '' : path}`)
const variants = [...publicPages, ...playerPages].map((path, index) => {
  const isPersonal = playerPages.includes(path)
  const dark = { path, isPersonal, theme: 'dark' }
  const light = { path: inArabic(path), isPersonal, theme: 'light' }
  return index % 2 === 0 ? ([dark, light] as const) : ([light, dark] as const)
})
describe('accessibility, by axe', () => {
  const title = '$path in the $theme theme'
  // Every fourth page, in turn in dark English and light Arabic.
  const sample = variants.filter((_, index) => index % 8 === 0 || index % 8 === 5).map(([first]) => first)
  test.for(sample)(title, isReadable)
  longTest.for(variants.map(([first]) => first).filter((variant) => !sample.includes(variant)))(title, isReadable)
  longTest.for(sampled(variants, 0).map(([, second]) => second))(title, isReadable)

  async function isReadable({ path, theme, isPersonal }: Variant, { visit }: Visitor): Promise<void> {
    const { page } = await visit(path, {
      viewport: { width: 390, height: 844 },
      cookies: { theme },
      ...(isPersonal ? { player: { token } } : {}),
    })
    await expectReadable(page, { without: 'iframe' })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(isWide, 'the page scrolls sideways').toBe(false)
  }
})
