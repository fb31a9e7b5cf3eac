import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { mailConformance, sampleMail } from './email/conformance.ts'
import { createSandboxInbox } from './sandbox-inbox.ts'

let sandbox: Sandbox
let inbox: ReturnType<typeof createSandboxInbox>
let withWrongKey: ReturnType<typeof createSandboxInbox>
beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    operatorUrl: 'http://127.0.0.1:9',
    secret: 'a secret for the sandbox',
    statePath: null,
  })
  inbox = createSandboxInbox({ apiUrl: sandbox.url, apiKey: sandbox.apiKey })
  withWrongKey = createSandboxInbox({ apiUrl: `http://127.0.0.1:${await freePort()}`, apiKey: 'x' })
})
afterAll(() => sandbox.close())

mailConformance('sandbox', () => ({
  port: inbox.mail,
  unreachable: withWrongKey.mail,
  arrived: async () =>
    sandbox.state.messages.map(({ id, to, replyTo, subject, text, html }) => ({
      id,
      to,
      replyTo: replyTo ?? null,
      subject,
      text,
      html: html ?? '',
    })),
}))

test('a repeated mail is stored once, and its page shows it in a frame without scripts', async () => {
  const mail = sampleMail({ html: '<html><head></head><body><script>parent.hit=1</script><p>Hello</p></body></html>' })
  await inbox.mail.send(mail)
  await inbox.mail.send(mail)
  expect(sandbox.state.messages.filter(({ id }) => id === mail.id)).toHaveLength(1)
  const page = await (await fetch(`${sandbox.url}/inbox/messages/${mail.id}`)).text()
  expect(page).toContain('sandbox="allow-top-navigation-by-user-activation"')
  const frame = await fetch(`${sandbox.url}/inbox/messages/${mail.id}/mail`)
  expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await frame.text()).toContain('<p>Hello</p>')
})

test('a text message arrives with the right key only', async () => {
  expect(await inbox.sms.send({ id: 'one', to: '4915112345678', text: '123456 is your code' })).toMatchObject({
    ok: true,
  })
  expect(sandbox.state.messages.find(({ id }) => id === 'one')).toMatchObject({ channel: 'sms', to: '4915112345678' })
  const wrongKey = createSandboxInbox({ apiUrl: sandbox.url, apiKey: 'wrong' })
  expect(await wrongKey.sms.send({ id: 'two', to: '4915112345678', text: 'x' })).toMatchObject({
    ok: false,
    refusal: 'unavailable',
  })
  expect(sandbox.state.messages.some(({ id }) => id === 'two')).toBe(false)
})
