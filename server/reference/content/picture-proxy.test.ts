/** Pictures from real hosts on real sockets: which are served or refused, and how often hosts are requested. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountImages } from '../../http/page/images.ts'
import { readSettings } from '../../settings.ts'
import { isPrivate } from '../../kernel/public-address.ts'
import { fetchPicture } from './internal/fetch-picture.ts'
import { pictureAddress, withPictureAddresses } from './outside-pictures.ts'
import { createPictureProxy } from './picture-proxy.ts'

type Handler = (request: IncomingMessage, reply: ServerResponse) => void
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 7)])
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8"/></svg>'
let servers: Server[] = []
let requested: string[] = []
let answer: Handler
let origin = ''
let now = 1_800_000_000_000
let failures: string[] = []

async function host(handler: Handler): Promise<string> {
  const server = createServer((request, reply) => {
    requested.push(request.url!)
    handler(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeEach(async () => {
  servers = []
  requested = []
  failures = []
  answer = (_request, reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(png)
  origin = await host((request, reply) => answer(request, reply))
})
afterEach(() => servers.forEach((server) => (server.closeAllConnections(), server.close())))

const settingsOf = (env: Record<string, string> = {}) =>
  readSettings({ SECRET: 'correct-horse-battery-staple-0123456789', IMAGE_HOSTS: origin, IMAGE_MAX_KB: '4', ...env })

function site(settings = settingsOf(), timeoutMs = 300) {
  const app = Fastify()
  const clock = { now: () => new Date(now) }
  mountImages(app, createPictureProxy({ settings, clock, onError: (address) => failures.push(address), timeoutMs }))
  return { get: (address: string) => app.inject(pictureAddress(settings, address)), app }
}

// Shows: fault 24
test('a picture of an allowed host is served by this site, inert, typed by its bytes, and fetched once', async () => {
  const { get } = site()
  const [one, two] = await Promise.all([get(`${origin}/a.png`), get(`${origin}/a.png`)])
  for (const shown of [one, two, await get(`${origin}/a.png`)]) {
    expect(shown.statusCode).toBe(200)
    expect(shown.rawPayload.equals(png)).toBe(true)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  }
  expect(requested).toEqual(['/a.png'])
})

test.each([
  ['a JPEG', Buffer.from('ffd8ffe000', 'hex'), 'image/jpeg'],
  ['a GIF', Buffer.from('GIF89a....'), 'image/gif'],
  ['a WebP', Buffer.from('RIFF....WEBPVP8 '), 'image/webp'],
  ['an AVIF', Buffer.from('....ftypavif....'), 'image/avif'],
  ['an SVG', Buffer.from(svg), 'image/svg+xml'],
])('%s is typed by its bytes, regardless of the declared type', async (_name, bytes, type) => {
  answer = (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(bytes)
  expect((await site().get(`${origin}/x`)).headers['content-type']).toBe(type)
})

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['an SVG with a script', svg.replace('<path', '<script>alert(1)</script><path')],
  ['an SVG with a handler', svg.replace('<path', '<path onload="alert(1)"')],
  ['an SVG that loads from elsewhere', svg.replace('<path', '<image href="https://evil.example/x.png"/><path')],
  ['nothing', ''],
])('%s is not served', async (_name, text) => {
  answer = (_request, reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(text)
  expect((await site().get(`${origin}/x.png`)).statusCode).toBe(502)
})

// Shows: fault 24
test('a picture that is too large, with or without a length, too slow, missing or truncated is not served', async () => {
  const big = Buffer.concat([png, Buffer.alloc(5000)])
  const cases: Record<string, Handler> = {
    announced: (_request, reply) => reply.writeHead(200, { 'content-length': big.length }).end(big),
    chunked: (_request, reply) => {
      reply.writeHead(200)
      reply.write(big.subarray(0, 3000))
      reply.end(big.subarray(3000))
    },
    slow: () => {},
    trickling: (_request, reply) => void reply.writeHead(200).write(png),
    missing: (_request, reply) => reply.writeHead(404).end(png),
    cut: (_request, reply) => {
      reply.writeHead(200, { 'content-length': 1000 })
      reply.write(png)
      setImmediate(() => reply.destroy())
    },
  }
  const { get } = site()
  for (const [name, handler] of Object.entries(cases)) {
    answer = handler
    expect([name, (await get(`${origin}/${name}.png`)).statusCode]).toEqual([name, 502])
  }
  expect(failures).toHaveLength(6)
})

test('a picture that cannot be served is replaced by a plain area that browsers do not cache', async () => {
  answer = (_request, reply) => reply.writeHead(404).end()
  const shown = await site().get(`${origin}/x.png`)
  expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    502,
    'image/svg+xml',
    'no-store',
  ])
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  expect(shown.payload).toMatch(/^<svg [^]*<\/svg>$/)
})

// Shows: ASVS 1.3.6, ASVS 13.2.4
test('only addresses that this site signed are fetched, and only from hosts on the list', async () => {
  const settings = settingsOf()
  const { app } = site(settings)
  const [, , signature, encoded] = pictureAddress(settings, `${origin}/a.png`).split('/')
  const other = Buffer.from(`${origin}/b.png`).toString('base64url')
  expect((await app.inject(`/images/${signature}/${other}`)).statusCode).toBe(404)
  expect((await app.inject(`/images/x/${encoded}`)).statusCode).toBe(404)
  expect(requested).toEqual([])
  for (const address of [
    'https://elsewhere.example/a.png',
    '/art/a.svg',
    'javascript:alert(1)',
    `${origin}.evil.example/a`,
  ])
    expect(pictureAddress(settings, address)).toBe(address)
  // The address was signed while the host was on the list and is requested after it was removed.
  const later = site(settingsOf({ IMAGE_HOSTS: 'https://new.example' }))
  expect((await later.app.inject(`/images/${signature}/${encoded}`)).statusCode).toBe(404)
})

// Shows: ASVS 15.3.2
test('a redirect is followed to allowed hosts only', async () => {
  const inside = await host((_request, reply) => reply.writeHead(200).end(png))
  answer = (request, reply) =>
    reply.writeHead(302, { location: request.url === '/in' ? '/end' : `${inside}/secret` }).end()
  const { get } = site()
  expect((await get(`${origin}/out`)).statusCode).toBe(502)
  expect(requested).toEqual(['/out'])
  answer = (request, reply) =>
    request.url === '/in' ? reply.writeHead(301, { location: '/end' }).end() : reply.writeHead(200).end(png)
  expect((await get(`${origin}/in`)).statusCode).toBe(200)
  answer = (_request, reply) => reply.writeHead(302, { location: '/round' }).end()
  expect((await get(`${origin}/round`)).statusCode).toBe(502)
})

// Shows: ASVS 1.3.6
test('a name that resolves to a private address is refused before any request', async () => {
  const { port } = new URL(origin)
  const limits = { origins: [`http://cdn.example:${port}`], mostBytes: 4000, timeoutMs: 300 }
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ]
    await expect(fetchPicture(`http://cdn.example:${port}/a.png`, { ...limits, lookup })).rejects.toThrow(
      'does not resolve to a public address',
    )
  }
  expect(requested).toEqual([])
  expect(['8.8.8.8', '2606:4700::1111', '172.32.0.1'].map(isPrivate)).toEqual([false, false, false])
})

test('a picture is refreshed after an hour, served meanwhile and while its host is down; a failed one is retried after a minute', async () => {
  const { get } = site()
  await get(`${origin}/a.png`)
  now += 3_600_001
  answer = (_request, reply) => reply.writeHead(500).end()
  expect((await get(`${origin}/a.png`)).statusCode).toBe(200)
  await expect.poll(() => failures.length).toBe(1)
  expect([(await get(`${origin}/a.png`)).statusCode, requested.length]).toEqual([200, 2])
  expect((await get(`${origin}/b.png`)).statusCode).toBe(502)
  answer = (_request, reply) => reply.writeHead(200).end(png)
  expect((await get(`${origin}/b.png`)).statusCode).toBe(502)
  now += 60_001
  expect((await get(`${origin}/b.png`)).statusCode).toBe(200)
})

test('a slow host does not block other pictures: beyond eight concurrent fetches the answer is 503', async () => {
  answer = () => {}
  const { get } = site()
  const statuses = (await Promise.all(Array.from('abcdefghijkl').map((name) => get(`${origin}/${name}.png`)))).map(
    ({ statusCode }) => statusCode,
  )
  expect(statuses.filter((status) => status === 503)).toHaveLength(4)
})

test('content contains pictures of allowed hosts by their address on this site; links and everything else are unchanged', () => {
  const settings = settingsOf()
  const content = {
    promo: { images: { desktop: `${origin}/a.png`, mobile: '/art/a.svg' }, title: `See ${origin}/a.png` },
    list: [{ icon: `${origin}/b.svg`, link: `${origin}/c.pdf` }],
  }
  const shown = withPictureAddresses(settings, content)
  expect(shown).toEqual({
    promo: { ...content.promo, images: { desktop: pictureAddress(settings, `${origin}/a.png`), mobile: '/art/a.svg' } },
    list: [{ icon: pictureAddress(settings, `${origin}/b.svg`), link: `${origin}/c.pdf` }],
  })
  expect(shown.promo.images.desktop).toMatch(/^\/images\/[\w-]{16}\/[\w-]+$/)
  expect(withPictureAddresses(settings, content)).toBe(shown)
})

test('an invalid list prevents startup and its entry is named', () => {
  for (const bad of ['https://cdn.example/pictures', 'ftp://cdn.example', 'user@cdn.example'])
    expect(() => settingsOf({ IMAGE_HOSTS: bad })).toThrow(`IMAGE_HOSTS: neither a host nor an origin: ${bad}`)
  const valid = { IMAGE_HOSTS: 'cdn.example, http://10.0.0.7:8080', SANDBOX_STUDIO: 'false' }
  expect(settingsOf(valid).imageOrigins).toEqual(['https://cdn.example', 'http://10.0.0.7:8080'])
})
