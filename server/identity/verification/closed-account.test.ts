/** Documents and identity checks that were open when the account was closed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { sandboxIdentityKeys } from '#sandbox/identity-check/api.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { digestOf } from '#server/partners/identity-check/payload-digest.ts'
import { barredMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import type { TestApp } from '#tests/setup/app.ts'
import { identityCheckApp, identityCheckSecret } from '#tests/setup/identity-check.ts'
import { validPassword } from '#tests/setup/identity.ts'
import { operator } from '#tests/setup/operator.ts'
import { formOf, jpeg } from '#tests/setup/sample-files.ts'
import { type Decision, decideDocument } from './decide-document.ts'
import { findAnyDocument } from './review-documents.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { processNotices } from './process-webhooks.ts'
import { sweepFiles } from './sweep-files.ts'

let url = ''
let app: TestApp
let sandbox: Sandbox
let closeApp: () => Promise<void>
beforeAll(async () => {
  ;({ app, sandbox, url, close: closeApp } = await identityCheckApp())
})
afterAll(() => closeApp())

let player: { id: string; email: string; token: string }
beforeEach(() => nextPlayer())

async function nextPlayer(): Promise<void> {
  const email = `${randomUUID()}@example.test`
  const form = { email, password: validPassword, country: 'DE', currency: 'EUR', agreements: 1 }
  const { body } = await app.send({ method: 'POST', url: '/api/player/register', payload: form })
  const token = body.accessToken as string
  await post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
  const { id } = (await app.send({ method: 'GET', url: '/api/player/profile', token })).body
  player = { id, email, token }
}

const post = (path: string, payload: object = {}, token: string | undefined = player.token) =>
  app.send({ method: 'POST', url: path, payload, token })
const close = async () => expect((await post('/api/player/profile/closure')).status).toBe(200)
async function upload(): Promise<string> {
  const answer = await fetch(`${url}/api/player/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${player.token}` },
    body: formOf({ type: 'image/jpeg', bytes: jpeg(), name: 'passport.jpg' }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}
const staff = () => ({ ...app.deps, actor: operator })
async function decide(id: string, decision: Decision['decision'], reason: string | null = null) {
  const decided = await decideDocument(staff(), { id, decision, reason })
  if (!decided.ok) throw new Error(decided.refusal)
  return decided.value
}
const recorded = async (action: string) =>
  (
    await app.db.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2', [
      player.id,
      action,
    ])
  ).rows
/** The messages to the player, apart from the mails of every registration and closure. */
const sent = async () => {
  const { rows } = await app.db.asOwner(
    `SELECT template AS what FROM deliveries.deliveries
      WHERE player_id = $1 AND template NOT IN ('email-confirmation', 'account-closed')
     UNION ALL SELECT key FROM messages.messages WHERE player_id = $1 AND key LIKE 'verification.%'`,
    [player.id],
  )
  return rows.map(({ what }) => what)
}

describe('a document of an account that was closed', () => {
  // Shows: pair closure/documents
  test('is decided without a message, and the decision is recorded', async () => {
    const id = await upload()
    await close()
    expect(await decide(id, 'declined', 'Too dark')).toMatchObject({ isAccountClosed: true })
    expect(await sent()).toEqual([])
    expect(await recorded('document-decided')).toMatchObject([
      { detail: { before: 'pending', after: 'declined', reason: 'Too dark' } },
    ])
  })

  // Shows: pair closure/documents
  test('that is decided during the closure is decided, with or without a message', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await upload()
      const [closed, decided] = await Promise.all([post('/api/player/profile/closure'), decide(id, 'approved')])
      expect(closed.status).toBe(200)
      const { rows } = await app.db.asOwner('SELECT status FROM verification.documents WHERE id = $1', [id])
      expect(rows).toEqual([{ status: 2 }])
      // A decision before the closure leaves its message on the site; its mail is withdrawn if it was still waiting.
      expect(await sent()).toHaveLength(decided.isAccountClosed ? 0 : 2)
      const { rows: waiting } = await app.db.asOwner(
        `SELECT template FROM deliveries.deliveries WHERE player_id = $1 AND state = 'waiting'`,
        [player.id],
      )
      expect(waiting).toEqual([{ template: 'account-closed' }])
      await nextPlayer()
    }
  })

  // Shows: attack 65, pair closure/documents
  test('is kept with its file, and saving it is recorded with the operator and the player', async () => {
    const id = await upload()
    await close()
    app.moveClock(2 * 3_600_000)
    expect(await sweepFiles(app.deps)).toMatchObject({ removed: 0, lost: 0 })
    expect(await findAnyDocument(staff(), id)).toMatchObject({ name: 'passport.jpg' })
    expect((await app.deps.partners.storage.open(id))?.size).toBe(jpeg().length)
    expect(await recorded('document-saved')).toEqual([{ actor: `operator:${operator.name}`, detail: { document: id } }])
  })
})

// Shows: pair exclusion/documents
test('an excluded player can upload a document, as for a withdrawal, and is notified of the decision', async () => {
  expect((await post('/api/player/limits', { definition: 4, period: '6-months' })).status).toBe(200)
  const { body } = await post('/api/player/sessions', { login: player.email, password: validPassword }, undefined)
  player.token = body.accessToken
  expect(await decide(await upload(), 'approved')).toMatchObject({ isAccountClosed: false })
  expect((await sent()).toSorted()).toEqual(['document-decided', 'verification.documentApproved'])
})

describe('an identity check that is open when the account is closed', () => {
  const begin = async () => {
    const { body } = await post('/api/player/services/sumsub/auth')
    await fetch(`${sandbox.url}/identity-check/frame?token=${body.token}`)
    return sandbox.applicants.byUser(player.id)!
  }
  const settle = async () => {
    await sandbox.webhooks.idle()
    const open = async () => (await app.db.asOwner('SELECT FROM verification.notices WHERE processed_at IS NULL')).rows
    do await processNotices(app.deps)
    while ((await open()).length > 0)
  }
  const check = async () =>
    (await app.db.asOwner('SELECT status, next_look_at FROM verification.checks WHERE player_id = $1', [player.id]))
      .rows

  // Shows: pair closure/documents
  test('keeps a result that arrives afterwards, without a message', async () => {
    const applicant = await begin()
    await close()
    sandbox.applicants.review(applicant, 'reject')
    await settle()
    expect(await check()).toMatchObject([{ status: 'rejected' }])
    expect(await recorded('identity-check-decided')).toMatchObject([{ detail: { status: 'rejected' } }])
    expect(await sent()).toEqual([])
  })

  // Shows: pair closure/documents
  test('is no longer polled', async () => {
    await begin()
    expect(await check()).toMatchObject([{ next_look_at: expect.any(Date) }])
    await close()
    expect(await check()).toEqual([{ status: 'none', next_look_at: null }])
    app.moveClock(3_600_000)
    expect(await pollIdentityChecks(app.deps)).toBe(0)
  })

  // Shows: pair closure/documents
  test('is not started by a call that was authenticated before the closure', async () => {
    const barred = PlayerStatus.closed
    const answer = await barredMeanwhile(app, player.id, barred, () => post('/api/player/services/sumsub/auth'))
    expect(answer.status).toBe(401)
    expect(await check()).toEqual([])
  })

  // Shows: pair closure/documents
  test('and a result that arrives during the closure are both carried out', async () => {
    for (let round = 0; round < 6; round++) {
      await begin()
      const notice = JSON.stringify({
        applicantId: `a${round}`,
        type: 'applicantReviewed',
        externalUserId: player.id,
        reviewStatus: 'completed',
        reviewResult: { reviewAnswer: 'GREEN' },
        createdAtMs: new Date(Date.now() + 60_000).toISOString().slice(0, 23).replace('T', ' '),
      })
      const headers = {
        'content-type': 'application/json',
        ...digestOf(sandboxIdentityKeys(identityCheckSecret).webhookSecret, notice),
      }
      const callback = `${url}/api/partners/identity-check/sumsub/callback`
      const [closed, taken] = await Promise.all([
        post('/api/player/profile/closure'),
        fetch(callback, { method: 'POST', body: notice, headers }),
      ])
      expect([closed.status, taken.status]).toEqual([200, 200])
      await settle()
      await expect.poll(check).toEqual([{ status: 'approved', next_look_at: null }])
      await nextPlayer()
    }
  })
})
