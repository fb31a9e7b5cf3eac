/** A player checks all of their rounds in the browser; a file that the site has changed is noticed there too. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyRecord, Round } from '#audit/records.ts'
import { expectReadable, noticeRead, siteTest } from '#tests/setup/visit.ts'
import { fund, launchGame, registerPlayer, type Reply, send, type SitePlayer, until } from '../product/site-player.ts'

const { site, longTest } = siteTest()
const files = '**/api/wallet/audit-files/*'
const result = (page: Page, name: string) => page.getByRole('region', { name })

/** Plays as soon as the game may: rounds have a least duration. */
async function round(token: string, choice: object | null): Promise<string> {
  let answer: Reply | undefined
  await until(async () => {
    const body = { playId: randomUUID(), stake: 100, choice }
    answer = await send(`${site.url}/studio/api/play`, 'POST', { token, body })
    return answer.status === 200
  }, 'the next round')
  return answer!.body.round.id
}

/** Real rounds: revealed ones of dice, and one of a game whose seed is still secret. */
async function playedPlayer(): Promise<SitePlayer> {
  const player = await registerPlayer(site)
  await fund(player, 5_000)
  const dice = await launchGame(site, player)
  const under = { direction: 'under', target: 4_950 }
  await round(dice, under)
  const id = await round(dice, under)
  expect((await player.call('POST', `/api/game/rounds/${id}/reveal`)).status).toBe(200)
  await round(await launchGame(site, player, 'tidepool'), null)
  return player
}

longTest('everything of a month is checked in the browser, and the saved file by the command', async ({ enter }) => {
  const context = await enter({ player: await playedPlayer(), cookies: noticeRead })
  const page = await context.newPage()
  await page.goto(`${site.url}/profile/history`)
  await page.getByRole('link', { name: 'Check all your rounds' }).click()
  await page.getByRole('button', { name: 'Download and check' }).click()
  const found = result(page, 'Result of the check')
  await found.getByText('Everything agrees').waitFor({ timeout: 30_000 })
  expect(await found.locator('dl > div').allTextContents()).toEqual(
    expect.arrayContaining(['Rounds3', 'Recalculated from seeds2', 'Seed not revealed yet1', 'Seed pairs3']),
  )
  await expectReadable(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^fairhouse-audit-\d{4}-\d\d\.ndjson\.gz$/)
  const auditor = join(import.meta.dirname, '../../audit/main.ts')
  const output = execFileSync(process.execPath, [auditor, await download.path()], { encoding: 'utf8' })
  expect(output).toContain('2 rounds were recalculated from their seeds.')
  expect(output).toContain('Everything agrees.')
})

/** Serves a file that is changed on its way, as a dishonest site would. */
async function change(page: Page, edit: (lines: AnyRecord[]) => void): Promise<void> {
  await page.unroute(files)
  await page.route(files, async (route) => {
    const answer = await route.fetch()
    const text = gunzipSync(await answer.body()).toString()
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AnyRecord)
    edit(lines)
    const body = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { 'content-length': _length, ...headers } = answer.headers()
    await route.fulfill({ status: 200, headers, body })
  })
}

longTest('a shaved payout, another player and a truncated file are named, in Arabic as well', async ({ enter }) => {
  const context = await enter({ player: await playedPlayer(), cookies: noticeRead })
  const page = await context.newPage()
  await page.goto(`${site.url}/profile/audit`)
  const check = page.getByRole('button', { name: 'Download and check' })
  const found = result(page, 'Result of the check')

  let shaved: Round | undefined
  await change(page, (lines) => {
    shaved = lines.find((line): line is Round => line.record === 'round' && line.game === 'dice')!
    shaved.payout += 1
  })
  await check.click()
  await found.getByText(/things? does? not agree|things do not agree/).waitFor({ timeout: 30_000 })
  expect(await found.getByRole('list').textContent()).toContain(`ROUND_PAYOUT player`)
  expect(await found.getByRole('list').textContent()).toContain(
    `round ${shaved!.id}: paid ${shaved!.payout} instead of`,
  )
  await expectReadable(page)

  const other = await playedPlayer()
  const foreign = await fetch(`${site.url}/api/wallet/audit-files/${new Date().toISOString().slice(0, 7)}`, {
    headers: { authorization: `Bearer ${other.token}` },
  })
  const bytes = Buffer.from(await foreign.arrayBuffer())
  await page.unroute(files)
  await page.route(files, (route) => route.fulfill({ status: 200, contentType: 'application/gzip', body: bytes }))
  await check.click()
  await found.getByText('The file is not yours.').waitFor({ timeout: 30_000 })
  expect(await found.getByText('Everything agrees').count()).toBe(0)

  await page.unroute(files)
  await page.route(files, (route) =>
    route.fulfill({ status: 200, contentType: 'application/gzip', body: bytes.subarray(0, bytes.length - 60) }),
  )
  await check.click()
  await page.getByText('The file cannot be read.').waitFor({ timeout: 30_000 })

  await page.unroute(files)
  await page.goto(`${site.url}/ar/profile/audit`)
  await page.getByRole('button', { name: 'نزّل وتحقق' }).click()
  await result(page, 'نتيجة التحقق').getByText('كل شيء متطابق').waitFor({ timeout: 30_000 })
  await expectReadable(page)
})
