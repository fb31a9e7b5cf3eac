/** Passkeys in the browser. The library is loaded on first use. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>
const library = () => import('@simplewebauthn/browser')

/** False on the server, in insecure contexts, and in browsers without passkeys. */
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

/** Whether the browser supports passkey autofill. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill()
}

/** Starts passkey autofill in the `webauthn` field; resolves when the visitor picks one. */
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

/** Whether the visitor dismissed the browser's dialog or another request replaced it, which is not an error. */
export function isDismissal(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
