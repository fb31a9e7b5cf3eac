/** Signs reports with ECDSA on P-256, which every browser can verify. */
import { sign } from 'node:crypto'
import { p256KeysOf } from '../../kernel/p256-keys.ts'
import { liabilitiesKeyOf } from '../../kernel/secret.ts'
import type { Settings } from '../../settings.ts'

export function signReport(
  settings: Pick<Settings, 'secret' | 'liabilitiesKey'>,
  statement: string,
): { publicKey: string; signature: string } {
  const { publicKey, signingKey } = p256KeysOf(liabilitiesKeyOf(settings))
  const signature = sign('sha256', Buffer.from(statement), { key: signingKey, dsaEncoding: 'ieee-p1363' })
  return { publicKey, signature: signature.toString('base64url') }
}
