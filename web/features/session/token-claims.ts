/** Unverified token claims. Nothing is authorised by them: the server verifies the signature. */
export type Claims = { playerId: string; expiresAtMs: number }

/** Null when it is not a token. */
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
