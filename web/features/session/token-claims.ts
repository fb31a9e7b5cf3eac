/** Unverified token claims. Nothing is authorised by them: the server verifies the signature. */
export type Claims = { playerId: string; issuedAtMs: number; expiresAtMs: number }

/** Returns null if the text is not a token. */
export function readClaims(token: string): Claims | null {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { sub, iat, exp } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))),
    ) as Record<string, unknown>
    if (typeof sub !== 'string' || typeof exp !== 'number') return null
    return { playerId: sub, issuedAtMs: typeof iat === 'number' ? iat * 1000 : 0, expiresAtMs: exp * 1000 }
  } catch {
    return null
  }
}
