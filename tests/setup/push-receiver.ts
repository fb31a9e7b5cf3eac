/** A push service with one browser: it decrypts messages (RFC 8291) and verifies their sender (VAPID, RFC 8292). */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { ok, refuse } from '#contract/endpoint.ts'
import type { Post } from '#server/partners/push/post-public.ts'

export type ReceivedPush = {
  path: string
  text: string
  headers: Record<string, string | string[] | undefined>
  /** The claims of the sender's token, whose signature was verified. */
  claims: Record<string, unknown>
}

export type PushBrowser = { p256dh: string; auth: string; decrypt(body: Buffer): string }

export function pushBrowser(): PushBrowser {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: ecdh.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body) {
      const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
      const sender = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const derive = (secret: Uint8Array, by: Uint8Array, info: Uint8Array, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, by, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
      const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      return padded.subarray(0, end).toString('utf8')
    },
  }
}

export type PushReceiver = {
  browser: PushBrowser
  received: ReceivedPush[]
  /** Sets the status of the next responses; `reset` sets 201 again. */
  answers(status: number): void
  reset(): void
  /** Sends every request to this server, whatever host it names. */
  post: Post
  close(): Promise<void>
}

export async function pushReceiver(publicKey: () => string): Promise<PushReceiver> {
  const received: ReceivedPush[] = []
  const browser = pushBrowser()
  let status = 201
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (status >= 300) return response.writeHead(status).end()
      void verify(request.headers.authorization ?? '', publicKey()).then(
        (claims) => {
          const text = browser.decrypt(Buffer.concat(chunks))
          received.push({ path: request.url ?? '', text, headers: request.headers, claims })
          response.writeHead(status).end()
        },
        () => response.writeHead(403).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    browser,
    received,
    answers: (next) => {
      status = next
    },
    reset() {
      status = 201
      received.length = 0
    },
    async post(address, { headers, body }) {
      try {
        const answer = await fetch(baseUrl + new URL(address).pathname, {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
        })
        return ok(answer.status)
      } catch (error) {
        return refuse('unavailable', { message: (error as Error).message })
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function verify(authorization: string, expected: string): Promise<Record<string, unknown>> {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (!token || key !== expected) throw new Error('not signed by this site')
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
  // The clock of the site is controlled by the test, which checks the expiry.
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    algorithms: ['ES256'],
    currentDate: new Date(0),
  })
  return payload
}
