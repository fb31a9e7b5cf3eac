/** WebAuthn ceremonies of a relying party: options for the browser, and checks of what its authenticator answers. */
import { z } from 'zod'
import type { KernelDeps } from '../../deps.ts'

/** Passkeys are bound to the host of an address, and are valid on no other origin. */
export type RelyingParty = { id: string; origin: string; name: string }

/** A stored passkey, as far as a signature is checked against it. */
type StoredPasskey = { id: string; credential_id: string; public_key: Uint8Array; counter: bigint }

/** The library is loaded when first used: its 300 modules would take a twelfth of the processor time of a start. */
const webauthn = () => import('@simplewebauthn/server')

export function relyingParty(url: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(url)
  return { id: hostname, origin, name }
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

const Assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    userHandle: bytes(200).nullish(),
  }),
})
const Attestation = z.object({
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
/** With the challenge that it claims to answer. */
export type ReadAssertion = { assertion: z.infer<typeof Assertion>; challenge: string }
export type ReadAttestation = { attestation: z.infer<typeof Attestation>; challenge: string }

/** Null for malformed data. */
export function readAssertion(answer: unknown): ReadAssertion | null {
  const { data: assertion } = Assertion.safeParse(answer)
  const challenge = assertion && challengeOf(assertion.response.clientDataJSON)
  return challenge ? { assertion, challenge } : null
}

/** Null for malformed data. */
export function readAttestation(answer: unknown): ReadAttestation | null {
  const { data: attestation } = Attestation.safeParse(answer)
  const challenge = attestation && challengeOf(attestation.response.clientDataJSON)
  return challenge ? { attestation, challenge } : null
}

const ClientData = z.object({ challenge: bytes(200) })

function challengeOf(clientDataJSON: string): string | null {
  try {
    return (
      ClientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).data?.challenge ??
      null
    )
  } catch {
    return null
  }
}

/** `id` is the person's UUID, which the authenticator stores and returns. */
type Person = { id: string; name: string; displayName: string }

const handleOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/** Options for creating a passkey. It is discoverable, so that nobody types a login, and requires user verification. */
export async function creationOptions(
  { randomBytes }: KernelDeps,
  party: RelyingParty,
  person: Person,
  existing: string[],
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: Uint8Array.from(handleOf(person.id)),
    userName: person.name,
    userDisplayName: person.displayName,
    challenge: Uint8Array.from(randomBytes(32)),
    attestationType: 'none',
    excludeCredentials: existing.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Without passkeys, the browser offers those that it has for the relying party, so the options reveal nobody's. */
export async function requestOptions(
  { randomBytes }: KernelDeps,
  party: RelyingParty,
  passkeys?: { credential_id: string; transports: string }[],
) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    challenge: Uint8Array.from(randomBytes(32)),
    ...(passkeys && {
      allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({
        id,
        transports: transports.split(',').filter(Boolean),
      })),
    }),
  })
}

/** The columns of a new passkey; null if the answer is invalid. The caller has used up the challenge. */
export async function newPasskey(party: RelyingParty, { attestation, challenge }: ReadAttestation) {
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verifyRegistrationResponse({
    response: attestation,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { id, publicKey, counter } = checked.registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports: attestation.response.transports.join(','),
  }
}

/**
 * The authenticator's counter after this signature; null if the signature is invalid or the counter did not increase,
 * as with a cloned key. The caller has used up the challenge.
 */
export async function counterAfter(
  { log }: KernelDeps,
  party: RelyingParty,
  { assertion, challenge }: ReadAssertion,
  passkey: StoredPasskey,
  ownerId: string,
): Promise<bigint | null> {
  const { userHandle, ...response } = assertion.response
  if (userHandle && userHandle !== handleOf(ownerId).toString('base64url')) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await verifyAuthenticationResponse({
    response: { ...assertion, response: { ...response, ...(userHandle ? { userHandle } : {}) } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: Number(passkey.counter),
      transports: [],
    },
  }).catch((error: Error) => {
    // The library throws for every invalid signature; none of its errors is an outage.
    log.info({ passkey: passkey.id, why: error.message }, 'a passkey was refused')
    return null
  })
  return checked?.verified ? BigInt(checked.authenticationInfo.newCounter) : null
}
