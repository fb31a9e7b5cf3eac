/**
 * Accessibility by axe, on a phone, in both themes and both directions. A page is written from left to right in one theme
 * and from right to left in the other, alternating from page to page: `npm test` looks at each second page in one theme, `npm
 * run verify` at all of them, `npm run test:long` in both.
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

const ofEveryone = [
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
  '/no/such/page',
]
const personal = [
  `${plainPage}?wallet=deposit`,
  `${plainPage}?wallet=withdraw`,
  '/profile/history',
  '/profile/history?tab=bets',
  '/profile/protection',
  '/profile/wallet',
]
type Look = { path: string; theme: string; isPersonal: boolean }
/** The questions have no address of another locale. */
const inArabic = (path: string) => (path.startsWith('/questions') ? path : `/ar${path === '/' ? '' : path}`)
const looks = [...ofEveryone, ...personal].map((path, index) => {
  const isPersonal = personal.includes(path)
  const dark = { path, isPersonal, theme: 'dark' }
  const light = { path: inArabic(path), isPersonal, theme: 'light' }
  return index % 2 === 0 ? ([dark, light] as const) : ([light, dark] as const)
})
describe('accessibility, by axe', () => {
  const title = '$path in the $theme theme'
  // Each second page, in turns dark and in Arabic.
  const sample = looks.filter((_, index) => index % 4 < 2).map(([first]) => first)
  test.for(sample)(title, isReadable)
  longTest.for(looks.map(([first]) => first).filter((look) => !sample.includes(look)))(title, isReadable)
  longTest.for(sampled(looks, 0).map(([, second]) => second))(title, isReadable)

  async function isReadable({ path, theme, isPersonal }: Look, { visit }: Visitor): Promise<void> {
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
