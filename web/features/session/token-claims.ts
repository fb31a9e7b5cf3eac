/** What a token says about itself. Nothing is granted on the strength of it: the server checks the signature. */
export type Claims = { playerId: string; expiresAtMs: number }

/** Null for what does not read as a token. */
export function readClaims(token: string): Claims | null {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { sub, exp } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))),
    ) as Record<string, unknown>
    return typeof sub === 'string' && typeof exp === 'number' ? { playerId: sub, expiresAtMs: exp * 1000 } : null
  } catch {
    return null
  }
}
