/**
 * A sign-in under way is kept by nobody but the browser: all of it travels inside the `state` parameter, sealed with AES-256-GCM
 * under a key of the house. Any process can finish what another began, and a flood of beginnings fills no table.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { isSitePath } from '#contract/fields/site-path.ts'
import type { Deps } from '../../../deps.ts'
import { deriveKey } from '../../../secret.ts'

export type Flow = {
  /** Id of the provider in the settings. */
  login: string
  /** As the callback address names it: the connection, or the provider itself. */
  connection: string
  verifier: string
  nonce: string
  backRoute: string
  expiresAt: Date
}
type Needs = Pick<Deps, 'settings' | 'clock' | 'randomBytes'>

export const flowSeconds = 600
const [ivLength, tagLength] = [12, 16]

export function beginFlow({ clock, randomBytes }: Needs, { login, connection, backRoute }: Pick<Flow, 'login' | 'connection' | 'backRoute'>): Flow {
  const random = () => Buffer.from(randomBytes(32)).toString('base64url')
  return { login, connection, backRoute, verifier: random(), nonce: random(), expiresAt: new Date(clock.now().getTime() + flowSeconds * 1000) }
}

/** `<mark>.<sealed>`. The mark is in the open and bound to the seal: it names the cookie by which a browser knows its own. */
export function sealFlow({ settings, randomBytes }: Needs, flow: Flow): { state: string; mark: string } {
  const mark = Buffer.from(randomBytes(12)).toString('base64url')
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(settings), iv).setAAD(Buffer.from(mark))
  const { login, connection, verifier, nonce, backRoute, expiresAt } = flow
  const sealed = Buffer.concat([iv, cipher.update(JSON.stringify([login, connection, verifier, nonce, backRoute, expiresAt.getTime()])), cipher.final(), cipher.getAuthTag()])
  return { state: `${mark}.${sealed.toString('base64url')}`, mark }
}

/** Null for what this house did not seal, and for what is too old. */
export function openFlow({ settings, clock }: Pick<Deps, 'settings' | 'clock'>, state: string): Flow | null {
  const [mark, text] = /^([\w-]{16})\.([\w-]{64,6000})$/.exec(state)?.slice(1) ?? []
  if (!mark || !text) return null
  const bytes = Buffer.from(text, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(settings), bytes.subarray(0, ivLength), { authTagLength: tagLength }).setAAD(Buffer.from(mark)).setAuthTag(bytes.subarray(-tagLength))
    const opened = Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]).toString()
    const [login, connection, verifier, nonce, backRoute, until] = JSON.parse(opened) as [string, string, string, string, string, number]
    return until > clock.now().getTime() && isSitePath(backRoute) ? { login, connection, verifier, nonce, backRoute, expiresAt: new Date(until) } : null
  } catch {
    return null
  }
}

function keyOf({ secret }: Deps['settings']): Buffer {
  return Buffer.from(deriveKey(secret, 'social-flow'), 'hex')
}
