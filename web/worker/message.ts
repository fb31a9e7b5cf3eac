/** A pushed message: `{ title, body, link, tag }`, where only the title is required. */

export type PushedMessage = { title: string; body: string; link: string; tag: string | undefined }

const longest = 500

/** Null for anything else. A link that leaves the site leads to the lobby instead. */
export function readMessage(text: string | undefined, origin: string): PushedMessage | null {
  try {
    const { title, body, link, tag } = JSON.parse(text ?? '') as Record<string, unknown>
    if (typeof title !== 'string' || title.trim() === '') return null
    return {
      title: title.slice(0, longest),
      body: typeof body === 'string' ? body.slice(0, longest) : '',
      link: internalLink(link, origin),
      tag: typeof tag === 'string' && tag !== '' ? tag.slice(0, longest) : undefined,
    }
  } catch {
    return null
  }
}

/** Path, query and hash of an address of this site; `/` for any other value. */
export function internalLink(link: unknown, origin: string): string {
  if (typeof link !== 'string' || !link.startsWith('/') || !URL.canParse(link, origin)) return '/'
  const url = new URL(link, origin)
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
}
