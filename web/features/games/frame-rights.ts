/**
 * Returns the sandbox permissions of a game's frame. In-house games get an opaque origin, because they would otherwise
 * have the origin of this site; they may open the page of a round. Games of other studios keep their origin, which they
 * need, and may not open windows, in which they could show anything.
 */
export function frameRights(url: string, site: string): string {
  return new URL(url, site).origin === site
    ? 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
    : 'allow-scripts allow-same-origin'
}
