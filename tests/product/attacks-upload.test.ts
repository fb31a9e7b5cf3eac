/** Malicious files uploaded to a running site: attack 31, and the parts of 1 and 27 about documents. */
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { digestOf } from '#server/partners/identity-check/payload-digest.ts'
import { sandboxIdentityKeys } from '#sandbox/identity-check/api.ts'
import { deriveKey } from '#server/kernel/secret.ts'
import { formOf, maliciousFiles, jpeg, type SampleFile, validFiles } from '#tests/setup/sample-files.ts'
import { sharedSite, type Site } from '#tests/setup/site.ts'
import { registerPlayer, type SitePlayer, secretOf, send, until } from './site-player.ts'

let site: Site
let player: SitePlayer
let stranger: SitePlayer
beforeAll(async () => {
  site = await sharedSite({ SEED: 'false' })
  ;[player, stranger] = await Promise.all([registerPlayer(site), registerPlayer(site)])
})

const documents = '/api/player/documents'
const storedFiles = () => readdirSync(join(site.dataDir, 'documents')).filter((name) => !name.startsWith('.'))
async function upload(paper: SampleFile, by = player): Promise<{ status: number; body: any; tookMs: number }> {
  const startedAt = performance.now()
  const answer = await fetch(site.url + documents, {
    method: 'POST',
    body: formOf(paper),
    headers: { authorization: `Bearer ${by.token}` },
  })
  return { status: answer.status, body: await answer.json(), tookMs: performance.now() - startedAt }
}

// Shows: attack 31, ASVS 5.2.2
test('31: SVG, pages, programs, polyglots and decompression bombs are rejected at once, and nothing is stored', async () => {
  await upload(validFiles[0]!)
  const before = storedFiles()
  for (const [what, paper] of maliciousFiles) {
    const { status, body, tookMs } = await upload(paper)
    expect([what, status, body.error.name]).toEqual([what, 422, 'fileRefused'])
    expect(tookMs, what).toBeLessThan(2000)
  }
  expect(storedFiles()).toEqual(before)
  expect((await send(`${site.url}/healthz`, 'GET')).status).toBe(200)
})

// Shows: attack 31, ASVS 5.3.1
test('31: stored documents are encrypted, outside all served folders, and served as inert downloads', async () => {
  const {
    body: { id },
  } = await upload({ name: 'a".html\r\nx-evil: 1.jpg', type: 'text/html', bytes: jpeg() }, stranger)
  for (const path of [`/documents/${id}`, `/data/documents/${id}`, `/assets/../documents/${id}`, `/${id}`])
    expect((await send(site.url + path, 'GET', { token: stranger.token })).status).not.toBe(200)
  const file = await fetch(`${site.url}${documents}/${id}/file`, {
    headers: { authorization: `Bearer ${stranger.token}` },
  })
  expect(Buffer.from(await file.arrayBuffer()).equals(jpeg())).toBe(true)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect([
    file.headers.get('x-content-type-options'),
    file.headers.get('content-security-policy'),
    file.headers.get('x-evil'),
  ]).toEqual(['nosniff', "default-src 'none'; sandbox", null])
  // A browser sends the cookie with a link to the file, but the cookie alone gives no access.
  expect(
    (await send(`${site.url}${documents}/${id}/file`, 'GET', { headers: { cookie: `access_token=${stranger.token}` } }))
      .status,
  ).toBe(401)
  for (const [method, path] of [
    ['GET', `${documents}/${id}/file`],
    ['DELETE', `${documents}/${id}`],
  ] as const)
    expect((await player.call(method, path)).status).toBe(404)
})

// Shows: attack 31
test('31: an aborted upload leaves neither a row nor a file', async () => {
  const before = storedFiles()
  await new Promise<void>((resolve) => {
    const call = request(site.url + documents, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${player.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 5_000_000,
      },
    })
    call.on('error', () => resolve())
    call.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
    call.write(Buffer.concat([jpeg(), Buffer.alloc(200_000)]), () => call.destroy())
  })
  await until(async () => storedFiles().join() === before.join(), 'the pieces of a broken upload are gone')
  expect((await player.call('GET', documents)).body).toHaveLength(1)
})

// Shows: attack 1
test("1: an identity webhook with no, an empty, another body's or another key's signature is rejected and changes nothing", async () => {
  const body = JSON.stringify({
    applicantId: 'x',
    type: 'applicantReviewed',
    externalUserId: player.id,
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
    createdAtMs: '2026-11-21 10:00:00.000',
  })
  const key = sandboxIdentityKeys(deriveKey(secretOf(site), 'sandbox')).webhookSecret
  const post = (headers: Record<string, string>) =>
    send(`${site.url}/api/partners/identity-check/sumsub/callback`, 'POST', { body, headers })
  for (const headers of [
    {},
    { 'x-payload-digest': '', 'x-payload-digest-alg': 'HMAC_SHA256_HEX' },
    digestOf(key, `${body} `),
    digestOf('another key', body),
    { ...digestOf(key, body), 'x-payload-digest-alg': 'HMAC_SHA1_HEX' },
  ]) {
    expect((await post(headers as Record<string, string>)).status).toBe(401)
  }
  expect((await player.call('GET', '/api/player/services/sumsub')).body.status).toBe('none')
  expect((await post(digestOf(key, body))).status).toBe(200)
  await until(
    async () => (await player.call('GET', '/api/player/services/sumsub')).body.status === 'approved',
    'a genuine notice is worked on',
  )
})
