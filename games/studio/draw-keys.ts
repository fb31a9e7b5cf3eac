/** The studio's keys of the verifiable random function, which are announced before use and published. */
import {
  constants,
  createPrivateKey,
  generateKeyPair as generateWithCallback,
  type KeyObject,
  privateEncrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { encodedMessage, outputOf, thumbprintOf, toBase64Url, type VrfKey } from '#contract/vrf.ts'
import type { StudioParts, Tx } from './parts.ts'

export type KeyParts = Pick<StudioParts, 'db' | 'clock' | 'drawPassphrase' | 'former'>
export type PublishedKey = VrfKey & { id: string; usedFrom: Date | null }
export type Draw = { key: string; proof: string; serverSeed: string }

const generateKeyPair = promisify(generateWithCallback)
const modulusBits = 2048

type KeyRow = { id: string; n: string; e: string; private_key: string }

/** Caches decrypted keys, because decrypting one takes some milliseconds. */
const opened = new Map<string, KeyObject>()

/** Returns the server seed that the key in use determines for this input, with its proof. */
export async function drawSeed(parts: KeyParts, tx: Tx, input: string): Promise<Draw> {
  const row = (await keyInUse(tx, parts.clock.now())) ?? (await firstKey(parts, tx))
  let key = opened.get(row.id)
  if (!key) {
    key = openKey(row, passphrasesOf(parts))
    if (!key) throw new Error(`the draw key ${row.id} cannot be decrypted: SECRET and FORMER_SECRETS lack its secret`)
    opened.set(row.id, key)
  }
  const proof = prove(key, await encodedMessage(row, input))
  return { key: row.id, proof: toBase64Url(proof), serverSeed: await outputOf(proof) }
}

function passphrasesOf({ drawPassphrase, former = [] }: KeyParts): string[] {
  return [drawPassphrase, ...former.map((keys) => keys.drawPassphrase)]
}

function openKey({ private_key: key }: Pick<KeyRow, 'private_key'>, passphrases: string[]): KeyObject | undefined {
  for (const passphrase of passphrases) {
    try {
      return createPrivateKey({ key, passphrase })
    } catch {
      // The key is encrypted with another passphrase.
    }
  }
  return undefined
}

/** Signs by RSASP1. The message is one byte shorter than the modulus, so a zero byte precedes it. */
export function prove(key: KeyObject, message: Uint8Array): Uint8Array {
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.concat([Buffer.alloc(1), message]))
}

async function keyInUse(db: Tx, now: Date): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    SELECT id, n, e, private_key FROM studio.draw_keys WHERE used_from <= ${now} ORDER BY used_from DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

/** Creates the first key. It replaces none, so it needs no announcement. */
async function firstKey(parts: KeyParts, tx: Tx): Promise<KeyRow> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('draw keys', 0))`.execute(tx)
  const now = parts.clock.now()
  return (await keyInUse(tx, now)) ?? addKey(parts, tx, now)
}

/**
 * Creates a key that comes into use once a liabilities report has announced it. Returns its id, or null if another key
 * already waits for its announcement.
 */
export function prepareNextKey(parts: KeyParts): Promise<string | null> {
  return parts.db.transaction(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('draw keys', 0))`.execute(tx)
    const { rows } = await sql`SELECT FROM studio.draw_keys WHERE used_from IS NULL`.execute(tx)
    return rows.length > 0 ? null : (await addKey(parts, tx, null)).id
  })
}

async function addKey(parts: KeyParts, tx: Tx, usedFrom: Date | null): Promise<KeyRow> {
  const { privateKey, publicKey } = await generateKeyPair('rsa', { modulusLength: modulusBits })
  const { n, e } = publicKey.export({ format: 'jwk' }) as VrfKey
  const row = { id: await thumbprintOf({ n, e }), n, e, private_key: encrypt(parts, privateKey) }
  await sql`INSERT INTO studio.draw_keys (id, n, e, private_key, created_at, used_from)
    VALUES (${row.id}, ${n}, ${e}, ${row.private_key}, ${parts.clock.now()}, ${usedFrom})`.execute(tx)
  return row
}

function encrypt({ drawPassphrase: passphrase }: KeyParts, key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string
}

export async function drawKeyIds(db: StudioParts['db']['kysely']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM studio.draw_keys`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns whether the current or a former passphrase decrypts the key; null if there is no such key. */
export async function versionOfDrawKey(
  parts: KeyParts,
  id: string,
): Promise<'current' | 'former' | 'unreadable' | null> {
  const row = await readKey(parts, id)
  if (!row) return null
  if (openKey(row, [parts.drawPassphrase])) return 'current'
  return openKey(row, passphrasesOf(parts)) ? 'former' : 'unreadable'
}

/** Encrypts the key again with the current passphrase. */
export async function renewDrawKey(parts: KeyParts, id: string): Promise<void> {
  const row = await readKey(parts, id)
  const key = row && openKey(row, passphrasesOf(parts))
  if (key)
    await sql`UPDATE studio.draw_keys SET private_key = ${encrypt(parts, key)} WHERE id = ${id}`.execute(
      parts.db.kysely,
    )
}

async function readKey({ db }: KeyParts, id: string): Promise<Pick<KeyRow, 'private_key'> | undefined> {
  const { rows } = await sql<KeyRow>`SELECT private_key FROM studio.draw_keys WHERE id = ${id}`.execute(db.kysely)
  return rows[0]
}

/** Lists the draw keys, newest first. */
export async function readDrawKeys(db: StudioParts['db']['kysely'] | Tx): Promise<PublishedKey[]> {
  const { rows } = await sql<VrfKey & { id: string; used_from: Date | null }>`
    SELECT id, n, e, used_from FROM studio.draw_keys ORDER BY created_at DESC`.execute(db)
  return rows.map(({ used_from, ...key }) => ({ ...key, usedFrom: used_from }))
}

/** Puts announced keys into use; called in the transaction of the report that names them. */
export async function useAnnounced(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`UPDATE studio.draw_keys SET used_from = ${now} WHERE used_from IS NULL AND id = ANY (${ids})`.execute(tx)
}
