/**
 * The state of a pending sign-in is stored only in the browser: it is part of the `state` parameter, sealed with
 * AES-256-GCM under the server's key. Any process can complete it, and a flood of started sign-ins fills no table.
 */
import { isSitePath } from '#contract/fields/site-path.ts'
import type { KernelDeps } from '../../../deps.ts'
import { seal, unseal } from './sealed.ts'

export type Flow = {
  /** Id of the provider in the settings. */
  login: string
  /** The connection as in the callback address, or the provider itself. */
  connection: string
  verifier: string
  nonce: string
  backRoute: string
  /** As entered in the form for registration; empty for none. */
  bonusCode: string
  expiresAt: Date
}
export const flowSeconds = 600

export function beginFlow(
  { clock, randomBytes }: KernelDeps,
  { login, connection, backRoute, bonusCode }: Pick<Flow, 'login' | 'connection' | 'backRoute' | 'bonusCode'>,
): Flow {
  const random = () => Buffer.from(randomBytes(32)).toString('base64url')
  return {
    login,
    connection,
    backRoute,
    bonusCode,
    verifier: random(),
    nonce: random(),
    expiresAt: new Date(clock.now().getTime() + flowSeconds * 1000),
  }
}

/** Returns `<mark>.<sealed>`. The mark is readable, authenticated by the seal, and names the cookie of this browser. */
export function sealFlow(needs: KernelDeps, flow: Flow): { state: string; mark: string } {
  const mark = Buffer.from(needs.randomBytes(12)).toString('base64url')
  const { login, connection, verifier, nonce, backRoute, expiresAt, bonusCode } = flow
  return {
    state: `${mark}.${seal(needs, 'social-flow', mark, [login, connection, verifier, nonce, backRoute, expiresAt.getTime(), bonusCode])}`,
    mark,
  }
}

/** Null for a state that was not sealed here or has expired. */
export function openFlow(needs: KernelDeps, state: string): Flow | null {
  const [mark, text] = /^([\w-]{16})\.([\w-]{64,6000})$/.exec(state)?.slice(1) ?? []
  const opened = mark && text ? unseal(needs, 'social-flow', mark, text) : null
  if (!opened) return null
  const [login, connection, verifier, nonce, backRoute, until, bonusCode] = opened as [
    string,
    string,
    string,
    string,
    string,
    number,
    string,
  ]
  return until > needs.clock.now().getTime() && isSitePath(backRoute)
    ? { login, connection, verifier, nonce, backRoute, bonusCode, expiresAt: new Date(until) }
    : null
}
