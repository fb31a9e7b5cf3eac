/** Which provider checks who players are: Sumsub where its keys are set, else its stand-in where the sandbox runs, else nobody. */
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
    timeoutMs,
  })
}
