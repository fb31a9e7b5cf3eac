/**
 * Permissions of game frames. In-house games are same-origin, so their origin is made opaque; they may open the
 * page of a round in a window. Games of other studios keep their own origin, which they need, and may open nothing.
 */
export function frameRights(url: string, site: string): string {
  return new URL(url, site).origin === site
    ? 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
    : 'allow-scripts allow-same-origin'
}
