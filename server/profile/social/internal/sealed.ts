/** Encrypts data that the browser stores and only the server can read. */
import type { KernelDeps } from '../../../deps.ts'
import { seal as sealBytes, unseal as unsealBytes } from '../../../kernel/sealed.ts'

export function seal(needs: KernelDeps, purpose: string, bound: string, value: unknown): string {
  return sealBytes(needs, purpose, bound, Buffer.from(JSON.stringify(value))).toString('base64url')
}

/** Null for data that was not sealed here for this purpose and text. */
export function unseal({ settings }: KernelDeps, purpose: string, bound: string, text: string): unknown {
  const plain = unsealBytes(settings, purpose, bound, Buffer.from(text, 'base64url'))
  try {
    return plain && (JSON.parse(plain.toString()) as unknown)
  } catch {
    return null
  }
}
