import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { createSandbox, sandboxApiKey } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-sandbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const start = (statePath: string | null, secret = 'a secret for the sandbox') =>
  createSandbox({
    port: 0,
    operatorUrl: 'http://127.0.0.1:9',
    secret,
    statePath,
    autoApproveMs: 3_600_000,
    confirmMs: 3_600_000,
  })
type Call = { method?: string; body?: string; type?: string }
const newPayment = {
  reference: 'r-1',
  kind: 'card',
  amount: '50.00',
  currency: 'EUR',
  network: null,
  successUrl: 'http://house.test/?deposit-success=true',
  errorUrl: 'http://house.test/?deposit-error=true',
} as const

longTest('started alone, the sandbox fails without a secret, and prints its address and key with one', async () => {
  const startAlone = (variables: object) =>
    spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_STATE: join(folder, 'alone.json'), ...variables },
      cwd: folder,
    })
  const without = startAlone({})
  const ended = once(without, 'exit')
  expect(await text(without.stderr)).toBe('Set SANDBOX_SECRET, 16 characters or more: the same as for the site.\n')
  expect(await ended).toEqual([1, null])
  const secret = 'a secret for the sandbox'
  const alone = startAlone({ SANDBOX_SECRET: secret, SPORTSBOOK_JOURNAL: join(folder, 'bets.jsonl') })
  let output = ''
  for await (const chunk of alone.stdout) {
    output += String(chunk)
    if (output.includes('API key')) break
  }
  const stopped = new Promise((resolve) => alone.once('exit', resolve))
  alone.kill()
  await stopped
  expect(output).toMatch(/Payment gateway: http:\/\/localhost:\d+, API key/)
  expect(output).toContain(sandboxApiKey(secret))
})

test('a restart loses no payments, payouts, mails or unsent webhooks', async () => {
  const path = join(folder, 'state.json')
  const first = await start(path)
  const payment = first.payments.open(newPayment)
  first.payments.decide(payment.id, 'pay')
  first.payouts.accept({ reference: 'w-1', amount: '900.00', currency: 'EUR', destination: {} })
  first.addMessage({ channel: 'email', to: 'a@example.test', subject: 'Hello', text: 'Code 123456' })
  await first.close()
  const second = await start(path)
  try {
    expect(second.payments.byReference('r-1')).toMatchObject({ id: payment.id, status: 'succeeded' })
    expect(second.payouts.byReference('w-1')).toMatchObject({ status: 'review' })
    expect(second.state.messages).toHaveLength(1)
    expect(second.state.notices).toMatchObject([{ type: 'payment.succeeded', deliveredAt: null }])
  } finally {
    await second.close()
  }
})

test('the API is closed to callers without the key', async () => {
  const sandbox = await start(null)
  try {
    for (const authorization of ['', 'Bearer wrong', `Bearer ${sandbox.apiKey}x`]) {
      expect((await fetch(`${sandbox.url}/v1/payments/by-reference/r-1`, { headers: { authorization } })).status).toBe(
        401,
      )
    }
    expect((await fetch(`${sandbox.url}/v1/messages`)).status).toBe(401)
  } finally {
    await sandbox.close()
  }
})

test('the card page pays once and redirects back; leaving it pays nothing', async () => {
  const sandbox = await start(null)
  try {
    const payment = sandbox.payments.open(newPayment)
    const decide = (decision: string) =>
      fetch(`${sandbox.url}/pay/${payment.id}/decide`, {
        method: 'POST',
        body: new URLSearchParams({ decision }),
        redirect: 'manual',
      })
    expect((await decide('leave')).status).toBe(200)
    expect(payment.status).toBe('open')
    const paid = await decide('pay')
    expect([paid.status, paid.headers.get('location')]).toEqual([303, newPayment.successUrl])
    await decide('decline')
    expect(payment.status).toBe('succeeded')
  } finally {
    await sandbox.close()
  }
})

test('text from requests is escaped on the pages', async () => {
  const sandbox = await start(null)
  try {
    sandbox.addMessage({
      channel: 'email',
      to: '<script>1</script>',
      subject: '"><img src=x onerror=1>',
      text: '</pre><script>1</script>',
    })
    sandbox.payouts.accept({ reference: 'x', amount: '900', currency: 'EUR', destination: { '<b>': '<i onclick=1>' } })
    const page = await (await fetch(`${sandbox.url}/inbox`)).text()
    expect(page).not.toMatch(/<script|<img|<i |<b>/)
  } finally {
    await sandbox.close()
  }
})

test('malformed requests get a clear 4xx, and the sandbox keeps running', async () => {
  const sandbox = await start(null)
  try {
    const call = async (path: string, { method = 'POST', body, type = 'application/json' }: Call = {}) => {
      const answer = await fetch(sandbox.url + path, {
        method,
        headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': type },
        ...(body !== undefined && { body }),
      })
      return [answer.status, answer.headers.get('content-type')?.includes('json') ? await answer.json() : null]
    }
    const notAnObject = { error: 'the body is not a JSON object' }
    const notFound = { error: 'notFound' }
    expect(await call('/v1/payments', { body: '{"amount":' })).toEqual([400, notAnObject])
    expect(await call('/v1/payments', { body: '[1]' })).toEqual([400, notAnObject])
    expect(await call('/v1/payments', { body: 'x'.repeat(70_000) })).toEqual([413, { error: 'the body is too large' }])
    expect(await call('/v1/payments', { body: '\u0000', type: 'application/octet-stream' })).toEqual([
      422,
      { error: 'malformed' },
    ])
    expect(await call('/v1/payments')).toEqual([422, { error: 'malformed' }])
    expect(await call('/v1/nothing', { method: 'GET' })).toEqual([404, notFound])
    expect(await call('/v1/payments', { method: 'PUT', body: '{}' })).toEqual([404, notFound])
    expect((await fetch(`${sandbox.url}/inbox`, { method: 'HEAD' })).status).toBe(404)
    expect(await call(`/v1/payments/by-reference/${'r'.repeat(121)}`, { method: 'GET' })).toEqual([404, notFound])
    expect(await call('/v1/payments/by-reference/a%20b', { method: 'GET' })).toEqual([404, notFound])
    expect(await call('/v1/payments/by-reference/%E0%A4%A', { method: 'GET' })).toMatchObject([
      400,
      { statusCode: 400 },
    ])
    const page = await fetch(`${sandbox.url}/inbox`)
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  } finally {
    await sandbox.close()
  }
})

test.each([
  ['https://site.test/de/profile?deposit-success=true', 'de', 'ltr', 'An Fairhouse zahlen', '50,00\u00a0€'],
  ['https://site.test/ar?deposit-success=true', 'ar', 'rtl', 'الدفع إلى Fairhouse', '\u200f50.00\u00a0€\u200e<'],
  ['https://site.test/profile?deposit-success=true', 'en', 'ltr', 'Pay Fairhouse', '€50.00'],
  ['not an address', 'en', 'ltr', 'Pay Fairhouse', '€50.00'],
])('a payment page is in the language of the page it returns to: %s', async (successUrl, lang, dir, title, amount) => {
  const sandbox = await start(null)
  try {
    const { id } = sandbox.payments.open({ ...newPayment, successUrl })
    const body = await (await fetch(`${sandbox.url}/pay/${id}`)).text()
    expect(body).toContain(`<html lang="${lang}" dir="${dir}">`)
    expect(body).toContain(`<h1>${title}</h1>`)
    expect(body).toContain(amount)
  } finally {
    await sandbox.close()
  }
})
