/** The sportsbook of the settings: an outside one, the sandbox's, or none. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Clock } from '../../deps.ts'
import { deriveKey } from '../../kernel/secret.ts'
import type { Settings } from '../../settings.ts'
import { createJwtSportsbook } from './jwt-http.ts'
import type { Sportsbook } from './port.ts'
import { createSignedSportsbook } from './signed-http.ts'

/** Identifies the sportsbook in the path of its calls and with each bet. */
export const sportsbookSlug = 'sportsbook'

/** The secret that the sandbox's sportsbook shares with the site. */
export const sandboxSportsbookSecret = (sandboxSecret: string): string => deriveKey(sandboxSecret, 'sandbox-sportsbook')

export function sportsbookOf(
  { sportsbook, sandbox }: Pick<Settings, 'sportsbook' | 'sandbox'>,
  clock: Clock,
): Sportsbook | null {
  if (!sportsbook) return null
  const { host, clientId, integrity, keys } = sportsbook
  const common = { slug: sportsbookSlug, host, clientId, integrity, clock }
  const der = (text: string) => Buffer.from(text, 'base64')
  if (keys)
    return createJwtSportsbook({
      ...common,
      ownKey: createPrivateKey({ key: der(keys.own), format: 'der', type: 'pkcs8' }),
      theirKeys: keys.theirs.map((key) => createPublicKey({ key: der(key), format: 'der', type: 'spki' })),
    })
  const secrets = sportsbook.secrets.length > 0 ? sportsbook.secrets : [sandboxSportsbookSecret(sandbox.secret)]
  return createSignedSportsbook({ ...common, secrets })
}
