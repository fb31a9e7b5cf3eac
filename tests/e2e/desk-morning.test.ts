/**
 * A morning at the desk, by keyboard: withdrawals, documents and conversations are worked off, a balance is adjusted with
 * a second person, a game is switched off and a report is exported. Withdrawals are decided by the command line too, to
 * compare the times.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { formOf, validFiles } from '#tests/setup/sample-files.ts'
import { siteTest } from '#tests/setup/visit.ts'
import { siteDesk } from '../product/site-desk.ts'
import { fund, registerPlayer, type SitePlayer, until, withdraw } from '../product/site-player.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, longTest } = siteTest({ DESK_PORT: String(port), WITHDRAWAL_AUTO_LIMIT: '0' })

const withdrawals = 25
const documents = 10
const chats = 5
/** Decided by the command line. */
const commanded = 3

/** What waits when the morning begins. */
async function night(): Promise<SitePlayer> {
  const player = await registerPlayer(site)
  await fund(player, 100_000)
  for (let each = 0; each < withdrawals; each++) {
    const asked = await withdraw(player, 2_000 + each)
    expect([asked.status, asked.body.stage]).toEqual([200, 'review'])
  }
  for (let each = 0; each < documents; each++) {
    const owner = await registerPlayer(site)
    const answer = await fetch(`${site.url}/api/player/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: formOf(validFiles[each % 2]!),
    })
    expect(answer.status).toBe(200)
  }
  for (let each = 0; each < chats; each++) {
    const visitor = await registerPlayer(site)
    const message = { id: randomUUID(), text: `Question ${each}`, attachmentIds: [] }
    expect((await visitor.call('POST', '/api/support/chat/messages', message)).status).toBe(200)
  }
  return player
}

/** Reads and approves a few withdrawals, and returns the seconds for each. */
async function byCommandLine(player: SitePlayer): Promise<number> {
  const desk = await siteDesk(site, deskUrl)
  const created = await desk.call('POST', '/api/tokens', { name: 'morning', days: 1 })
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  const run = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/operator.ts', ...words], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, VITEST: '', DESK_URL: deskUrl, DESK_TOKEN: created.body.token },
    })
    return stdout
  }
  const numbers: string[] = []
  for (let each = 0; each < commanded; each++) numbers.push((await withdraw(player, 3_000 + each)).body.number)
  const startedAt = performance.now()
  for (const number of numbers) {
    const { version } = JSON.parse(await run('read-payment', number, '--json'))
    await run('decide-withdrawal', number, '--decision=approved', `--seen=${version}`)
  }
  const seconds = (performance.now() - startedAt) / 1000 / commanded
  for (const number of numbers)
    expect(JSON.parse(await run('read-payment', number, '--json')).payment.state).not.toBe('review')
  return seconds
}

longTest(
  `${withdrawals} withdrawals, ${documents} documents, ${chats} chats, an adjustment, a switch and a report`,
  { timeout: 300_000 },
  async ({ enter }) => {
    const player = await night()
    const context = await enter()
    const page = await context.newPage()
    await page.goto(`${deskUrl}/withdrawals`)
    await signIn(page, 'manager')
    const startedAt = performance.now()
    const marks: string[] = []
    const mark = (what: string) => marks.push(`${what} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

    const waiting = async (path: string) =>
      page.evaluate(async (url) => (await (await fetch(url)).json()).waiting as number, path)
    /** The seeded site has some of its own. */
    const approveAll = async (queue: string) => {
      const all = await waiting(`/api/queues/${queue}`)
      await page.getByRole('table').getByRole('link').first().press('Enter')
      for (let left = all; left > 0; left--) {
        await page.getByRole('button', { name: 'Approve' }).waitFor()
        const at = page.url()
        await page.keyboard.press('a')
        await page.waitForURL((url) => url.href !== at)
      }
      expect(await waiting(`/api/queues/${queue}`)).toBe(0)
      return all
    }
    const approved = await approveAll('withdrawals')
    expect(approved).toBeGreaterThanOrEqual(withdrawals)
    const perWithdrawal = (performance.now() - startedAt) / 1000 / approved
    mark('withdrawals')

    await page.goto(`${deskUrl}/documents`)
    expect(await approveAll('documents')).toBeGreaterThanOrEqual(documents)
    mark('documents')

    await page.goto(`${deskUrl}/chat`)
    for (let each = 0; each < chats; each++) {
      await page.getByText(`Question ${each}`).first().click()
      await page.getByRole('log', { name: 'Messages' }).getByText(`Question ${each}`).waitFor()
      await page.getByLabel('Reply').fill(`Answer ${each}`)
      await page.keyboard.press('Enter')
      await page.getByRole('log', { name: 'Messages' }).getByText(`Answer ${each}`).waitFor()
    }
    mark('chats')

    const before = await player.cash()
    await page.goto(`${deskUrl}/players/${player.id}/adjustments`)
    await page.getByLabel('Amount').fill('300.00')
    await page.getByLabel('Reason').fill('the bonus of Monday was missing')
    await page.getByRole('button', { name: 'Adjust the balance' }).press('Enter')
    await page.getByText('a second person has to approve it').waitFor()
    expect(await player.cash()).toBe(before)
    const deputy = await (await enter()).newPage()
    await deputy.goto(`${deskUrl}/requests`)
    await signIn(deputy, 'deputy')
    await deputy.getByRole('table').getByRole('link').first().press('Enter')
    await deputy.getByRole('button', { name: 'Approve' }).waitFor()
    await deputy.keyboard.press('a')
    await deputy.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
    await deputy.getByRole('heading', { name: 'It is done.' }).waitFor()
    await until(async () => (await player.cash()) === before + 30_000, 'the adjustment is booked')
    mark('adjustment')

    await page.goto(`${deskUrl}/switches`)
    await page.getByRole('button', { name: 'Switch something off' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Game, studio').fill('game:plinko')
    await dialog.getByLabel('Reason').fill('its picture is wrong')
    await dialog.getByRole('button', { name: 'Switch off' }).press('Enter')
    await page.getByRole('cell', { name: 'Plinko' }).waitFor()
    mark('switch')

    await page.goto(`${deskUrl}/reports`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).press('Enter'),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toContain('report money,version 2')
    expect(csv).toMatch(/\r\ntotal,EUR,/)
    mark('report')
    const commands = await byCommandLine(player)
    console.log(
      `A morning: ${marks.join(', ')}; a withdrawal in ${perWithdrawal.toFixed(2)} s, by the command line in ${commands.toFixed(2)} s`,
    )
  },
)
