/** J, K and Enter in every list of the desk: each page of the menu, with something in each list. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pages } from '#desk/pages.ts'
import { mathsOf } from '#games/games.ts'
import { isStepped } from '#games/maths.ts'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { siteTest } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { siteDesk } from '../product/site-desk.ts'
import { fund, launchGame, registerPlayer, send, withdraw } from '../product/site-player.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, longTest } = siteTest({ DESK_PORT: String(port), WITHDRAWAL_AUTO_LIMIT: '0' })

/** The editor of texts has a tree of files in place of a list. */
const withoutList = ['/content']

/** Puts at least one entry into each list that is empty in the demonstration. */
async function fillLists(): Promise<void> {
  const player = await registerPlayer(site)
  await fund(player, 100_000)
  const numbers: string[] = []
  for (const amount of [2_000, 3_000, 4_000]) numbers.push((await withdraw(player, amount)).body.number)
  const message = { id: randomUUID(), text: 'Where is my money?', attachmentIds: [] }
  await player.call('POST', '/api/support/chat/messages', message)
  await player.call('POST', '/api/support/complaints', { id: randomUUID(), category: 'payments', text: 'It is late.' })
  const mines = mathsOf('mines')!
  if (!isStepped(mines)) throw new Error('Mines has several steps')
  const token = await launchGame(site, player, 'mines')
  const round = { playId: randomUUID(), stake: 100, choice: mines.firstChoice() }
  expect((await send(`${site.url}/studio/api/play`, 'POST', { token, body: round })).body.round.status).toBe('playing')

  const desk = await siteDesk(site, deskUrl)
  const reason = 'A test of lists'
  const cause = { cause: 'goodwill', reason }
  const definition = {
    purpose: 'service',
    channels: ['site'],
    segment: { countries: ['DE'] },
    words: { en: { title: 'New terms', text: 'They apply from January.' } },
  }
  const answers = [
    await desk.call('POST', '/api/switches', { name: 'game:plinko', to: 'off', countries: ['AT'], reason }),
    await desk.call('POST', `/api/players/${player.id}/adjustments`, {
      id: randomUUID(),
      direction: 'credit',
      currency: 'EUR',
      amount: '300.00',
      ...cause,
    }),
    await desk.call('POST', '/api/campaigns/terms', { definition, startsAt: '2126-01-01T00:00:00Z', endsAt: null }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 202, 200])
  const other = await registerPlayer(site)
  await ask(
    site,
    `INSERT INTO bonuses.household_flags (id, player_id, other_player_id, matches, flagged_at)
     VALUES (gen_random_uuid(), $1, $2, '{device}', now())`,
    [player.id, other.id],
  )
  await ask(
    site,
    `INSERT INTO payments.flags (invoice_id, flag, raised_at) SELECT id, 'stuck', now() FROM payments.invoices WHERE number = $1`,
    [numbers[2]],
  )
  await ask(site, `INSERT INTO sports.discrepancies (sportsbook, bet_id, found_at) VALUES ('sandbox', '7', now())`)
}

/** Which row has the focus, or has it within, from 0; -1 for none. */
const rowAt = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-row]')]
      .filter((row) => row.checkVisibility())
      .findIndex((row) => row.contains(document.activeElement)),
  )
const countRows = (page: Page) => page.locator('main [data-row]').filter({ visible: true }).count()

longTest(
  'J and K move through the rows of each page of the menu, and Enter opens a row by its link or does nothing',
  { timeout: 240_000 },
  async ({ enter }) => {
    await fillLists()
    const page = await (await enter()).newPage()
    await page.goto(deskUrl)
    await signIn(page, 'manager')
    const listed = pages.filter(({ isUnlisted, path }) => !isUnlisted && !withoutList.includes(path))
    for (const { path } of listed) {
      await page.goto(deskUrl + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path === '/chat') {
        // Beside the list, the conversation itself is opened.
        await page.getByText('Where is my money?').waitFor()
        await page.keyboard.press('j')
        await page.waitForURL(/\/chat\/[0-9a-f-]{36}/)
        continue
      }
      await page.locator('main [data-row]').filter({ visible: true }).first().waitFor()
      await page.waitForLoadState('networkidle')
      const rows = await countRows(page)
      const steps: number[] = []
      for (const key of ['j', 'j', 'k', 'k']) {
        await page.keyboard.press(key)
        steps.push(await rowAt(page))
      }
      expect([path, ...steps]).toEqual([path, 0, Math.min(1, rows - 1), 0, 0])
      const link = page.locator('main [data-row]').filter({ visible: true }).first().getByRole('link').first()
      const address = (await link.count()) > 0 ? await link.getAttribute('href') : path
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url(), { message: path }).toBe(deskUrl + address)
      expect([path, await page.getByRole('dialog').count()]).toEqual([path, 0])
    }
  },
)

longTest('after the last row J reaches the next page, and in a field J is a letter', async ({ enter }) => {
  const page = await (await enter()).newPage()
  await page.goto(`${deskUrl}/acts`)
  await signIn(page, 'deputy')
  await page.getByRole('button', { name: 'Next page' }).waitFor()
  const rows = await countRows(page)
  for (let row = 0; row < rows; row++) await page.keyboard.press('j')
  expect(await rowAt(page)).toBe(rows - 1)
  await page.keyboard.press('Enter')
  await page.waitForURL(/before=/)
  const field = page.getByLabel('Who, such as')
  await field.press('j')
  expect([await field.inputValue(), await rowAt(page)]).toEqual(['j', -1])
})
