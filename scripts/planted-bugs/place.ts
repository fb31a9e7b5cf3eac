/**
 * Finds a piece of source text regardless of line breaks, indentation and trailing commas, which the formatter
 * controls.
 */

export type Place = { start: number; end: number }

/** Every occurrence of `piece` in `text`. */
export function places(text: string, piece: string): Place[] {
  const tokens = piece.match(/\w+|[^\w\s]/g) ?? []
  const pattern = tokens.map((token) => (/[)\]}]/.test(token) ? `,?\\s*\\${token}` : escapeToken(token))).join('\\s*')
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

const escapeToken = (token: string): string => token.replace(/[^\w]/, String.raw`\$&`)
