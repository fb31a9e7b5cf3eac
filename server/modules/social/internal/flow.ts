/**
 * A sign-in under way is kept by nobody but the browser: all of it travels inside the `state` parameter, sealed with AES-256-GCM
 * under a key of the house. Any process can finish what another began, and a flood of beginnings fills no table.
 */
import { isSitePath } from '#contract/fields/site-path.ts'
import type { Deps } from '../../../deps.ts'
import { seal, unseal } from './sealed.ts'

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

export function beginFlow(
  { clock, randomBytes }: Needs,
  { login, connection, backRoute }: Pick<Flow, 'login' | 'connection' | 'backRoute'>,
): Flow {
  const random = () => Buffer.from(randomBytes(32)).toString('base64url')
  return {
    login,
    connection,
    backRoute,
    verifier: random(),
    nonce: random(),
    expiresAt: new Date(clock.now().getTime() + flowSeconds * 1000),
  }
}

/** `<mark>.<sealed>`. The mark is in the open and bound to the seal: it names the cookie by which a browser knows its own. */
export function sealFlow(needs: Needs, flow: Flow): { state: string; mark: string } {
  const mark = Buffer.from(needs.randomBytes(12)).toString('base64url')
  const { login, connection, verifier, nonce, backRoute, expiresAt } = flow
  return {
    state: `${mark}.${seal(needs, 'social-flow', mark, [login, connection, verifier, nonce, backRoute, expiresAt.getTime()])}`,
    mark,
  }
}

/** Null for what this house did not seal, and for what is too old. */
export function openFlow(needs: Pick<Deps, 'settings' | 'clock'>, state: string): Flow | null {
  const [mark, text] = /^([\w-]{16})\.([\w-]{64,6000})$/.exec(state)?.slice(1) ?? []
  const opened = mark && text ? unseal(needs, 'social-flow', mark, text) : null
  if (!opened) return null
  const [login, connection, verifier, nonce, backRoute, until] = opened as [
    string,
    string,
    string,
    string,
    string,
    number,
  ]
  return until > needs.clock.now().getTime() && isSitePath(backRoute)
    ? { login, connection, verifier, nonce, backRoute, expiresAt: new Date(until) }
    : null
}
