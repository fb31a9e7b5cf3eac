/**
 * Every form with which an operator decides, in a browser: rights that end while it is open, an answer that is lost, and
 * somebody else who sends the same at the same moment. Each time the form says so in a sentence, and nothing happens
 * twice. DIALOGS=note,rate runs those whose name contains one of these.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { signIn } from '#tests/setup/desk-page.ts'
import { formOf, validFiles } from '#tests/setup/sample-files.ts'
import { siteTest } from '#tests/setup/visit.ts'
import { ask } from '../product/product-database.ts'
import { siteDesk, type SiteDesk } from '../product/site-desk.ts'
import { partnerRecordOf } from '../product/steps.ts'
import { fund, notice, registerPlayer, type SitePlayer, startDeposit, until, withdraw } from '../product/site-player.ts'

const port = await freePort()
const deskUrl = `http://localhost:${port}`
const { site, test, longTest } = siteTest({ DESK_PORT: String(port), WITHDRAWAL_AUTO_LIMIT: '0' })

const reason = 'Looked into it'
const folder = join(import.meta.dirname, '../../desk')

type Form = {
  name: string
  /** Under `desk/`. */
  file: string
  /** The end of the address of the call that it sends. */
  sends: RegExp
  /** What the audit log says once it was done, or waits for a second person. */
  action: string
  /** Makes what it is about, and returns the address of its page. */
  subject(): Promise<string>
  /** Opens and fills it. */
  open(page: Page): Promise<void>
  /** The button that sends it. */
  button: string
  /** It is part of its page instead of a dialog. */
  isInPage?: true
  /** After a lost answer the operator sends it again; otherwise the page does. */
  isRepeatedByHand?: true
  /** Whose name the log has, where it is done for somebody else. */
  doneFor?: string
  /** Two operators may both do it, and so may one who sends it again by hand. */
  isForEach?: true
}

let olga: SiteDesk
/** The faster one. */
let oskar: SiteDesk
let player: SitePlayer
let count = 0

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
const formIn = (page: Page, { isInPage }: Pick<Form, 'isInPage'>): Locator =>
  isInPage ? page.getByRole('main') : page.locator('dialog[open]')
const explain = async (page: Page, isInPage = false) =>
  formIn(page, isInPage ? { isInPage } : {})
    .getByRole('textbox', { name: 'Reason' })
    .fill(reason)
const sql = (text: string, values: unknown[] = []) => ask(site, text, values)
const idOf = async (text: string, values: unknown[]) => String((await sql(text, values))[0]!['id'])
const made = async (method: string, path: string, body?: object, statuses = [200]) => {
  const answer = await olga.call(method, path, body)
  expect([path, answer.status, JSON.stringify(answer.body)]).toEqual([
    path,
    statuses.includes(answer.status) ? answer.status : statuses[0],
    JSON.stringify(answer.body),
  ])
  return answer.body
}
const newWithdrawal = async () => String((await withdraw(player, 2_000)).body.number)
const newPlayer = async () => (await registerPlayer(site)).id

/** An act on a player, each on a new one. */
const onPlayer = (
  name: string,
  button: string,
  {
    sends,
    action,
    fill,
    ready,
    ...more
  }: Pick<Form, 'sends' | 'action'> &
    Partial<Form> & { fill?: (form: Locator) => Promise<unknown>; ready?: (id: string) => Promise<unknown> },
): Form => ({
  name,
  file: 'player-acts/panel.tsx',
  sends,
  action,
  async subject() {
    const id = await newPlayer()
    await ready?.(id)
    return `/players/${id}/acts`
  },
  async open(page) {
    await press(page, button)
    await fill?.(formIn(page, {}))
    if (more.isRepeatedByHand === undefined) await explain(page)
  },
  button,
  ...more,
})

const text = 'en/pages/about'
const draftOf = async () => {
  const { data, versions, draft } = await made('GET', `/api/content-file?path=${text}`)
  const base = versions[0]?.version ?? 0
  const body = { path: text, data: { ...data, title: `About us ${++count}` }, base, draft: draft?.revision ?? 0 }
  return (await made('PUT', '/api/content-draft', body)).revision as number
}
const onText = (
  name: string,
  opened: string,
  more: Pick<Form, 'sends' | 'action' | 'button'> & Partial<Form>,
): Form => ({
  name,
  file: 'content/content.tsx',
  async subject() {
    await draftOf()
    return '/content?file=pages/about&locale=en'
  },
  async open(page) {
    await press(page, opened)
    if (!more.isRepeatedByHand) await explain(page)
  },
  ...more,
})

/** An adjustment above the threshold, asked for by another operator. */
const request = async () => {
  const body = { id: randomUUID(), direction: 'credit', currency: 'EUR', amount: '300.00', cause: 'goodwill', reason }
  const { waiting } = await made('POST', `/api/players/${await newPlayer()}/adjustments`, body, [202])
  return `/requests/${waiting.request}`
}
const onRequest = (button: string, more: Pick<Form, 'sends' | 'action'> & Partial<Form>): Form => ({
  name: `${button} a request`,
  file: 'requests/request.tsx',
  subject: request,
  async open(page) {
    await press(page, button)
    const field = formIn(page, {}).getByLabel('Your reason')
    if ((await field.count()) > 0) await field.fill(reason)
  },
  button,
  isRepeatedByHand: true,
  ...more,
})

/** A draft of a quest as it is in force, as a version of a new identity. */
const draftOfQuest = async () => {
  const { definitions } = await made('GET', '/api/definitions/rewards')
  const { identity } = definitions.find(({ kind }: { kind: string }) => kind === 'quest')
  const [{ data }] = await made('GET', `/api/definitions/rewards/quest/${identity}`)
  const path = `/definitions/rewards/quest/copy-${++count}`
  const { version } = await made('POST', `/api${path}`, { data, reason })
  return { path, version: version as number }
}
const onDefinition = (name: string, button: string, more: Pick<Form, 'sends'> & Partial<Form>): Form => ({
  name,
  file: 'definitions/definition.tsx',
  action: 'definition-changed',
  subject: async () => (await draftOfQuest()).path,
  open: (page) => press(page, button),
  button,
  isRepeatedByHand: true,
  ...more,
})

const onComplaint = (name: string, button: string, more: Pick<Form, 'sends' | 'action'>): Form => ({
  name,
  file: 'complaints/complaint.tsx',
  async subject() {
    const owner = await registerPlayer(site)
    const body = { id: randomUUID(), category: 'payments', text: 'It is late.' }
    expect((await owner.call('POST', '/api/support/complaints', body)).status).toBe(200)
    return `/complaints/${await idOf('SELECT id FROM complaints.complaints WHERE player_id = $1', [owner.id])}`
  },
  async open(page) {
    const form = page.locator('main form').filter({ has: page.getByRole('button', { name: button }) })
    await form.getByLabel('Outcome').selectOption({ index: 1 })
    await form.getByRole('textbox').fill('We have paid it today.')
  },
  button,
  isInPage: true,
  ...more,
})

const newPerson = async () => {
  const name = `person-${++count}`
  await sql(`INSERT INTO operators.operators (id, name, roles, created_at) VALUES ($1, $2, '{auditor}', now())`, [
    randomUUID(),
    name,
  ])
  return name
}

const forms: Form[] = [
  onPlayer('limit', 'Set a limit', {
    sends: /\/limits$/,
    action: 'limit-set',
    fill: (form) => form.getByLabel('Amount').fill('50'),
  }),
  onPlayer('break', 'Start a break or exclusion', {
    sends: /\/breaks$/,
    action: 'limit-set',
    fill: (form) => form.getByLabel('Kind and length').selectOption('coolingOff 1-day'),
  }),
  onPlayer('concern', 'Record a concern', {
    sends: /\/concerns$/,
    action: 'harm-concern-recorded',
    isForEach: true,
  }),
  onPlayer('restriction', 'Limit the account', { sends: /\/status$/, action: 'player-status-changed' }),
  onPlayer('block', 'Block the account', { sends: /\/status$/, action: 'player-status-changed' }),
  onPlayer('admission', 'Admit again', {
    sends: /\/status$/,
    action: 'player-status-changed',
    ready: (id) => made('PUT', `/api/players/${id}/status`, { status: 'limited', reason, seen: 'active' }),
  }),
  onPlayer('sign-out', 'Sign out everywhere', {
    sends: /\/sessions\/end$/,
    action: 'session-closed',
    isForEach: true,
  }),
  onPlayer('email', 'Change the e-mail address', {
    sends: /\/email$/,
    action: 'request-asked',
    fill: (form) => form.getByLabel('New address').fill(`other-${++count}@example.com`),
    isForEach: true,
  }),
  onPlayer('phone', 'Change the phone number', {
    sends: /\/phone$/,
    action: 'request-asked',
    fill: (form) => form.getByLabel('New mobile number').fill(`+49151234${50_000 + ++count}`),
    isForEach: true,
  }),
  onPlayer('reset link', 'Send a reset link', {
    sends: /\/reset-link$/,
    action: 'reset-link-sent',
    isRepeatedByHand: true,
    isForEach: true,
  }),
  {
    name: 'note',
    file: 'players/notes.tsx',
    sends: /\/withdrawal$/,
    action: 'note-withdrawn',
    async subject() {
      const id = await newPlayer()
      await made('POST', `/api/players/${id}/notes`, { id: randomUUID(), text: 'Called about a card.' })
      return `/players/${id}`
    },
    async open(page) {
      await press(page, 'Withdraw the note')
      await explain(page)
    },
    button: 'Withdraw the note',
  },
  {
    name: 'rate',
    file: 'rates/rates.tsx',
    sends: /\/rates\/\w+$/,
    action: 'reference-changed',
    subject: async () => '/rates',
    async open(page) {
      await page.getByRole('row', { name: /BRL/ }).getByRole('button', { name: 'Set rate' }).click()
      await formIn(page, {})
        .getByLabel('Units of BRL for one euro')
        .fill(`6.${100 + ++count}`)
      await explain(page)
    },
    button: 'Set rate',
    isRepeatedByHand: true,
    isForEach: true,
  },
  {
    name: 'switch off',
    file: 'games/switches.tsx',
    sends: /\/switches$/,
    action: 'switched-off',
    async subject() {
      const name = 'game:plinko'
      await made('POST', '/api/switches', { name, to: 'on', countries: ['AT'], reason }, [200, 409])
      return '/switches'
    },
    async open(page) {
      await press(page, 'Switch something off')
      await formIn(page, {}).getByLabel('Game, studio, payment method or partner, or sportsbook').fill('game:plinko')
      await formIn(page, {}).getByLabel('Countries').fill('AT')
      await explain(page)
    },
    button: 'Switch off',
  },
  {
    name: 'switch on',
    file: 'games/switches.tsx',
    sends: /\/switches$/,
    action: 'switched-on',
    async subject() {
      const name = 'game:plinko'
      await made('POST', '/api/switches', { name, to: 'off', countries: ['AT'], reason }, [200, 409])
      return '/switches'
    },
    async open(page) {
      await press(page, 'Switch on')
      await explain(page)
    },
    button: 'Switch on',
  },
  {
    name: 'marker',
    file: 'harm/case-queue.tsx',
    sends: /\/markers\/\d+\/decision$/,
    action: 'harm-marker-decided',
    async subject() {
      await sql(
        `INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at, acted_at)
         VALUES ($1, $2, 'spend', 'netDeposits', 'notice', 1, now()::date, 7, 10, 5, '2020-01-01', '2020-01-01')`,
        [await newPlayer(), randomUUID()],
      )
      return '/markers'
    },
    async open(page) {
      await press(page, 'Uphold')
      await explain(page)
    },
    button: 'Uphold',
  },
  {
    name: 'household',
    file: 'harm/case-queue.tsx',
    sends: /\/households\/[^/]+\/decision$/,
    action: 'household-decided',
    async subject() {
      await sql(
        `INSERT INTO bonuses.household_flags (id, player_id, other_player_id, matches, flagged_at)
         VALUES (gen_random_uuid(), $1, $2, '{device}', '2020-01-01')`,
        [await newPlayer(), await newPlayer()],
      )
      return '/households'
    },
    async open(page) {
      await press(page, 'Decline')
      await explain(page)
    },
    button: 'Decline',
  },
  {
    name: 'difference of the books',
    file: 'payments/books.tsx',
    sends: /\/acceptance$/,
    action: 'discrepancy-accepted',
    async subject() {
      await sql(
        `INSERT INTO payments.breaks (partner, subject, external_id, kind, detail, happened_at, first_seen_at, last_seen_at)
         VALUES ('sandbox', 'payment', $1, 'not-in-books', '{"partner": null, "house": null}', '2020-01-01', '2020-01-01', now())`,
        [randomUUID()],
      )
      return '/books'
    },
    async open(page) {
      await press(page, 'Accept')
      await explain(page)
    },
    button: 'Accept',
  },
  {
    name: 'debt',
    file: 'payments/debts.tsx',
    sends: /\/clearance$/,
    action: 'payment-debt-cleared',
    async subject() {
      const owner = await registerPlayer(site)
      await fund(owner, 1_000)
      await sql(`UPDATE payments.invoices SET debt = 500, created_at = '2020-01-01' WHERE player_id = $1`, [owner.id])
      return '/books'
    },
    async open(page) {
      await press(page, 'Write off')
      await explain(page)
    },
    button: 'Write off',
  },
  {
    name: 'flagged payment',
    file: 'payments/flag-decision.tsx',
    sends: /\/flags\/[^/]+\/decision$/,
    action: 'flag-settled',
    async subject() {
      const owner = await registerPlayer(site)
      const { body } = await startDeposit(owner, 5_000)
      const { invoiceId } = body
      const payment = partnerRecordOf(site, 'payments', invoiceId)!
      const paid = { id: payment.id, reference: invoiceId, status: 'succeeded', amount: '49.00', currency: 'EUR' }
      await notice(site, {
        id: randomUUID(),
        type: 'payment.succeeded',
        createdAt: new Date().toISOString(),
        data: { ...paid, network: null, reason: null, isTagWrong: false },
      })
      const flags = () => sql('SELECT id FROM payments.flags WHERE invoice_id = $1', [invoiceId])
      await until(async () => (await flags()).length > 0, 'the deposit is flagged')
      const [invoice] = await sql('SELECT number FROM payments.invoices WHERE id = $1', [invoiceId])
      return `/flagged/${String(invoice!['number'])}`
    },
    async open(page) {
      await page.getByRole('radio').last().check()
      await explain(page, true)
    },
    button: 'Decide',
    isInPage: true,
  },
  {
    name: 'withdrawal',
    file: 'payments/withdrawal-decision.tsx',
    sends: /\/withdrawals\/[^/]+\/decision$/,
    action: 'withdrawal-decided',
    subject: async () => `/withdrawals/${await newWithdrawal()}`,
    open: (page) => explain(page, true),
    button: 'Refuse',
    isInPage: true,
  },
  {
    name: 'adjustment',
    file: 'payments/adjustments.tsx',
    sends: /\/adjustments$/,
    action: 'balance-adjusted',
    subject: async () => `/players/${await newPlayer()}/adjustments`,
    async open(page) {
      await page.getByLabel('Amount').fill('1.50')
      await explain(page, true)
    },
    button: 'Adjust the balance',
    isInPage: true,
    isForEach: true,
  },
  {
    name: 'document',
    file: 'documents/case.tsx',
    sends: /\/documents\/[^/]+\/decision$/,
    action: 'document-decided',
    async subject() {
      const owner = await registerPlayer(site)
      const headers = { authorization: `Bearer ${owner.token}` }
      const body = formOf(validFiles[0]!)
      expect((await fetch(`${site.url}/api/player/documents`, { method: 'POST', headers, body })).status).toBe(200)
      return `/documents/${await idOf('SELECT id FROM verification.documents WHERE player_id = $1', [owner.id])}`
    },
    open: (page) => explain(page, true),
    button: 'Decline',
    isInPage: true,
  },
  {
    name: 'contact message',
    file: 'messages/message.tsx',
    sends: /\/answer$/,
    action: 'communication-answered',
    async subject() {
      const id = await idOf(
        `INSERT INTO messages.communications (id, email, message, locale, created_at)
         VALUES (gen_random_uuid(), 'guest@example.test', 'Hello', 'en', now()) RETURNING id`,
        [],
      )
      return `/messages/${id}`
    },
    open: (page) => page.getByLabel('Reply').fill('Yes, of course.'),
    button: 'Send the reply',
    isInPage: true,
  },
  onRequest('Refuse', { sends: /\/refusal$/, action: 'request-refused' }),
  onRequest('Approve', { sends: /\/approval$/, action: 'balance-adjusted', doneFor: 'operator:olga' }),
  onText('publication', 'Publish', { sends: /\/content-file$/, action: 'content-changed', button: 'Publish' }),
  onText('publication at a time', 'Publish', {
    sends: /\/publication$/,
    action: 'content-scheduled',
    button: 'Publish later',
    async open(page) {
      await press(page, 'Publish')
      await formIn(page, {}).getByLabel('Publish at').fill('2126-01-01T08:00')
      await explain(page)
    },
  }),
  onText('end of a publication at a time', 'Remove the time', {
    sends: /\/publication\/end$/,
    action: 'content-unscheduled',
    button: 'Remove the time',
    // Without a time it is what both wanted.
    isForEach: true,
    async subject() {
      const draft = await draftOf()
      await made('PUT', '/api/content-draft/publication', { path: text, draft, at: '2126-01-01T08:00:00Z', reason })
      return '/content?file=pages/about&locale=en'
    },
  }),
  onText('return to a version', 'Restore', {
    sends: /\/content-restore$/,
    action: 'content-changed',
    button: 'Restore',
  }),
  onText('end of a draft', 'Throw draft away', {
    sends: /\/content-draft\/end$/,
    action: 'content-draft-discarded',
    button: 'Throw draft away',
    isRepeatedByHand: true,
  }),
  {
    name: 'alarm about a return',
    file: 'reports/returns.tsx',
    sends: /\/return-alarms\/[^/]+$/,
    action: 'return-alarm-decided',
    async subject() {
      await sql(
        `INSERT INTO reports.return_alarms (id, studio, game_id, currency, stake_level, since, until, rounds, staked, won, expected, actual, deviations, raised_at)
         VALUES (gen_random_uuid(), 'in-house', 'dice', 'EUR', $1, '2020-01-01', '2020-01-02', 1000, 1000, 1500, 96, 150, 6, now())`,
        [++count],
      )
      return '/returns'
    },
    async open(page) {
      await press(page, 'Close')
      await explain(page)
    },
    button: 'Close',
  },
  {
    name: 'reward',
    file: 'rewards/player-rewards.tsx',
    sends: /\/rewards$/,
    action: 'reward-granted',
    subject: async () => `/players/${await newPlayer()}/rewards`,
    async open(page) {
      await page.getByLabel('Amount').fill('5')
      await page.getByLabel('Name of the reward').fill('A gesture')
      await page.getByRole('button', { name: 'Grant a reward' }).click()
      await explain(page)
    },
    button: 'Grant a reward',
    isForEach: true,
  },
  {
    name: 'revocation of a reward',
    file: 'rewards/player-rewards.tsx',
    sends: /\/revocation$/,
    action: 'reward-revoked',
    async subject() {
      const id = await newPlayer()
      const reward = { kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' }
      await made('POST', `/api/players/${id}/rewards`, { id: randomUUID(), reward, title: 'A gesture', reason })
      return `/players/${id}/rewards`
    },
    async open(page) {
      await press(page, 'Revoke')
      await explain(page)
    },
    button: 'Revoke',
  },
  {
    name: 'campaign',
    file: 'campaigns/campaign.tsx',
    sends: /\/cancel$/,
    action: 'campaign-cancelled',
    async subject() {
      const identity = `terms-${++count}`
      const definition = {
        purpose: 'service',
        channels: ['site'],
        segment: { countries: ['DE'] },
        words: { en: { title: 'New terms', text: 'They apply from January.' } },
      }
      await made('POST', `/api/campaigns/${identity}`, { definition, startsAt: '2126-01-01T00:00:00Z', endsAt: null })
      return `/campaigns/${identity}`
    },
    open: (page) => press(page, 'Cancel the campaign'),
    button: 'Cancel the campaign',
    isRepeatedByHand: true,
  },
  {
    name: 'order of collections',
    file: 'collections/collections.tsx',
    sends: /\/collections\/order$/,
    action: 'reference-changed',
    subject: async () => '/collections',
    async open(page) {
      await press(page, /^Move .* down$/)
      await press(page, 'Put this order in force')
      await explain(page)
    },
    button: 'Put this order in force',
  },
  {
    name: 'collection',
    file: 'collections/collection.tsx',
    sends: /\/removal$/,
    action: 'reference-changed',
    async subject() {
      const { collections } = await made('GET', '/api/collections')
      return `/collections/${collections.at(-1).identity}`
    },
    async open(page) {
      await press(page, 'Remove collection')
      await explain(page)
    },
    button: 'Remove collection',
  },
  onDefinition('definition in force', 'Put in force', { sends: /\/schedule$/ }),
  onDefinition('archived definition', 'Archive', { sends: /\/archive$/ }),
  onDefinition('end of a definition', 'End', {
    sends: /\/end$/,
    subject: async () => {
      const { path, version } = await draftOfQuest()
      await made('POST', `/api${path}/${version}/schedule`, { startsAt: null, endsAt: null })
      return path
    },
    async open(page) {
      await press(page, 'End')
      await explain(page)
    },
  }),
  onDefinition('draft of a definition', 'Save as a draft', {
    sends: /\/definitions\/rewards\/quest\/copy-\d+$/,
    // Each is a version of its own.
    isForEach: true,
    async open(page) {
      await press(page, 'Edit as a new version')
      const save = page.getByRole('main').getByRole('button', { name: 'Save as a draft' })
      await expect.poll(() => save.isEnabled()).toBe(true)
      await save.click()
      await explain(page)
    },
  }),
  {
    name: 'end of a jackpot',
    file: 'jackpots/jackpots.tsx',
    sends: /\/close$/,
    action: 'request-asked',
    // Each asks a second person.
    isForEach: true,
    subject: async () => '/jackpots',
    async open(page) {
      await press(page, 'Close')
      await explain(page)
    },
    button: 'Close',
  },
  {
    name: 'new jackpot',
    file: 'jackpots/jackpots.tsx',
    sends: /\/api\/jackpots$/,
    action: 'request-asked',
    isForEach: true,
    isRepeatedByHand: true,
    subject: async () => '/jackpots',
    async open(page) {
      await press(page, 'Open a jackpot')
      await formIn(page, {}).getByLabel('Currency').fill('USD')
      await explain(page)
    },
    button: 'Open a jackpot',
  },
  onComplaint('answer to a complaint', 'Send the answer', { sends: /\/answer$/, action: 'complaint-answered' }),
  onComplaint('final letter', 'Send the final letter', { sends: /\/final$/, action: 'complaint-ended' }),
  {
    name: 'operator',
    file: 'people.tsx',
    sends: /\/people\/person-\d+$/,
    action: 'operator-ended',
    async subject() {
      await newPerson()
      return '/people'
    },
    async open(page) {
      await page
        .getByRole('row', { name: `person-${count}` })
        .getByRole('button', { name: 'End access' })
        .click()
    },
    button: 'End access',
    isRepeatedByHand: true,
  },
]

/** Forms that decide nothing, or whose decisions another test has. */
const elsewhere: Record<string, string> = {
  'decide-dialog.tsx': 'the dialog itself',
  'copy-dialog.tsx': 'shows a secret and sends nothing',
  'use-call.ts': 'the call itself',
  'find/key-help.tsx': 'a list of keys',
  'passkeys.tsx': 'tests/e2e/desk-passkeys: of the operator alone',
  'sessions.tsx': 'scripts/operator/desk.test: of the operator alone',
  'payments/case.tsx': 'the flag of the flagged payment here, in server/cashier/desk/desk.test',
  'sports/sports.tsx': 'server/sports/desk-work.test',
  'rewards/tournaments.tsx': 'server/rewards/desk.test',
  'definitions/list.tsx': 'begins a form and sends nothing',
  'campaigns/campaigns.tsx': 'begins a form and sends nothing',
  'chat/chat.tsx': 'tests/product/desk-decisions',
}

test('every form of the desk that decides is listed here', () => {
  const deciding = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      /<(DecideDialog|Dialog)\b|runOnce/.test(readFileSync(join(folder, file), 'utf8')),
  )
  const listed = new Set([...forms.map(({ file }) => file), ...Object.keys(elsewhere)])
  expect(deciding.filter((file) => !listed.has(file))).toEqual([])
  expect([...listed].filter((file) => !deciding.includes(file))).toEqual([])
})

const chosen = forms.filter(({ name }) => {
  const parts = process.env['DIALOGS']?.split(',')
  return !parts || parts.some((part) => name.includes(part))
})

beforeAll(async () => {
  olga = await siteDesk(site, deskUrl, 'olga')
  oskar = await siteDesk(site, deskUrl, 'oskar')
  player = await registerPlayer(site)
  await fund(player, 100_000)
}, 90_000)
const setRoles = (role: string) =>
  sql(`UPDATE operators.operators SET roles = ARRAY[$1] WHERE name = 'manager'`, [role])
afterAll(() => setRoles('manager'))

const lastAct = async () => String((await sql('SELECT max(id) AS id FROM identity.audit'))[0]!['id'])
/** Who has done it, and who has asked for it. */
const doneSince = async ({ action }: Form, after: string) =>
  (
    await sql(
      `SELECT actor FROM identity.audit WHERE action = ANY ($1) AND id > $2 AND actor LIKE 'operator:%' ORDER BY id`,
      [[action, 'request-asked'], after],
    )
  ).map(({ actor }) => String(actor))

/** With the whole log of the time where it is not as expected. */
async function expectDone(form: Form, after: string, by: string[]): Promise<void> {
  const done = await doneSince(form, after)
  if (JSON.stringify(done) === JSON.stringify(by)) return
  const log = await sql('SELECT actor, action, detail FROM identity.audit WHERE id > $1 ORDER BY id', [after])
  expect.fail(`done by ${done.join(', ') || 'nobody'} instead of ${by.join(', ')}: ${JSON.stringify(log)}`)
}

/** Resolves to what the form at `path` says, and to null once it has gone, or says that it is done. */
async function answerOf(page: Page, form: Form, path: string): Promise<string | null> {
  let said: string | null = ''
  await expect
    .poll(
      async () => {
        if (form.isInPage) {
          const waits = await page.getByText('waits for a second person').count()
          const alert = (await alertsOf(page, form)) ?? ''
          // The next case of the queue has the same buttons.
          const isGone =
            new URL(page.url()).pathname !== path ||
            (await page.getByRole('main').getByRole('button', { name: form.button, exact: true }).count()) === 0
          const isDone = isGone || waits > 0 || (await page.getByText(/decision is recorded|^Done\./).count()) > 0
          said = alert || null
          return alert !== '' || isDone
        }
        if ((await page.locator('dialog[open]').count()) === 0) {
          said = null
          return true
        }
        said = await alertsOf(page, form)
        return said !== ''
      },
      { timeout: 30_000, message: form.name },
    )
    .toBe(true)
    .catch(async (error: Error) => {
      const shown = await page.getByRole('main').innerText()
      throw new Error(`${error.message}; at ${page.url()}: ${shown.replaceAll(/\s+/g, ' ')}`)
    })
  return said
}
const unknown = /it is not known whether this was done/
async function alertsOf(page: Page, form: Form): Promise<string> {
  const texts = await formIn(page, form).getByRole('alert').allTextContents()
  return texts.filter((text) => text !== '' && !unknown.test(text)).join(' ')
}

const send = (page: Page, form: Form) =>
  formIn(page, form).getByRole('button', { name: form.button, exact: true }).last().click()

/** Handles the first call that the form sends; later ones continue. The returned function throws what `handle` threw. */
async function onFirst(
  page: Page,
  { sends }: Form,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  let isFirst = true
  let failed: Error | undefined
  const matches = (url: URL) => sends.test(url.pathname)
  await page.route(matches, async (route) => {
    if (route.request().method() === 'GET' || !isFirst) return route.fallback()
    isFirst = false
    await handle(route).catch((error: Error) => {
      failed = error
      return route.abort()
    })
  })
  return async () => {
    await page.unroute(matches)
    if (failed) throw failed
  }
}

/** Returns the path of its page, which a decision may leave at once. */
async function opened(page: Page, form: Form): Promise<string> {
  await page.goto(deskUrl + (await form.subject()))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await form.open(page)
  return new URL(page.url()).pathname
}

longTest(
  'each says when rights end while it is open, when its answer is lost, and when somebody was faster',
  { timeout: 1_200_000 },
  async ({ enter }) => {
    const page = await (await enter()).newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(deskUrl)
    await signIn(page, 'manager')
    const faults: string[] = []
    for (const form of chosen) {
      await check(page, form).catch((error: Error) => faults.push(`${form.name}: ${error.message}`.slice(0, 1_500)))
      await setRoles('manager')
    }
    expect(faults).toEqual([])
  },
)

async function check(page: Page, form: Form): Promise<void> {
  let path = await opened(page, form)
  const before = await lastAct()
  await setRoles('auditor')
  await send(page, form)
  expect(await answerOf(page, form, path)).toMatch(/needs the right [\w:]+|You cannot decide this request/)
  const field = formIn(page, form).getByRole('textbox', { name: 'Reason' })
  if ((await field.count()) > 0) expect(await field.inputValue()).toBe(reason)
  await expectDone(form, before, [])

  // The same form, with the rights back.
  await setRoles('manager')
  const arrived = await onFirst(page, form, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await send(page, form)
  if (form.isRepeatedByHand) {
    expect(await answerOf(page, form, path)).toMatch(/not reachable/)
    await expectDone(form, before, [form.doneFor ?? 'operator:manager'])
    await send(page, form)
    // It is done, or says that it was: by this operator, so nobody else is to be asked.
    await expect.poll(async () => (await alertsOf(page, form)).includes('not reachable')).toBe(false)
    await answerOf(page, form, path)
  } else expect(await answerOf(page, form, path)).toBe(null)
  if (!(form.isRepeatedByHand && form.isForEach)) await expectDone(form, before, [form.doneFor ?? 'operator:manager'])
  await arrived()

  path = await opened(page, form)
  const since = await lastAct()
  const other: number[] = []
  const both = await onFirst(page, form, async (route) => {
    const { pathname } = new URL(route.request().url())
    const theirs = await oskar.call(route.request().method(), pathname, route.request().postDataJSON() ?? undefined)
    other.push(theirs.status)
    await route.continue()
  })
  await send(page, form)
  const said = await answerOf(page, form, path)
  await both()
  expect(other[0]).toBeLessThan(300)
  const done = await doneSince(form, since)
  if (form.isForEach) expect(done.length).toBeLessThan(3)
  else {
    await expectDone(form, since, [form.doneFor ?? 'operator:oskar'])
    // A page that is read again says who was faster.
    if (said === null && form.isInPage) await formIn(page, form).getByText('oskar').first().waitFor()
    else expect(said).toMatch(/.{10,}/)
  }
}
