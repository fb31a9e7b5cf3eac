/**
 * What a game may do in its frame. The house's own comes from this site, so its origin is taken from it, and it may open the
 * verifier in a window. A studio of elsewhere keeps its own origin, without which its games cannot run, and opens nothing.
 */
export function frameRights(url: string, site: string): string {
  return new URL(url, site).origin === site
    ? 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
    : 'allow-scripts allow-same-origin'
}
