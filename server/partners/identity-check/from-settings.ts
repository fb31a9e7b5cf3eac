/**
 * Selects the identity check provider: Sumsub if its keys are set, otherwise its stand-in if the sandbox runs,
 * otherwise none.
 */
import { identityCheckPath, sandboxIdentityKeys } from '#sandbox/identity-check/api.ts'
import type { Clock } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import type { IdentityCheck } from './port.ts'
import { createSumsub } from './sumsub.ts'

export function identityCheckOf(
  { identityCheck, sandbox }: Pick<Settings, 'identityCheck' | 'sandbox'>,
  clock: Clock,
): IdentityCheck | null {
  if (identityCheck.sumsub) return createSumsub({ ...identityCheck.sumsub, clock })
  return sandbox.isEnabled ? createSandboxCheck(sandbox.url, sandbox.secret, clock) : null
}

export function createSandboxCheck(
  sandboxUrl: string,
  secret: string,
  clock: Clock,
  timeoutMs?: number,
): IdentityCheck {
  const { appToken, secretKey, webhookSecret } = sandboxIdentityKeys(secret)
  const url = sandboxUrl + identityCheckPath
  return createSumsub({
    url,
    appToken,
    secretKey,
    webhookSecrets: [webhookSecret],
    level: 'basic-kyc-level',
    scriptUrl: `${url}/websdk.js`,
    clock,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
}
