import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { freePort } from '#scripts/free-port.ts'
import { type Arrived, mailConformance, sampleMail } from './conformance.ts'
import type { MailPort } from './port.ts'
import { createSmtp } from './smtp.ts'

const from = 'Fairhouse <no-reply@house.test>'
/** The server's response to the next mails: a status for the recipient or the content, or none. */
let behaviour: { recipient?: number; content?: number; isSilent?: boolean; isCut?: boolean; refusesSignIn?: boolean }
let raw: Array<{ to: string[]; from: string; source: string }>
/** How many mails were received on connections that were then cut. */
let cut = 0
const sockets = new Set<Socket>()
let server: SMTPServer
let port: MailPort
let url: string
const open: MailPort[] = []
const connect = (address: string, timeoutMs = 5000): MailPort => {
  const carrier = createSmtp({ url: address, from, timeoutMs })
  open.push(carrier)
  return carrier
}
const refusal = (code: number) =>
  Object.assign(new Error(code >= 500 ? 'No such mailbox' : 'Greylisted, try again later'), { responseCode: code })

const handlers: SMTPServerOptions = {
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  logger: false,
  closeTimeout: 200,
  onAuth: ({ username, password }, _session, done) =>
    !behaviour.refusesSignIn && username === 'house' && password === 'p@ss word'
      ? done(null, { user: username })
      : done(new Error('Bad credentials')),
  onRcptTo: (_address, _session, done) => done(behaviour.recipient ? refusal(behaviour.recipient) : null),
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (behaviour.isSilent) return
      if (behaviour.isCut) {
        cut += 1
        return sockets.forEach((socket) => socket.destroy())
      }
      if (behaviour.content) return done(refusal(behaviour.content))
      raw.push({
        to: session.envelope.rcptTo.map(({ address }) => address),
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        source: Buffer.concat(chunks).toString('utf8'),
      })
      done(null)
    })
  },
}

beforeAll(async () => {
  behaviour = {}
  raw = []
  server = new SMTPServer(handlers)
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  url = `smtp://house:${encodeURIComponent('p@ss word')}@127.0.0.1:${(server.server.address() as AddressInfo).port}`
  port = connect(url)
})
beforeEach(() => {
  behaviour = {}
  raw = []
})
afterAll(async () => {
  await Promise.all(open.map((each) => each.close()))
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

mailConformance('smtp', () => ({
  port,
  arrived: async () => raw.flatMap(read),
  unreachable: connect(`smtp://127.0.0.1:${deadPort}`, 2000),
}))
const deadPort = await freePort()

// Shows: ASVS 12.3.1
test('the mail has its sender, a stable id, and is marked as automatic', async () => {
  const mail = sampleMail({ id: '11111111-1111-4111-8111-111111111111', locale: 'de' })
  await port.send(mail)
  const [{ source, from: sender, to }] = raw as [{ source: string; from: string; to: string[] }]
  expect([sender, to]).toEqual(['no-reply@house.test', ['reader@example.com']])
  for (const header of [
    'From: Fairhouse <no-reply@house.test>',
    'Message-ID: <11111111-1111-4111-8111-111111111111@house.test>',
    'Auto-Submitted: auto-generated',
    'Content-Language: de',
  ])
    expect(source).toContain(header)
})

test('a mail to an address in another script arrives, and so does a reply address in one', async () => {
  const mail = sampleMail({ to: 'josé.用户@xn--bcher-kva.example', replyTo: 'علی@xn--mgbh0fb.xn--wgbh1c' })
  expect(await port.send(mail)).toEqual({ ok: true, value: undefined })
  expect(raw[0]!.to).toEqual(['josé.用户@bücher.example'])
  expect(raw[0]!.source).toMatch(/^To: .*josé\.用户@bücher\.example/m)
  expect(raw[0]!.source).toMatch(/^Reply-To: .*علی@مثال\.مصر/m)
})

test('without SMTPUTF8 at the server, a user part in ASCII arrives and another is permanently refused', async () => {
  const old = new SMTPServer({
    ...handlers,
    hideSMTPUTF8: true,
    onRcptTo: ({ address }, _session, done) => done(/^[ -~]+@/.test(address) ? null : refusal(553)),
  })
  old.on('error', () => {})
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', () => resolve()))
  const sender = connect(url.replace(/:\d+$/, `:${(old.server.address() as AddressInfo).port}`))
  expect(await sender.send(sampleMail({ to: 'rolf@xn--bcher-kva.example' }))).toMatchObject({ ok: true })
  expect(await sender.send(sampleMail({ to: 'josé@example.com' }))).toMatchObject({ ok: false, refusal: 'refused' })
  await sender.close()
  await new Promise<void>((resolve) => old.close(() => resolve()))
})

test.each([
  ['recipient', 550],
  ['recipient', 553],
  ['content', 554],
] as const)('a %s refused with %i is permanently refused', async (where, code) => {
  behaviour = { [where]: code }
  expect(await port.send(sampleMail())).toMatchObject({
    ok: false,
    refusal: 'refused',
    message: expect.stringContaining(String(code)),
  })
})

// Shows: fault 13
test.each([
  ['recipient', 450],
  ['recipient', 451],
  ['content', 421],
  ['content', 452],
] as const)('a %s deferred with %i, as by greylisting, succeeds when repeated', async (where, code) => {
  behaviour = { [where]: code }
  const mail = sampleMail()
  expect(await port.send(mail)).toMatchObject({ ok: false, refusal: 'unavailable' })
  behaviour = {}
  expect(await port.send(mail)).toMatchObject({ ok: true })
  expect(raw.flatMap(read).map(({ id }) => id)).toEqual([mail.id])
})

// Shows: fault 13
test('an unresponsive server times out and does not delay the next mail', async () => {
  const impatient = connect(url, 1500)
  behaviour = { isSilent: true }
  expect(await impatient.send(sampleMail())).toMatchObject({ ok: false, refusal: 'unavailable' })
  behaviour = {}
  expect(await impatient.send(sampleMail())).toMatchObject({ ok: true })
})

// Shows: attack 63
longTest(
  'mails that waited for a connection of an unresponsive server are not sent after they were reported as unsent',
  async () => {
    const impatient = connect(url, 1000)
    behaviour = { isSilent: true }
    const mails = Array.from({ length: 10 }, () => sampleMail())
    const answers = await Promise.all(mails.map((mail) => impatient.send(mail)))
    expect(answers.map(({ ok }) => ok)).toEqual(mails.map(() => false))
    behaviour = {}
    await Promise.all(mails.map((mail) => impatient.send(mail)))
    await sleep(500)
    expect(
      raw
        .flatMap(read)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(mails.map(({ id }) => id).toSorted())
  },
)

// Shows: attack 63
test('a mail whose connection is cut while it is sent is reported as unsent, and not sent again by itself', async () => {
  behaviour = { isCut: true }
  const mail = sampleMail()
  expect(await connect(url, 3000).send(mail)).toMatchObject({ ok: false, refusal: 'unavailable' })
  await sleep(500)
  expect(cut).toBe(1)
})

test('a rejected password is a configuration error: the mail waits', async () => {
  behaviour = { refusesSignIn: true }
  expect(await connect(url).send(sampleMail())).toMatchObject({
    ok: false,
    refusal: 'unavailable',
    message: expect.stringContaining('EAUTH'),
  })
})

test('many simultaneous mails share a few connections and all arrive', async () => {
  const mails = Array.from({ length: 40 }, () => sampleMail())
  const sent = await Promise.all(mails.map((mail) => port.send(mail)))
  expect(sent.every(({ ok }) => ok)).toBe(true)
  expect(new Set(raw.flatMap(read).map(({ id }) => id))).toEqual(new Set(mails.map(({ id }) => id)))
})

/** Decodes a mail as a mail program would: unfolded headers, encoded words and parts. */
function read({ to, source }: { to: string[]; source: string }): Arrived[] {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll(/\r\n[ \t]+/g, ' '))?.[1] ?? null
  const boundary = /boundary="([^"]+)"/.exec(head)![1]!
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .map((part) => part.trimStart())
  const part = (type: string) =>
    decodePart(parts.find((each) => each.toLowerCase().startsWith(`content-type: ${type}`)) ?? '')
  const id = /<([^@]+)@/.exec(header('Message-ID') ?? '')?.[1] ?? ''
  return to.map((address) => ({
    id,
    to: address,
    replyTo: header('Reply-To'),
    subject: decodeWords(header('Subject') ?? ''),
    text: part('text/plain'),
    html: part('text/html'),
  }))
}

function decodePart(part: string): string {
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n').replaceAll('\r\n', '\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  return /quoted-printable/i.test(head) ? decodeQuoted(text.replaceAll('=\n', '')) : text
}

function decodeQuoted(text: string): string {
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodeLatin(word.replaceAll('_', ' ')),
    )
    .replace(/^.*$/s, (joined) => Buffer.from(joined, 'latin1').toString('utf8'))
}

function decodeLatin(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
