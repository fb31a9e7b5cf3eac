/**
 * What goes wrong while somebody decides at the desk: a lost connection, rights or an access that end, two people at once. Each time
 * the page says so in a sentence, and nothing happens twice. Every decision by its call: tests/product/desk-decisions.
 */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { formOf, validFiles } from '#tests/setup/sample-files.ts'
import { siteTest } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { siteDesk, type SiteDesk } from '../product/site-desk.ts'
import { fund, registerPlayer, type SitePlayer, withdraw } from '../product/site-player.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, longTest } = siteTest({ DESK_PORT: String(port), WITHDRAWAL_AUTO_LIMIT: '0' })

/** Two managers from the command line, each of whom can approve what the other asks for. */
let olga: SiteDesk
let oskar: SiteDesk
let player: SitePlayer
beforeAll(async () => {
  olga = await siteDesk(site, deskUrl, 'olga')
  oskar = await siteDesk(site, deskUrl, 'oskar')
  player = await registerPlayer(site)
  await fund(player, 100_000)
}, 60_000)

async function open(context: BrowserContext, name: string, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(deskUrl + path)
  await signIn(page, name)
  return page
}
const newWithdrawal = async () => String((await withdraw(player, 2_000)).body.number)
const stageOf = async (number: string) => (await olga.call('GET', `/api/payments/${number}`)).body.payment.state
/** Who is recorded for acts of a kind since a time. */
const actorsOf = async (action: string, after: string) =>
  (
    await ask<{ actor: string }>(site, 'SELECT actor FROM identity.audit WHERE action = $1 AND id > $2', [
      action,
      after,
    ])
  ).map(({ actor }) => actor)
const lastAct = async () => String((await ask(site, 'SELECT max(id) AS id FROM identity.audit'))[0]!['id'])

longTest(
  'a decision whose call or answer is lost is made once, and one after a loss of rights not at all',
  async ({ enter }) => {
    const [first, second, third] = [await newWithdrawal(), await newWithdrawal(), await newWithdrawal()] as const
    const before = await lastAct()
    const context = await enter()
    const page = await open(context, 'payments', `/withdrawals/${first}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // The server decides, and its answer does not arrive. The second call waits until the notice was seen.
    let sent = 0
    const seen = Promise.withResolvers<void>()
    await page.route('**/decision', async (route) => {
      if (++sent > 1) return seen.promise.then(() => route.continue())
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.keyboard.press('a')
    await page.getByText('it is not known whether this was done').waitFor()
    seen.resolve()
    await page.getByText(`${first}: the decision is recorded.`).waitFor()
    expect(sent).toBe(2)
    await page.unroute('**/decision')

    // The call does not arrive, until the connection is back.
    await page.goto(`${deskUrl}/withdrawals/${second}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await context.setOffline(true)
    await page.keyboard.press('a')
    await page.getByText('it is not known whether this was done').waitFor()
    expect(await stageOf(second)).toBe('review')
    await context.setOffline(false)
    await page.getByText(`${second}: the decision is recorded.`).waitFor()
    expect(await actorsOf('withdrawal-decided', before)).toEqual(['operator:payments', 'operator:payments'])

    // The roles change while a reason is written, which stays in the field.
    await page.goto(`${deskUrl}/withdrawals/${third}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.type('Use your own account')
    const asked = await olga.call('PUT', '/api/people/payments/roles', { roles: ['auditor'] })
    expect(asked.status).toBe(202)
    const approved = await oskar.call('POST', `/api/requests/${asked.body.waiting.request}/approval`)
    expect(approved.status).toBe(200)
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText('This needs the right cashier:decide, which your roles do not include')
      .waitFor()
    expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Use your own account')
    expect(await stageOf(third)).toBe('review')
    await page.reload()
    await page.getByText('Your roles let you read payments, not decide about them.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  },
)

longTest(
  'whose access is closed while a form is open reads so, nothing is done, and must sign in',
  async ({ enter }) => {
    const page = await open(await enter(), 'risk', `/players/${player.id}`)
    await page.getByRole('button', { name: 'Block the account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The card is stolen')
    expect((await olga.call('DELETE', '/api/people/risk')).status).toBe(200)
    await dialog.getByRole('button', { name: 'Block the account' }).click()
    await dialog.getByText('Your session has ended and nothing was done').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('The card is stolen')
    expect((await olga.call('GET', `/api/players/${player.id}`)).body.status).toBe('active')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  },
)

type Contest = {
  what: string
  action: string
  /** Returns the page on which it is decided. */
  subject(): Promise<string>
  ready(page: Page): Promise<void>
  decide(page: Page): Promise<void>
  /** What the page of whoever was second says. */
  refusal: RegExp
}
const inCase = { ready: (page: Page) => page.getByRole('button', { name: 'Approve' }).waitFor() }
const contests: Contest[] = [
  {
    what: 'a withdrawal',
    action: 'withdrawal-decided',
    subject: async () => `/withdrawals/${await newWithdrawal()}`,
    ...inCase,
    decide: (page) => page.keyboard.press('a'),
    refusal: /(manager|deputy) decided on/,
  },
  {
    what: 'a document',
    action: 'document-decided',
    async subject() {
      const owner = await registerPlayer(site)
      const headers = { authorization: `Bearer ${owner.token}` }
      const body = formOf(validFiles[0]!)
      expect((await fetch(`${site.url}/api/player/documents`, { method: 'POST', headers, body })).status).toBe(200)
      const [row] = await ask(site, 'SELECT id FROM verification.documents WHERE player_id = $1', [owner.id])
      return `/documents/${row!['id']}`
    },
    ...inCase,
    decide: (page) => page.keyboard.press('a'),
    refusal: /Decided by (manager|deputy) on/,
  },
  {
    what: 'a household',
    action: 'household-decided',
    async subject() {
      const other = await registerPlayer(site)
      await ask(
        site,
        `INSERT INTO bonuses.household_flags (id, player_id, other_player_id, matches, flagged_at)
         VALUES ($3, $1, $2, '{device}', now())`,
        [player.id, other.id, randomUUID()],
      )
      return '/households'
    },
    async ready(page) {
      await page.getByRole('button', { name: 'Allow' }).first().waitFor()
      await page.keyboard.press('a')
      await page.getByRole('dialog').getByLabel('Reason').fill('They are siblings')
    },
    decide: (page) => page.getByRole('dialog').getByLabel('Reason').press('Enter'),
    refusal: /(manager|deputy) has allowed this household/,
  },
]

longTest(
  'of two people who decide at once, one does, and the other reads it',
  { timeout: 120_000 },
  async ({ enter }) => {
    const pages = [await open(await enter(), 'manager', '/'), await open(await enter(), 'deputy', '/')]
    for (const { what, action, subject, ready, decide, refusal } of contests) {
      const path = await subject()
      const before = await lastAct()
      for (const page of pages) {
        await page.goto(deskUrl + path)
        await ready(page)
      }
      await Promise.all(pages.map(decide))
      const refused = pages.map(async (page) => {
        await page.getByText(refusal).waitFor()
        return what
      })
      expect(await Promise.any(refused)).toBe(what)
      expect([what, (await actorsOf(action, before)).length]).toEqual([what, 1])
    }
  },
)
