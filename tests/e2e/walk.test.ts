/**
 * Runs a short walk (`npm run walk`) in one locale, to check that the walk works and that its checks find the planted
 * faults.
 */
import { expect } from 'vitest'
import { readScreen } from '#scripts/walk/screen.ts'
import { walk } from '#scripts/walk/walk.ts'
import { atRest, phone, plainPage, siteTest } from '#tests/setup/visit.ts'

const { site, test, longTest } = siteTest({ SPORTSBOOK_HOST: 'sandbox' })

longTest(
  'a person registers, deposits, plays on an upright and on a turned phone, verifies a round and withdraws in German, without a surprise',
  async () => {
    const steps: string[] = []
    const faults = await walk(site.browser, site, 'de', {
      rounds: 2,
      games: ['mines'],
      methods: 1,
      hasFreeSpins: false,
      folder: null,
      onStep: (line) => steps.push(line),
    })
    expect(faults.join('\n')).toBe('')
    for (const part of [
      'registration',
      'paid by',
      'mines landscape',
      'cashed out',
      'recalculation',
      'withdrawal requested',
    ])
      expect(
        steps.some((line) => line.includes(part)),
        part,
      ).toBe(true)
  },
  120_000,
)

test('a screen that scrolls sideways, cuts a text or covers a control or a text is found', async ({ visit }) => {
  const { page } = await visit(plainPage, phone)
  expect(await readScreen(page)).toMatchObject({ sideways: 0, cut: [], covered: [] })
  await page.evaluate(() => {
    const wide = document.createElement('p')
    Object.assign(wide.style, {
      position: 'absolute',
      insetInlineStart: '0',
      inlineSize: '700px',
      whiteSpace: 'nowrap',
    })
    wide.textContent =
      'a sentence that is a good deal wider than the screen of any phone, which nobody reads to its end'
    const narrow = document.createElement('button')
    Object.assign(narrow.style, { inlineSize: '40px', overflow: 'hidden', whiteSpace: 'nowrap' })
    narrow.textContent = 'a name that does not fit'
    const above = document.createElement('div')
    Object.assign(above.style, {
      position: 'fixed',
      insetInline: '0',
      insetBlockStart: '0',
      zIndex: '9999',
      blockSize: '80px',
    })
    const under = document.createElement('div')
    under.style.position = 'relative'
    under.innerHTML =
      '<code>printf command here</code>' +
      '<p>words that nobody can read</p><div style="position:absolute;inset:0;background:black"></div>' +
      '<button style="inline-size:30px;white-space:nowrap">Verdoppeln</button>'
    document.querySelector('main')!.prepend(under)
    document.querySelector('main')!.append(wide, narrow, above)
  })
  const screen = await readScreen(page)
  expect(screen.sideways).toBeGreaterThan(300)
  expect(screen.texts).toContain('words that nobody can read')
  expect(screen.texts).not.toContain('printf command here')
  expect(screen.cut.join()).toMatch(/beyond the page.*a sentence/)
  expect(screen.cut.join()).toMatch(/cut: button.*a name/)
  expect(screen.cut.join()).toMatch(/sticks out: button.*Verdoppeln/)
  expect(screen.covered.join()).toMatch(/text: p “words that nobody/)
  expect(screen.covered.filter((each) => !each.startsWith('text')).length).toBeGreaterThan(0)
})

longTest(
  'waiting for a page whose request is never answered ends with an error that names the request',
  async ({ visit }) => {
    const { page } = await visit(plainPage, phone)
    await page.route('**/never', () => undefined)
    await page.evaluate(() => void fetch('/never').catch(() => null))
    await expect(atRest(page, 500)).rejects.toThrow(/^Pending after 500 ms: .*\/never$/)
  },
)
