/**
 * The adapter against its stand-in, always, and against Sumsub itself if SUMSUB_TEST_APP_TOKEN, _SECRET_KEY and _LEVEL
 * name a sandbox account there.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sandboxIdentityKeys } from '#sandbox/identity-check/api.ts'
import { type CheckBench, identityCheckConformance } from './conformance.ts'
import { createSandboxCheck } from './from-settings.ts'
import { digestOf } from './payload-digest.ts'
import { createSumsub } from './sumsub.ts'

const secret = 'the secret shared with the sandbox'
const clock = { now: () => new Date() }
const nowhere = 'http://127.0.0.1:9'
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    operatorUrl: nowhere,
    secret,
    statePath: null,
    reviewMs: 3_600_000,
    retryDelaysMs: [],
  })
})
afterAll(() => sandbox.close())

const reviewed = (playerId: string, more: object = {}) =>
  JSON.stringify({
    applicantId: 'abc',
    inspectionId: 'def',
    type: 'applicantReviewed',
    externalUserId: playerId,
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
    createdAtMs: '2026-11-21 13:23:19.111',
    ...more,
  })

function noticeBy(webhookSecret: string): CheckBench['signedNotice'] {
  return (playerId) => {
    const body = reviewed(playerId)
    const headers: Record<string, string> = digestOf(webhookSecret, body)
    return { rawBody: Buffer.from(body), header: (name) => headers[name.toLowerCase()] }
  }
}

// Shows: attack 69
test.each(['\0', '\ud800'])(
  'an answer with text that cannot be stored, %j, counts as unavailable',
  async (unstorable) => {
    let comment = 'blurred'
    const playerId = randomUUID()
    const server = createServer((_, reply) => {
      const reviewResult = { reviewAnswer: 'RED', reviewRejectType: 'RETRY', moderationComment: comment }
      reply.end(
        JSON.stringify({ id: 'abc', externalUserId: playerId, review: { reviewStatus: 'completed', reviewResult } }),
      )
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const check = createSandboxCheck(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret, clock, 2000)
    expect(await check.readApplicant(playerId)).toMatchObject({ ok: true, value: { comment } })
    comment += unstorable
    expect(await check.readApplicant(playerId)).toEqual({ ok: false, refusal: 'unavailable' })
    server.close()
  },
)

describe('against the sandbox', () => {
  identityCheckConformance(() => ({
    check: createSandboxCheck(sandbox.url, secret, clock, 2000),
    unreachable: createSandboxCheck(nowhere, secret, clock, 1000),
    mistaken: createSandboxCheck(sandbox.url, 'another secret altogether', clock, 2000),
    signedNotice: noticeBy(sandboxIdentityKeys(secret).webhookSecret),
  }))

  test('an applicant is open when the frame is opened, pending once submitted, then in the chosen state', async () => {
    const check = createSandboxCheck(sandbox.url, secret, clock)
    const playerId = randomUUID()
    const opened = await check.openToken({ playerId, email: null, phone: null })
    if (!opened.ok) throw new Error(opened.refusal)
    expect(await check.readApplicant(playerId)).toEqual({ ok: true, value: null })
    const frame = `${sandbox.url}/identity-check/frame?token=${opened.value.token}`
    expect(await (await fetch(frame)).text()).toContain('Confirm who you are')
    expect(await (await fetch(`${frame}&lang=fr-ca`)).text()).toContain('Confirmez votre identité')
    expect(await check.readApplicant(playerId)).toMatchObject({ value: { playerId, state: 'open' } })
    sandbox.applicants.submit(sandbox.applicants.byUser(playerId)!, 'retry')
    expect(await check.readApplicant(playerId)).toMatchObject({ value: { state: 'pending' } })
    sandbox.applicants.review(sandbox.applicants.byUser(playerId)!, 'retry')
    expect(await check.readApplicant(playerId)).toMatchObject({
      value: { state: 'retry', comment: expect.stringContaining('blurred') },
    })
  })

  test('the frame opens only with its token, and its script is served as JavaScript', async () => {
    expect((await fetch(`${sandbox.url}/identity-check/frame?token=guess`)).status).toBe(401)
    expect(
      (await fetch(createSandboxCheck(sandbox.url, secret, clock).scriptUrl)).headers.get('content-type'),
    ).toContain('javascript')
  })
})

const {
  SUMSUB_TEST_APP_TOKEN: appToken = '',
  SUMSUB_TEST_SECRET_KEY: secretKey = '',
  SUMSUB_TEST_LEVEL: level = 'basic-kyc-level',
  SUMSUB_TEST_URL: url = 'https://api.sumsub.com',
} = process.env
// These tests need the keys of a test account, because Sumsub has no other test server.
if (appToken)
  describe('against Sumsub', () => {
    const make = (over: object = {}) =>
      createSumsub({
        url,
        appToken,
        secretKey,
        level,
        webhookSecrets: ['w'],
        scriptUrl: 'https://static.sumsub.com/idensic/static/sns-websdk-builder.js',
        clock,
        ...over,
      })
    identityCheckConformance(() => ({
      check: make(),
      unreachable: make({ url: nowhere, timeoutMs: 1000 }),
      mistaken: make({ secretKey: 'x'.repeat(32), webhookSecrets: ['v'] }),
      signedNotice: noticeBy('w'),
    }))
  })

describe('notices', () => {
  const check = createSandboxCheck(nowhere, secret, clock)
  const playerId = randomUUID()
  const red = (reviewRejectType: string) => ({
    reviewResult: { reviewAnswer: 'RED', reviewRejectType, moderationComment: ' Blurred ', clientComment: 'private' },
  })
  test.each([
    ['a green answer', {}, 'approved', null],
    ['a red one that may be mended', red('RETRY'), 'retry', 'Blurred'],
    ['a final red one', red('FINAL'), 'rejected', 'Blurred'],
    [
      'papers handed in',
      { type: 'applicantPending', reviewStatus: 'pending', reviewResult: undefined },
      'pending',
      null,
    ],
    [
      'a case put on hold',
      { type: 'applicantOnHold', reviewStatus: 'onHold', reviewResult: undefined },
      'pending',
      null,
    ],
    ['a reset', { type: 'applicantReset', reviewStatus: 'completed' }, 'open', null],
  ] as const)('%s is mapped to its state, without internal comments', (_name, more, state, comment) => {
    expect(check.readNotice(reviewed(playerId, more))?.report).toEqual({
      playerId,
      applicantId: 'abc',
      state,
      comment,
      saidAt: new Date('2026-11-21T13:23:19.111Z'),
    })
  })

  test('webhooks about other events, and about unknown people, change nothing', () => {
    expect(check.readNotice(reviewed(playerId, { type: 'applicantTagsChanged' }))?.report).toBeNull()
    expect(check.readNotice(reviewed('someone else'))?.report).toBeNull()
  })

  test('both keys are valid while one is being replaced', () => {
    const rotating = createSumsub({
      url: nowhere,
      appToken: 'a',
      secretKey: 's',
      webhookSecrets: ['old', 'new'],
      level: 'l',
      scriptUrl: nowhere,
      clock,
    })
    for (const key of ['old', 'new']) expect(rotating.isGenuine(noticeBy(key)(playerId))).toBe(true)
    expect(rotating.isGenuine(noticeBy('older')(playerId))).toBe(false)
  })
})
