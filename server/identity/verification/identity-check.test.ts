/**
 * The identity check over real HTTP in both directions: the product and the provider's stand-in, with signed webhooks.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sandboxIdentityKeys } from '#sandbox/identity-check/api.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { createSandboxCheck } from '#server/partners/identity-check/from-settings.ts'
import { digestOf } from '#server/partners/identity-check/payload-digest.ts'
import type { TestApp } from '#tests/setup/app.ts'
import { identityCheckApp, identityCheckSecret } from '#tests/setup/identity-check.ts'
import { issueAccessToken } from '../sessions/access-token.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { processNotices } from './process-webhooks.ts'

const callback = '/api/partners/identity-check/sumsub/callback'
let url = ''
let app: TestApp
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ app, sandbox, url, close } = await identityCheckApp())
})
afterAll(async () => {
  await close()
})

let player: { id: string; token: string }
beforeEach(async () => {
  player = await newPlayer()
})

async function newPlayer(): Promise<typeof player> {
  const [id, sessionId, now] = [randomUUID(), randomUUID(), app.deps.clock.now()]
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, first_name, details, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', 'Dana', '{"birthdate":"1990-05-01"}', $3, $3)`,
    [id, `${id}@example.test`, now],
  )
  await app.db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test')`,
    [sessionId, id, now],
  )
  return { id, token: await issueAccessToken(app.deps, { playerId: id, sessionId, generation: 1, issuedAt: now }) }
}

const get = (path: string) => app.send({ method: 'GET', url: path, token: player.token })
const auth = () => app.send({ method: 'POST', url: '/api/player/services/sumsub/auth', token: player.token })
const state = async () => (await get('/api/player/services/sumsub')).body
const notifications = async () =>
  (await get('/api/notification/messenger/messages')).body.data.map(
    ({ content }: { content: { title: string } }) => content.title,
  )
/** Waits until the provider has sent everything and the product has processed it. */
async function settle(): Promise<void> {
  await sandbox.webhooks.idle()
  // Processing started when the webhook arrived; a row that is locked at this moment is skipped here.
  const open = async () =>
    Number(
      (await app.db.asOwner('SELECT count(*) FROM verification.notices WHERE processed_at IS NULL')).rows[0]!.count,
    )
  do await processNotices(app.deps)
  while ((await open()) > 0)
}

async function begin() {
  const { body } = await auth()
  await fetch(`${sandbox.url}/identity-check/frame?token=${body.token}`)
  return sandbox.applicants.byUser(player.id)!
}

async function post(body: string, headers: Record<string, string>): Promise<number> {
  return (
    await fetch(url + callback, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  ).status
}
const signed = (body: string) => post(body, digestOf(sandboxIdentityKeys(identityCheckSecret).webhookSecret, body))
const notice = (more: object = {}) =>
  JSON.stringify({
    applicantId: 'abc',
    type: 'applicantReviewed',
    externalUserId: player.id,
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
    createdAtMs: '2026-11-21 10:00:00.000',
    ...more,
  })
const countNotices = async () =>
  Number((await app.db.asOwner('SELECT count(*) FROM verification.notices')).rows[0]!.count)

describe('a check', () => {
  // Shows: 7.3.8, pair documents/details
  test('goes from not started through pending to approved, notifies once, and fixes the names', async () => {
    expect(await state()).toEqual({ isEnabled: true, status: 'none', comment: null, updatedAt: null })
    const applicant = await begin()
    sandbox.applicants.submit(applicant, 'approve')
    await settle()
    expect(await state()).toMatchObject({ status: 'pending' })
    sandbox.applicants.review(applicant, 'approve')
    await settle()
    expect(await state()).toMatchObject({ status: 'approved', comment: null })
    expect(await notifications()).toEqual(['Identity verified'])
    const form = (await get('/api/player/fields/validations?scenario=profile')).body as Array<{
      id: string
      editable: boolean
    }>
    expect(
      form
        .filter(({ id, editable }) => ['firstName', 'lastName', 'birthdate', 'city'].includes(id) && !editable)
        .map(({ id }) => id),
    ).toEqual(['firstName', 'lastName', 'birthdate'])
    const change = (payload: object) =>
      app.send({ method: 'PUT', url: '/api/player/profile', token: player.token, payload })
    const refused = await change({ firstName: 'Someone', birthdate: '1991-05-01', city: 'Bonn' })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['firstName', 'birthdate']])
    expect((await change({ firstName: 'Dana', birthdate: '1990-05-01', city: 'Bonn' })).body).toMatchObject({
      firstName: 'Dana',
      details: { city: 'Bonn' },
    })
  })

  test("asks for a retry with the provider's message; the retry may be approved; a later rejection unlocks the names", async () => {
    const applicant = await begin()
    sandbox.applicants.review(applicant, 'retry')
    await settle()
    expect(await state()).toMatchObject({ status: 'retry', comment: expect.stringContaining('blurred') })
    app.moveClock(1000)
    sandbox.applicants.review(applicant, 'approve')
    await settle()
    app.moveClock(1000)
    sandbox.applicants.review(applicant, 'reject')
    await settle()
    expect(await state()).toMatchObject({ status: 'rejected' })
    expect(await notifications()).toEqual([
      'Your identity could not be verified',
      'Identity verified',
      'Please repeat your identity check',
    ])
    const { rows } = await app.db.asOwner('SELECT identity_verified_at FROM identity.players WHERE id = $1', [
      player.id,
    ])
    expect(rows[0]!.identity_verified_at).toBeNull()
    const log = await app.db.asOwner(
      'SELECT action, detail, actor FROM identity.audit WHERE player_id = $1 ORDER BY id',
      [player.id],
    )
    expect(log.rows.map(({ action, detail }) => `${action} ${detail.status ?? ''}`.trim())).toEqual([
      'identity-check-begun',
      'identity-check-decided retry',
      'identity-check-decided approved',
      'identity-check-decided rejected',
    ])
  })

  // Shows: fault 17
  test('a lost webhook is replaced by polling, after a delay and at a limited rate', async () => {
    const applicant = await begin()
    await settle()
    sandbox.faults.isLosing = true
    sandbox.applicants.review(applicant, 'approve')
    await settle()
    sandbox.faults.isLosing = false
    expect(await state()).toMatchObject({ status: 'none' })
    await pollIdentityChecks(app.deps)
    expect(await state()).toMatchObject({ status: 'none' })
    app.moveClock(10 * 60_000)
    await pollIdentityChecks(app.deps)
    expect(await state()).toMatchObject({ status: 'approved' })
    expect(await pollIdentityChecks(app.deps)).toBe(0)
  })

  test('an outage of the provider is reported as one, and no check is started', async () => {
    const { identityCheck } = app.deps.partners
    app.deps.partners.identityCheck = createSandboxCheck('http://127.0.0.1:9', identityCheckSecret, {
      now: () => new Date(),
    })
    const answer = await auth()
    app.deps.partners.identityCheck = identityCheck
    expect([answer.status, answer.body.error.name]).toEqual([503, 'providerUnavailable'])
    expect((await app.db.asOwner('SELECT FROM verification.checks WHERE player_id = $1', [player.id])).rowCount).toBe(0)
  })

  test('without a provider the page is informed and there is no token', async () => {
    const { identityCheck } = app.deps.partners
    app.deps.partners.identityCheck = null
    expect(await state()).toMatchObject({ isEnabled: false })
    expect((await auth()).status).toBe(404)
    expect(await signed(notice())).toBe(404)
    app.deps.partners.identityCheck = identityCheck
  })

  // Shows: 2.1.10
  test('the documents page is hidden only if configured and with an identity check', async () => {
    const hides = async () => (await app.send({ method: 'GET', url: '/api/player/init' })).body.config.hidesDocuments
    const { settings, partners } = app.deps
    const { identityCheck } = partners
    expect(await hides()).toBe(false)
    settings.identityCheck.hidesDocuments = true
    expect(await hides()).toBe(true)
    partners.identityCheck = null
    expect(await hides()).toBe(false)
    partners.identityCheck = identityCheck
    settings.identityCheck.hidesDocuments = false
  })

  test('the number of tokens per hour is limited', async () => {
    const answers = []
    for (let turn = 0; turn < 32; turn++) answers.push((await auth()).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(30)
    expect(answers.slice(30)).toEqual([429, 429])
  })
})

describe('notices', () => {
  test('with a missing, empty or wrong signature, or for another partner, get 401 or 404 and are not stored', async () => {
    const before = await countNotices()
    const other = digestOf(sandboxIdentityKeys(identityCheckSecret).webhookSecret, notice({ applicantId: 'x' }))
    for (const headers of [
      {},
      { 'x-payload-digest': '', 'x-payload-digest-alg': 'HMAC_SHA256_HEX' },
      other,
      digestOf('another key', notice()),
      {
        ...digestOf(sandboxIdentityKeys(identityCheckSecret).webhookSecret, notice()),
        'x-payload-digest-alg': 'HMAC_SHA1_HEX',
      },
    ]) {
      expect(await post(notice(), headers)).toBe(401)
    }
    const elsewhere = await fetch(`${url}/api/partners/identity-check/other/callback`, {
      method: 'POST',
      body: notice(),
      headers: {
        'content-type': 'application/json',
        ...digestOf(sandboxIdentityKeys(identityCheckSecret).webhookSecret, notice()),
      },
    })
    expect(elsewhere.status).toBe(404)
    expect(await countNotices()).toBe(before)
    expect(await state()).toMatchObject({ status: 'none' })
  })

  test('50 concurrent copies are one webhook and one message; a replay days later changes nothing', async () => {
    const approval = notice()
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => signed(approval))))).toEqual(new Set([200]))
    await settle()
    expect(await notifications()).toEqual(['Identity verified'])
    await signed(
      notice({
        reviewResult: { reviewAnswer: 'RED', reviewRejectType: 'FINAL' },
        createdAtMs: '2026-11-21 11:00:00.000',
      }),
    )
    await settle()
    await signed(approval)
    await settle()
    expect(await state()).toMatchObject({ status: 'rejected' })
  })

  // Shows: fault 17
  test('an older report that arrives later changes nothing', async () => {
    await signed(notice({ createdAtMs: '2026-11-21 12:00:00.500' }))
    await settle()
    await signed(
      notice({
        type: 'applicantPending',
        reviewStatus: 'pending',
        reviewResult: undefined,
        createdAtMs: '2026-11-21 12:00:00.100',
      }),
    )
    await settle()
    expect(await state()).toMatchObject({ status: 'approved' })
    const { rows } = await app.db.asOwner('SELECT outcome FROM verification.notices ORDER BY id DESC LIMIT 2')
    expect(rows.map(({ outcome }) => outcome)).toEqual(['outdated', 'applied'])
  })

  // Shows: fault 30
  test('about unknown people or other events, or unreadable ones, are accepted and stored, and have no effect', async () => {
    expect(await signed(notice({ externalUserId: randomUUID() }))).toBe(200)
    expect(await signed(notice({ type: 'applicantTagsChanged' }))).toBe(200)
    expect(await signed('{"signed":"but senseless"}')).toBe(200)
    expect(await signed(notice({ applicantId: 'cannot be stored: \0' }))).toBe(200)
    await settle()
    const { rows } = await app.db.asOwner('SELECT outcome FROM verification.notices ORDER BY id DESC LIMIT 4')
    expect(rows.map(({ outcome }) => outcome)).toEqual(['unreadable', 'unreadable', 'ignored', 'unknownPlayer'])
    expect(await state()).toMatchObject({ status: 'none' })
  })
})

test('guests get neither state nor token', async () => {
  expect((await app.send({ method: 'GET', url: '/api/player/services/sumsub' })).status).toBe(401)
  expect((await app.send({ method: 'POST', url: '/api/player/services/sumsub/auth' })).status).toBe(401)
})
