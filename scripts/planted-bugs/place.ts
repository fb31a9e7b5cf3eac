/** Finds a piece of source text whatever its line breaks, indentation and trailing commas: the formatter owns those. */

export type Place = { start: number; end: number }

/** Every place in `text` that reads like `piece`. */
export function places(text: string, piece: string): Place[] {
  const tokens = piece.match(/\w+|[^\w\s]/g) ?? []
  const pattern = tokens.map((token) => (/[)\]}]/.test(token) ? `,?\\s*\\${token}` : escapeToken(token))).join('\\s*')
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

const escapeToken = (token: string): string => token.replace(/[^\w]/, String.raw`\$&`)
