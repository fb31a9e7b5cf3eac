import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { isSigned } from '../payments/notice-signature.ts'
import { smsCarrierOf } from './from-settings.ts'
import type { SmsPort } from './port.ts'
import { createTwilio } from './twilio.ts'
import { createSmsWebhook } from './webhook.ts'

type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
let seen: Seen[] = []
let answer: (response: ServerResponse) => void
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  seen.push({ method: request.method!, path: request.url!, headers: request.headers, body })
  answer(response)
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  seen = []
  answer = (response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}')
})
afterAll(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(resolve)
    }),
)

const message = {
  id: '6f1f3b8e-7f0a-4a0e-8a51-0f2f6a3f9f10',
  to: '4915123456789',
  text: '123456 & ümlaut ٣ \n@host #123456',
}
const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const secret = 'a webhook secret of more than 32 characters'
const at = new Date('2026-11-21T12:00:00Z')
const twilio = (from = '+4915735998877') =>
  createTwilio({ url, accountSid, authToken: 'token-token-token', from, timeoutMs: 2000 })
const webhook = () => createSmsWebhook({ url: `${url}/sms?tenant=1`, secret, now: () => at, timeoutMs: 2000 })

test('Twilio is called as its API requires: form fields, basic auth, the account in the path', async () => {
  expect(await twilio().send(message)).toMatchObject({ ok: true })
  const [{ method, path, headers, body }] = seen as [Seen]
  expect([method, path]).toEqual(['POST', `/2010-04-01/Accounts/${accountSid}/Messages.json`])
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(headers.authorization).toBe(`Basic ${Buffer.from(`${accountSid}:token-token-token`).toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+4915123456789',
    From: '+4915735998877',
    Body: message.text,
  })
})

test('a messaging service replaces the number', async () => {
  const service = `MG${'a'.repeat(32)}`
  await twilio(service).send(message)
  expect(Object.fromEntries(new URLSearchParams(seen[0]!.body))).toEqual({
    To: '+4915123456789',
    MessagingServiceSid: service,
    Body: message.text,
  })
})

test('the webhook receives a body signed with its key, with an id that identifies repetitions', async () => {
  expect(await webhook().send(message)).toMatchObject({ ok: true })
  const [{ method, path, headers, body }] = seen as [Seen]
  expect([method, path, headers['content-type'], headers['idempotency-key']]).toEqual([
    'POST',
    '/sms?tenant=1',
    'application/json',
    message.id,
  ])
  expect(JSON.parse(body)).toEqual({ id: message.id, to: '+4915123456789', text: message.text })
  const header = headers['fairhouse-signature'] as string
  expect(header).toBe(
    `t=${at.getTime() / 1000},v1=${createHmac('sha256', secret)
      .update(`${at.getTime() / 1000}.${body}`)
      .digest('hex')}`,
  )
  const verify = (over: object) => isSigned({ secrets: [secret], header, rawBody: Buffer.from(body), now: at, ...over })
  expect([
    verify({}),
    verify({ rawBody: Buffer.from(`${body} `) }),
    verify({ secrets: ['another'] }),
    verify({ now: new Date(at.getTime() + 301_000) }),
  ]).toEqual([true, false, false, false])
})

describe.each<[string, () => SmsPort, number[], number[]]>([
  ['twilio', twilio, [400], [401, 403, 404, 429, 500, 503, 302]],
  ['webhook', webhook, [400, 422, 410], [401, 404, 408, 429, 500, 503, 307]],
])('%s', (_name, make, final, passing) => {
  test.each(final)('%i is final for a message', async (status) => {
    answer = (response) => response.writeHead(status).end('{"code":21211}')
    expect(await make().send(message)).toMatchObject({
      ok: false,
      refusal: 'refused',
      message: expect.stringContaining(`${status} {"code":21211}`),
    })
  })
  // Shows: ASVS 15.3.2
  test.each(passing)('%i is retried, and no redirect is followed', async (status) => {
    answer = (response) => response.writeHead(status, { location: `${url}/elsewhere` }).end()
    expect(await make().send(message)).toMatchObject({ ok: false, refusal: 'unavailable' })
    expect(seen).toHaveLength(1)
  })
  test('an endless response and a lost connection end, and the message is retried', async () => {
    answer = (response) => {
      response.writeHead(500)
      const pouring = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(pouring))
    }
    expect(await make().send(message)).toMatchObject({ refusal: 'unavailable' })
    answer = (response) => response.socket!.destroy()
    expect(await make().send(message)).toMatchObject({ refusal: 'unavailable' })
  })
})

test('the settings select the carrier; an incomplete carrier or two carriers are refused at startup', () => {
  const of = (env: Record<string, string>) => smsCarrierOf(readSettings({ NODE_ENV: 'test', ...env }))?.name ?? null
  const twilioEnv = {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: 'token-token-token',
    TWILIO_FROM: '+4915735998877',
  }
  const webhookEnv = { SMS_WEBHOOK_URL: 'https://sms.example/in', SMS_WEBHOOK_SECRET: secret }
  expect([of({}), of(twilioEnv), of(webhookEnv)]).toEqual([null, 'twilio', 'webhook'])
  expect(() => of({ ...twilioEnv, ...webhookEnv })).toThrow('set one carrier, not both')
  expect(() => of({ TWILIO_ACCOUNT_SID: accountSid })).toThrow('all or none')
  expect(() => of({ SMS_WEBHOOK_URL: 'https://sms.example/in' })).toThrow('both or neither')
})
