/** Signs reports with ECDSA on P-256, which every browser can verify. */
import { sign } from 'node:crypto'
import { p256KeysOf } from '../../../platform/p256-keys.ts'
import { deriveKey } from '../../../secret.ts'
import type { Settings } from '../../../settings.ts'

export function signReport(
  { secret, liabilitiesKey }: Pick<Settings, 'secret' | 'liabilitiesKey'>,
  statement: string,
): { publicKey: string; signature: string } {
  const privateKey = liabilitiesKey
    ? Buffer.from(liabilitiesKey, 'base64url')
    : Buffer.from(deriveKey(secret, 'liabilities'), 'hex')
  const { publicKey, signingKey } = p256KeysOf(privateKey)
  const signature = sign('sha256', Buffer.from(statement), { key: signingKey, dsaEncoding: 'ieee-p1363' })
  return { publicKey, signature: signature.toString('base64url') }
}
