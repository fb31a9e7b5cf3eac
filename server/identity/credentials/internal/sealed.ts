/** Encrypts and decrypts the stored secrets of authenticators; each is bound to its player. */
import type { KernelDeps } from '../../../deps.ts'
import { seal, unseal } from '../../../kernel/sealed.ts'
import type { Secrets } from '../../../kernel/secret.ts'

const purpose = 'totp-secret'

export function sealTotp(deps: KernelDeps, playerId: string, plain: Uint8Array): Buffer {
  return seal(deps, purpose, playerId, plain)
}

/** Null if none of the secrets opens it. */
export function unsealTotp(secrets: Secrets, playerId: string, sealed: Buffer): Buffer | null {
  return unseal(secrets, purpose, playerId, sealed)
}
