/** The relying party of passkeys, and the schemas of the browser's WebAuthn responses. */
import { z } from 'zod'
import type { KernelDeps } from '../../../deps.ts'

export const siteName = 'Fairhouse'

/** The library is loaded when first used: its 300 modules would take a twelfth of the processor time of a start. */
export const webauthn = () => import('@simplewebauthn/server')

/** Passkeys are bound to the host of PUBLIC_URL and are valid for no other origin. */
export function relyingParty({ settings }: KernelDeps): { id: string; origin: string } {
  const { hostname, origin } = new URL(settings.publicUrl)
  return { id: hostname, origin }
}

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)
const shared = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

export const Assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(200).nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>
export const Attestation = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})

const ClientData = z.object({ challenge: bytes(200) })

/** The challenge in the browser's client data; null if the data are malformed. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    return (
      ClientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).data?.challenge ??
      null
    )
  } catch {
    return null
  }
}
