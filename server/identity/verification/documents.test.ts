import { readdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { operator } from '#tests/setup/operator.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentLimits } from '#contract/fields/document-limits.ts'
import { createDiskStore } from '#server/partners/storage/disk.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { formOf, maliciousFiles, jpeg, type SampleFile, pdf, png, validFiles } from '#tests/setup/sample-files.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { issueAccessToken } from '../sessions/access-token.ts'
import { decideDocument } from './decide-document.ts'
import { sweepFiles } from './sweep-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-papers-'))
let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({
    deps: (deps) => ({
      partners: { ...deps.partners, storage: createDiskStore({ folder, key: 'a1'.repeat(32), randomBytes }) },
    }),
    now: new Date(),
  })
  url = await app.listen()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

type Player = {
  id: string
  email: string
  token: string
  call(method: string, path: string, body?: BodyInit): Promise<{ status: number; body: any; headers: Headers }>
}
let player: Player
beforeEach(async () => {
  player = await newPlayer()
})

async function newPlayer(locale = 'en'): Promise<Player> {
  const [id, sessionId, now] = [randomUUID(), randomUUID(), app.deps.clock.now()]
  const email = `${id}@example.test`
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, locale, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', $4, $3, $3)`,
    [id, email, now, locale],
  )
  await app.db.asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test')`,
    [sessionId, id, now],
  )
  const token = await issueAccessToken(app.deps, { playerId: id, sessionId, generation: 1, issuedAt: now })
  return {
    id,
    email,
    token,
    call: async (method, path, body) => {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body }),
      })
      const isJson = answer.headers.get('content-type')?.includes('json')
      return {
        status: answer.status,
        body: isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer()),
        headers: answer.headers,
      }
    },
  }
}

const documents = '/api/player/documents'
const upload = (paper: SampleFile, kind: string | null = 'identity', by = player) =>
  by.call('POST', documents, formOf(paper, kind))
const files = () => readdirSync(folder).filter((name) => !name.startsWith('.'))
const photo = { name: 'passport.jpg', type: 'image/jpeg', bytes: jpeg() }

describe('uploads', () => {
  // Shows: ASVS 3.2.1
  test.each(validFiles.map((paper) => [paper.name, paper] as const))(
    '%s is stored, listed, and downloaded unchanged as an inert attachment',
    async (_name, paper) => {
      const { status, body } = await upload(paper, 'address')
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          type: 'address',
          name: paper.name,
          mimeType: paper.type,
          size: paper.bytes.length,
          status: 1,
          comment: null,
        },
      })
      expect((await player.call('GET', documents)).body).toEqual([body])
      expect(Math.abs(Date.parse(body.createdAt) - app.deps.clock.now().getTime())).toBeLessThan(60_000)
      const file = await player.call('GET', `${documents}/${body.id}/file`)
      expect(file.status).toBe(200)
      expect(file.body.equals(paper.bytes)).toBe(true)
      expect(
        Object.fromEntries(
          [
            'content-type',
            'content-length',
            'x-content-type-options',
            'content-security-policy',
            'cache-control',
            'cross-origin-resource-policy',
          ].map((name) => [name, file.headers.get(name)]),
        ),
      ).toEqual({
        'content-type': paper.type,
        'content-length': String(paper.bytes.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    },
  )

  // Shows: attack 31, ASVS 1.3.4, ASVS 5.2.2
  test.each(maliciousFiles)('%s is refused with a message at its field, and leaves no file', async (_what, paper) => {
    const before = files()
    const { status, body } = await upload(paper)
    expect({ status, name: body.error.name }).toEqual({ status: 422, name: 'fileRefused' })
    expect(body.error.fields.file[0]).toMatch(/\w{4}/)
    expect((await player.call('GET', documents)).body).toEqual([])
    expect(files()).toEqual(before)
  })

  // Shows: ASVS 5.3.2
  test('the name of the file in the store reveals neither its owner nor its original name', async () => {
    const { body } = await upload(photo)
    expect(files()).toContain(body.id)
    expect(files().join()).not.toContain('passport')
  })

  // Shows: ASVS 1.2.1, ASVS 5.4.1, ASVS 5.4.2
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\secret\\a.jpg', 'a.jpg'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['\u0000\u0007', 'document'],
    ['"; rm -rf.jpg', '"; rm -rf.jpg'],
    ['паспорт 😀.jpg', 'паспорт 😀.jpg'],
    ['x'.repeat(400), 'x'.repeat(100)],
  ])('the name %j is displayed as %j and cannot inject a header', async (name, shown) => {
    const boundary = 'b0und'
    const raw = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="type"\r\n\r\nidentity\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      photo.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const answer = await fetch(url + documents, {
      method: 'POST',
      body: raw,
      headers: { authorization: `Bearer ${player.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    const body = (await answer.json()) as { id: string; name: string }
    expect(body.name).toBe(shown)
    const file = await player.call('GET', `${documents}/${body.id}/file`)
    expect(file.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(shown).replaceAll("'", '%27')}`,
    )
  })

  // Shows: ASVS 5.2.1
  test('a file over the limit is refused, with or without a declared length, and leaves nothing', async () => {
    const before = files()
    const big = {
      name: 'big.jpg',
      type: 'image/jpeg',
      bytes: Buffer.concat([jpeg(), Buffer.alloc(documentLimits.maxBytes)]),
    }
    expect((await upload(big)).body.error).toMatchObject({
      name: 'fileRefused',
      fields: { file: [expect.stringContaining('10 MB')] },
    })
    const form = new Response(formOf(big))
    const unsaid = await fetch(url + documents, {
      method: 'POST',
      body: form.body,
      duplex: 'half',
      headers: { authorization: `Bearer ${player.token}`, 'content-type': form.headers.get('content-type')! },
    } as RequestInit)
    expect((await unsaid.json()).error.name).toBe('fileRefused')
    expect(files()).toEqual(before)
  })

  test('an incomplete request reports what is missing; truncated bodies and other formats are 4xx', async () => {
    expect((await player.call('POST', documents, '{}')).status).toBe(415)
    const asJson = await fetch(url + documents, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' },
    })
    expect(asJson.status).toBe(422)
    const empty = new FormData()
    empty.set('type', 'identity')
    expect((await player.call('POST', documents, empty)).body.error.fields).toHaveProperty('file')
    expect((await upload(photo, 'passport')).body.error.fields).toHaveProperty('type')
    expect((await upload(photo, null)).body.error.fields).toHaveProperty('type')
    expect((await upload({ ...photo, bytes: Buffer.alloc(0) })).body.error.fields).toHaveProperty('file')
    for (const body of [
      '',
      '--x\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      '--x--',
      'garbage',
    ]) {
      const answer = await fetch(url + documents, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${player.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      })
      expect([body, answer.status >= 400 && answer.status < 500]).toEqual([body, true])
    }
    const two = formOf(photo)
    two.append('file', new File([new Uint8Array(png())], 'b.png'))
    expect((await player.call('POST', documents, two)).status).toBeLessThan(500)
    expect((await player.call('GET', documents)).body).toEqual([])
  })

  test('other calls refuse multipart bodies', async () => {
    expect((await player.call('PUT', '/api/player/profile', formOf(photo))).status).toBe(415)
  })

  // Shows: pair second tab/documents
  test('the quota applies to concurrent uploads, and a refused one leaves no file', async () => {
    const before = files().length
    const answers = await Promise.all(
      Array.from({ length: documentLimits.maxCount + 10 }, () =>
        upload({ name: 'a.png', type: 'image/png', bytes: png() }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(documentLimits.maxCount)
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.error.name}`)),
    ).toEqual(new Set(['422 quotaReached']))
    expect(files().length - before).toBe(documentLimits.maxCount)
  })

  test('the number of attempts per hour is limited', async () => {
    const answers = []
    for (let turn = 0; turn < 42; turn++) answers.push((await upload({ ...photo, bytes: Buffer.from('x') })).status)
    expect(answers.slice(0, 40).every((status) => status === 422)).toBe(true)
    expect(answers.slice(40)).toEqual([429, 429])
    app.moveClock(3_600_001)
    expect((await (await newPlayer()).call('GET', documents)).status).toBe(200)
  })
})

// Shows: 7.3.6
describe('ownership', () => {
  // Shows: attack 27
  test('guests are refused, other players find nothing, and nothing changes', async () => {
    const {
      body: { id },
    } = await upload(photo)
    const other = await newPlayer()
    for (const [method, path] of [
      ['GET', `${documents}/${id}/file`],
      ['DELETE', `${documents}/${id}`],
    ] as const) {
      expect((await other.call(method, path)).status).toBe(404)
      expect((await fetch(url + path, { method })).status).toBe(401)
    }
    expect((await fetch(url + documents, { method: 'POST', body: formOf(photo) })).status).toBe(401)
    expect((await other.call('GET', documents)).body).toEqual([])
    expect((await player.call('GET', `${documents}/${id}/file`)).body.equals(photo.bytes)).toBe(true)
    expect((await player.call('GET', `${documents}/${randomUUID()}/file`)).status).toBe(404)
    expect((await player.call('GET', `${documents}/..%2f..%2fsecret/file`)).status).toBe(422)
  })

  // Shows: ASVS 14.2.4
  test('a deleted document is removed from list, address and disk; an approved one remains', async () => {
    const {
      body: { id },
    } = await upload(photo)
    expect((await player.call('DELETE', `${documents}/${id}`)).status).toBe(200)
    expect(files()).not.toContain(id)
    expect((await player.call('GET', `${documents}/${id}/file`)).status).toBe(404)
    expect((await player.call('DELETE', `${documents}/${id}`)).status).toBe(404)
    const { body: approved } = await upload(photo)
    await decideDocument({ ...app.deps, actor: operator }, { id: approved.id, decision: 'approved', reason: null })
    const refused = await player.call('DELETE', `${documents}/${approved.id}`)
    expect([refused.status, refused.body.error.name]).toEqual([422, 'documentApproved'])
    expect(files()).toContain(approved.id)
  })

  // Shows: pair documents/export
  test('changes of documents are in the audit log and in the export', async () => {
    const {
      body: { id },
    } = await upload(photo)
    await decideDocument({ ...app.deps, actor: operator }, { id, decision: 'declined', reason: 'Blurred' })
    await player.call('DELETE', `${documents}/${id}`)
    const { rows } = await app.db.asOwner('SELECT action FROM identity.audit WHERE player_id = $1 ORDER BY id', [
      player.id,
    ])
    expect(rows.map(({ action }) => action)).toEqual(['document-uploaded', 'document-decided', 'document-deleted'])
    const { body: kept } = await upload(photo)
    const sections = app.deps.lifecycles.find(({ sections }) => 'documents' in sections)!.sections
    expect(await sections.documents!(app.deps, player.id)).toMatchObject([
      { id: kept.id, name: 'passport.jpg', mimeType: 'image/jpeg', status: 1 },
    ])
    expect(await sections.identityCheck!(app.deps, player.id)).toEqual([])
  })
})

describe('decisions', () => {
  test('notify the player on the site and by mail, in their language, once', async () => {
    const german = await newPlayer('de')
    const {
      body: { id },
    } = await upload(photo, 'identity', german)
    const decide = () =>
      decideDocument({ ...app.deps, actor: operator }, { id, decision: 'declined', reason: 'Unscharf' })
    expect(await decide()).toMatchObject({ ok: true, value: { row: { status: 3, comment: 'Unscharf' } } })
    await decide()
    const { body } = await german.call('GET', '/api/notification/messenger/messages')
    expect(body.data.map(({ content }: any) => content)).toEqual([
      {
        title: 'Dokument nicht angenommen',
        description: 'passport.jpg: Unscharf',
        link: { label: 'Erneut hochladen', target: { kind: 'page', path: '/profile/documents' } },
      },
    ])
    const mails = await inboxOf(app).all({ to: german.email })
    expect(mails.map(({ text }) => text.includes('Unscharf') && text.includes('/de/profile/documents'))).toEqual([true])
    expect((await german.call('GET', documents)).body[0]).toMatchObject({ status: 3, comment: 'Unscharf' })
  })

  test('can be changed, require a reason to decline, and report unknown documents', async () => {
    const {
      body: { id },
    } = await upload({ name: 'a.pdf', type: 'application/pdf', bytes: pdf() })
    expect(
      await decideDocument({ ...app.deps, actor: operator }, { id, decision: 'declined', reason: '' }),
    ).toMatchObject({
      refusal: 'reasonMissing',
    })
    expect(
      await decideDocument({ ...app.deps, actor: operator }, { id: randomUUID(), decision: 'approved', reason: null }),
    ).toMatchObject({
      refusal: 'documentNotFound',
    })
    await decideDocument({ ...app.deps, actor: operator }, { id, decision: 'declined', reason: 'No name on it' })
    expect(
      await decideDocument({ ...app.deps, actor: operator }, { id, decision: 'approved', reason: null }),
    ).toMatchObject({
      value: { row: { status: 2, comment: null } },
    })
  })
})

describe('rows and files after a crash', () => {
  const old = new Date(Date.now() - 2 * 3_600_000)

  // Shows: fault 16, pair kill/documents
  test('a file without a document is removed, as are fragments of interrupted uploads; a recent one is not', async () => {
    const {
      body: { id },
    } = await upload(photo)
    const [orphan, piece, young] = [randomUUID(), `${randomUUID()}.part`, randomUUID()]
    for (const name of [orphan, piece, young]) writeFileSync(join(folder, name), 'x')
    for (const name of [orphan, piece, id]) utimesSync(join(folder, name), old, old)
    expect(await sweepFiles(app.deps)).toMatchObject({ removed: 2, lost: 0 })
    expect(files()).toEqual(expect.arrayContaining([id, young]))
    expect(files()).not.toEqual(expect.arrayContaining([orphan]))
    unlinkSync(join(folder, young))
  })

  test('a document whose file is missing is hidden until the file is back', async () => {
    const {
      body: { id },
    } = await upload(photo)
    const sealed = join(folder, id)
    const { readFileSync } = await import('node:fs')
    const bytes = readFileSync(sealed)
    unlinkSync(sealed)
    expect((await player.call('GET', `${documents}/${id}/file`)).status).toBe(404)
    app.moveClock(3_600_001)
    const later = { ...app.deps }
    expect((await sweepFiles(later)).lost).toBe(1)
    const { rows } = await app.db.asOwner('SELECT lost_at FROM verification.documents WHERE id = $1', [id])
    expect(rows[0]!.lost_at).not.toBeNull()
    writeFileSync(sealed, bytes)
    expect((await sweepFiles(later)).found).toBe(1)
  })

  // Shows: fault 16
  test('an empty folder, such as an unmounted one, changes nothing', async () => {
    await upload(photo)
    app.moveClock(3_600_001)
    const storage = createDiskStore({ folder: join(folder, 'elsewhere'), key: 'a1'.repeat(32), randomBytes })
    expect(await sweepFiles({ ...app.deps, partners: { ...app.deps.partners, storage } })).toEqual({
      removed: 0,
      lost: 0,
      found: 0,
    })
  })
})
