/** Passkeys in the browser. The library that speaks to authenticators comes with their first use. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>
const library = () => import('@simplewebauthn/browser')

/** False on the server, on pages that are not served securely, and in browsers without passkeys. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

export async function makePasskey(options: Options): Promise<RegistrationResponseJSON> {
  return (await library()).startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
}

export async function proveByPasskey(options: Options): Promise<AuthenticationResponseJSON> {
  return (await library()).startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
}

/** Whether the browser lists passkeys among what it fills a field with. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill()
}

/** Lets the browser offer passkeys in the field marked `webauthn`; resolves once the visitor took one. */
export async function offerPasskeys(options: Options): Promise<AuthenticationResponseJSON> {
  return (await library()).startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: true,
  })
}

export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** The visitor closed the browser's own dialog, or another ceremony took its place: no fault to speak of. */
export function isDismissal(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
