/** Parses a pushed message: `{ title, body, link, tag }`, of which only the title is required. */

export type PushedMessage = { title: string; body: string; link: string; tag: string | undefined }

const maxLength = 500

/** Returns null for anything else. A link to another site is replaced by the lobby. */
export function readMessage(text: string | undefined, origin: string): PushedMessage | null {
  try {
    const { title, body, link, tag } = JSON.parse(text ?? '') as Record<string, unknown>
    if (typeof title !== 'string' || title.trim() === '') return null
    return {
      title: title.slice(0, maxLength),
      body: typeof body === 'string' ? body.slice(0, maxLength) : '',
      link: internalLink(link, origin),
      tag: typeof tag === 'string' && tag !== '' ? tag.slice(0, maxLength) : undefined,
    }
  } catch {
    return null
  }
}

/** Returns path, query and hash of an address of this site, and `/` for any other value. */
export function internalLink(link: unknown, origin: string): string {
  if (typeof link !== 'string' || !link.startsWith('/') || !URL.canParse(link, origin)) return '/'
  const url = new URL(link, origin)
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}
