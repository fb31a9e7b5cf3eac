import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawSeed } from '#games/studio/draw-keys.ts'
import { sealedData, signedData } from '#server/modules.ts'
import { inHouseStudioKeysOf } from '#server/partners/game-studio/in-house-studio.ts'
import { documentStoreOf } from '#server/partners/storage/from-settings.ts'
import { readSettings } from '#server/settings.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { validPassword } from '#tests/setup/identity.ts'
import { isBarredContact, recordFormerContacts } from '../../identity/players/former-contacts.ts'
import { readAccessToken } from '../../identity/sessions/access-token.ts'
import { checkSession } from '../../identity/sessions/check-session.ts'
import { unsubscribeToken } from '../../campaigns/unsubscribe-link.ts'
import { acceptSecret, checkSecret } from './accept-secret.ts'
import { secretCommands } from './operator-commands.ts'
import { examine, renewJob } from './renew.ts'

const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-correct-horse-battery-staple`) as [
  string,
  string,
  string,
]
const documents = mkdtempSync(join(tmpdir(), 'fairhouse-secrets-'))

/** The site as it is with these settings, on the one database of this file. */
let before: TestApp
const sites: TestApp[] = []
async function siteWith(secret: string, ...former: string[]): Promise<TestApp> {
  const env = { SECRET: secret, FORMER_SECRETS: former.join(','), DOCUMENTS_DIR: documents }
  const site = await testApp({
    env,
    ...(before && { db: before.db, now: before.deps.clock.now() }),
    deps: (deps) => ({
      partners: { ...deps.partners, storage: documentStoreOf(deps.settings, randomBytes) },
    }),
  })
  sites.push(site)
  return site
}

beforeAll(async () => {
  before = await siteWith(first)
})
afterAll(async () => {
  for (const site of sites.slice(1)) await site.app.close()
  await before.close()
  rmSync(documents, { recursive: true, force: true })
})

const post = (site: TestApp, url: string, payload: object, token?: string) =>
  site.send({ method: 'POST', url, payload, token })
const shown = (site: TestApp, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.deps.clock.now().getTime() })
const signIn = (site: TestApp, login: string, code: string) =>
  post(site, '/api/player/sessions', { login, password: validPassword, code })

type Player = { id: string; email: string; token: string; secret: string; codes: string[] }

/** A player with an authenticator, ten recovery codes, and a changed address. */
async function protectedPlayer(site: TestApp): Promise<Player> {
  const email = `p${randomUUID()}@example.com`
  const registration = { email, password: validPassword, country: 'DE', currency: 'EUR', agreements: 1 }
  const token = (await post(site, '/api/player/register', registration)).body.accessToken as string
  await post(site, '/api/player/step-up', { method: 'password', proof: validPassword }, token)
  const { secret } = (await post(site, '/api/player/totp', {}, token)).body
  const { recoveryCodes } = (await post(site, '/api/player/totp/confirm', { code: shown(site, secret) }, token)).body
  const id = (await readAccessToken(site.deps, token))!.playerId
  return { id, email, token, secret, codes: recoveryCodes }
}

function drawn(site: TestApp, input: string) {
  const parts = { db: site.db, clock: site.deps.clock, ...inHouseStudioKeysOf(site.deps.settings) }
  return site.db.transaction((tx) => drawSeed(parts, tx, input))
}

async function status(site: TestApp): Promise<{ code: number | void; lines: string }> {
  const lines: string[] = []
  const code = await secretCommands.status!.run(
    {
      ...site.deps,
      storage: site.deps.partners.storage,
      actor: { kind: 'system', job: 'test' },
      invariants: [],
      consumers: [],
      sealedData,
      signedData,
      print: (line) => void lines.push(line),
    },
    [],
  )
  return { code, lines: lines.join('\n') }
}

describe('one database, one secret', () => {
  test('the first start records the secret; with another one neither a start nor a command is accepted', async () => {
    const site = await siteWith(first)
    expect(await acceptSecret(site.deps)).toBe(false)
    expect(await acceptSecret(site.deps)).toBe(false)
    await checkSecret(site.deps)
    const other = await siteWith(second)
    const refusal = 'SECRET is not the one that this database belongs to'
    await expect(acceptSecret(other.deps)).rejects.toThrow(refusal)
    await expect(checkSecret(other.deps)).rejects.toThrow(refusal)
    await expect(acceptSecret((await siteWith(second, third)).deps)).rejects.toThrow(refusal)
  })

  test('a former secret must have the minimum length and differ from the current one', () => {
    const env = { NODE_ENV: 'test', SECRET: first }
    expect(() => readSettings({ ...env, FORMER_SECRETS: 'short' })).toThrow('FORMER_SECRETS: a secret has 32')
    expect(() => readSettings({ ...env, FORMER_SECRETS: first })).toThrow('FORMER_SECRETS: it names SECRET itself')
    expect(readSettings({ ...env, FORMER_SECRETS: `${second}, ${third}` }).formerSecrets).toEqual([second, third])
  })
})

describe('replacing the secret', () => {
  let [early, late]: Player[] = []
  let link: string
  const file = randomUUID()
  const seedBefore = 'some input'
  let seed: Awaited<ReturnType<typeof drawn>>

  test('data protected by the former one can still be read', async () => {
    early = await protectedPlayer(before)
    late = await protectedPlayer(before)
    link = unsubscribeToken(before.deps.settings, early.id)
    seed = await drawn(before, seedBefore)
    await before.db.transaction((tx) =>
      recordFormerContacts(tx, before.deps, early!.id, { email: 'former@example.com', phone: '4915100000000' }),
    )
    await before.db.asOwner('UPDATE identity.players SET status = 3 WHERE id = $1', [early.id])
    await before.deps.partners.storage.put(
      file,
      (async function* () {
        yield Buffer.from('a passport')
      })(),
    )
    before.moveClock(60_000)
    const now = await siteWith(second, first)
    await expect(checkSecret(now.deps)).rejects.toThrow('SECRET is new: start the site with it')
    expect(await acceptSecret(now.deps)).toBe(true)
    await checkSecret(now.deps)
    await expect(checkSecret(before.deps)).rejects.toThrow('SECRET is not the one')
    await before.db.asOwner('UPDATE identity.players SET status = 1 WHERE id = $1', [early.id])
    expect((await signIn(now, early.email, shown(now, early.secret))).status).toBe(200)
    expect((await signIn(now, early.email, early.codes[0]!)).status).toBe(200)
    expect(await checkSession(now.deps, late.token)).toMatchObject({ playerId: late.id })
    expect((await post(now, '/api/notification/unsubscribe', { token: link })).status).toBe(200)
    expect(await drawn(now, seedBefore)).toEqual(seed)
    expect(await text((await now.deps.partners.storage.open(file))!.stream())).toBe('a passport')
  })

  test('the job encrypts them again; after that only data that expire by themselves need the former one', async () => {
    const now = await siteWith(second, first)
    const found = await status(now)
    expect(found.code).toBe(1)
    for (const what of ['2 authenticators', '1 files of documents and attachments', '1 keys of draws'])
      expect(found.lines).toContain(`Encrypted with a former secret: ${what}`)
    await renewJob(now.deps, sealedData).run(new AbortController().signal, { kind: 'system', job: 'former-secrets' })
    const after = await status(now)
    expect(after.lines).not.toContain('Encrypted with a former secret')
    expect(after.lines).toContain('open sessions that were last refreshed before the change')
    now.moveClock(40 * 86_400_000)
    expect(await status(now)).toEqual({
      code: 0,
      lines: expect.stringContaining('Nothing needs a former secret: FORMER_SECRETS can be removed.'),
    })
    const { rows } = await before.db.asOwner('SELECT renewed_at FROM secrets.current')
    expect(rows[0].renewed_at).not.toBeNull()
  })

  test('without the former one all data can be read, including digests and signatures', async () => {
    before.moveClock(120_000)
    const alone = await siteWith(second)
    expect((await signIn(alone, late!.email, shown(alone, late!.secret))).status).toBe(200)
    expect((await signIn(alone, late!.email, late!.codes[0]!)).status).toBe(200)
    await before.db.asOwner('UPDATE identity.players SET status = 3 WHERE id = $1', [early!.id])
    for (const contacts of [{ email: 'former@example.com' }, { phone: '4915100000000' }])
      expect(await before.db.transaction((tx) => isBarredContact(tx, alone.deps, contacts))).toBe(true)
    expect((await post(alone, '/api/notification/unsubscribe', { token: link })).status).toBe(200)
    expect(await drawn(alone, seedBefore)).toEqual(seed)
    expect(await text((await alone.deps.partners.storage.open(file))!.stream())).toBe('a passport')
    const found = await examine({ ...alone.deps, storage: alone.deps.partners.storage }, sealedData, {
      isRenewed: false,
    })
    expect(found).toEqual(sealedData.map(({ what }) => ({ what, former: 0, unreadable: 0 })))
  })

  test('a second replacement keeps the digests of the first secret', async () => {
    const next = await siteWith(third, second)
    expect(await acceptSecret(next.deps)).toBe(true)
    await renewJob(next.deps, sealedData).run(new AbortController().signal, { kind: 'system', job: 'former-secrets' })
    const alone = await siteWith(third)
    expect((await signIn(alone, late!.email, late!.codes[1]!)).status).toBe(200)
    expect(await before.db.transaction((tx) => isBarredContact(tx, alone.deps, { email: 'former@example.com' }))).toBe(
      true,
    )
  })

  test('an authenticator that no secret decrypts is refused with advice, at sign-in and step-up', async () => {
    before.moveClock(120_000)
    const wrong = await siteWith('another-correct-horse-battery-staple')
    const refused = await signIn(wrong, late!.email, shown(wrong, late!.secret))
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { name: 'secondFactorWrong', message: expect.stringContaining('Enter a recovery code') } },
    })
    const alone = await siteWith(third)
    const { accessToken } = (await signIn(alone, late!.email, shown(alone, late!.secret))).body
    await before.db.asOwner(
      "UPDATE credentials.totps SET secret = decode(repeat('00', 48), 'hex') WHERE player_id = $1",
      [late!.id],
    )
    const stepUp = { method: 'totp', proof: shown(alone, late!.secret) }
    expect(await post(alone, '/api/player/step-up', stepUp, accessToken)).toMatchObject({
      status: 422,
      body: { error: { name: 'proofWrong', fields: { proof: [expect.stringContaining('Enter a recovery code')] } } },
    })
    expect((await signIn(alone, late!.email, late!.codes[2]!)).status).toBe(200)
    expect((await status(alone)).lines).toContain('Neither SECRET nor FORMER_SECRETS opens: 1 authenticators.')
  })
})

test('the keys of reports and push notifications are printed, derived or set', async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const site = await siteWith(third)
  await secretCommands.keys!.run({ ...site.deps, print } as never, [])
  const [liabilities, push] = lines.map((line) => line.split('=')[1]!) as [string, string]
  const kept = readSettings({ NODE_ENV: 'test', SECRET: first, LIABILITIES_KEY: liabilities, WEB_PUSH_KEY: push })
  await secretCommands.keys!.run({ ...site.deps, settings: kept, print } as never, [])
  expect(lines.slice(2)).toEqual(lines.slice(0, 2))
})
