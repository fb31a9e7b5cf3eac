/** The checklist for screens, as far as a script can check it: a sample of `npm run screenshots check`. */
import { expect } from 'vitest'
import type { LocaleCode } from '#contract/locales.ts'
import { demoPlayer } from '#server/profile/registration/seed.ts'
import { readAppearance } from '#scripts/screenshots/appearance.ts'
import { checkScreens } from '#scripts/screenshots/check.ts'
import { createNewcomer } from '#scripts/screenshots/reward-states.ts'
import { shots } from '#scripts/screenshots/shots.ts'
import { gameFrame } from '#scripts/walk/screen.ts'
import { noticeRead, phone, plainPage, siteTest } from '#tests/setup/visit.ts'

const { site, test, longTest } = siteTest()

/**
 * Forms and pages in the languages with the longest words, one page from right to left, the lobby, and a game's table.
 */
const sample: Array<[locale: LocaleCode, name: string]> = [
  ['en', 'lobby-guest'],
  ['de', 'wallet-deposit'],
  ['de', 'playing-roulette'],
  ['ar', 'wallet-swap'],
  ['pt-BR', 'sign-up'],
  ['es', 'loyalty-player'],
  ['fr-CA', 'profile-security'],
  ['fr-CA', 'profile-verification'],
  ['fr-CA', 'round'],
  ['fr-CA', 'loyalty-player'],
  ['pt-BR', 'game-player'],
  ['de', 'profile-history-invoices'],
  ['de', 'loyalty-guest'],
  ['de', 'welcome-package'],
  ['es', 'profile-documents'],
  ['es', 'wallet-deposit-2'],
  ['ar', 'profile-notifications'],
]

longTest.for(sample)(
  '%s: %s passes the checklist at every width and in every theme',
  { timeout: 120_000 },
  async ([locale, name]) => {
    // This many sign-ins give the list of sessions a second page.
    const signIns = name === 'profile-security' ? 11 : 1
    let player = ''
    for (let at = 0; at < signIns; at++) player = await signIn()
    const chosen = shots.filter((shot) => shot.name === name)
    expect(chosen).toHaveLength(1)
    const tokens = { player, newcomer: await createNewcomer(site, locale) }
    const faults = await checkScreens(site.browser, { site, tokens, shots: chosen, locale })
    expect(faults.join('\n')).toBe('')
  },
)

async function signIn(): Promise<string> {
  const answer = await fetch(`${site.url}/api/player/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: demoPlayer.email, password: demoPlayer.password }),
  })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

test('the check finds small and pale type, cut and broken words, loose dots and amounts, low targets and odd corners', async ({
  visit,
}) => {
  const { page } = await visit(plainPage, phone)
  expect((await readAppearance(page)).flatMap(({ faults }) => faults)).toEqual([])
  await page.evaluate(() => {
    const planted = document.createElement('div')
    planted.innerHTML =
      '<p style="font-size:11px">words too small to be read</p>' +
      '<p style="color:oklch(0.4 0.02 218);background:oklch(0.3 0.02 218)">words too pale to be read</p>' +
      '<p style="inline-size:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">words without an end</p>' +
      '<p style="inline-size:60px;overflow-wrap:anywhere">Unterhaltungselektronik</p>' +
      '<p>a fact ·<br /><b>the next</b></p><p>a fact<br />·&nbsp;the next, on its line</p>' +
      '<p style="font-variant-numeric:normal">€ 12.50</p>' +
      '<input style="font-size:14px" />' +
      '<button style="display:block;inline-size:16px;block-size:16px">x</button><button style="display:block;inline-size:16px;block-size:16px">y</button>' +
      '<p style="padding:20px;border-radius:11px;background:gray;color:black">a card</p>'
    document.querySelector('main')!.prepend(planted)
  })
  const [screen] = await readAppearance(page)
  const faults = screen!.faults.join('\n')
  for (const fault of [
    /type of 11 px.*too small/,
    /contrast of 1\.\d\d.*too pale/,
    /ellipsis.*without an end/,
    /word broken.*Unterhaltungselektronik/,
    /dot at the end of a line.*fact ·the next/,
    /tabular.*12\.50/,
    /entry of 14px/,
    /target of less than 24 px.*16 x 16/,
  ])
    expect(faults).toMatch(fault)
  expect(faults).not.toMatch(/dot.*on its line/)
  expect(Object.keys(screen!.radii)).toContain('11px')
})

test('the check reads what is on the table of a running game', async ({ enter }) => {
  const page = await (await enter({ ...phone, cookies: noticeRead })).newPage()
  await page.goto(`${site.url}/games/mines?play=demo`)
  await page.frameLocator('[data-playing] iframe').locator('.play').waitFor({ timeout: 20_000 })
  await (await gameFrame(page))!.evaluate(() => {
    for (const [text, style] of [
      ['too small', { fontSize: '11px' }],
      ['too pale to be read', { color: '#444', background: '#333' }],
    ] as const) {
      const planted = document.createElement('p')
      planted.textContent = text
      // The policy of a game's frame blocks style attributes in markup.
      Object.assign(planted.style, style)
      document.querySelector('.stage')!.prepend(planted)
    }
  })
  const [, table] = await readAppearance(page)
  const faults = table!.faults.join('\n')
  expect(faults).toMatch(/type of 11 px.*too small/)
  expect(faults).toMatch(/contrast of 1\.\d\d.*too pale/)
})
