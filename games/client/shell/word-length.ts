/** The round button has room for words of nine letters; longer words need a smaller font. */
export function lengthOf(label: string): 'long' | 'longest' | undefined {
  const longest = Math.max(...label.split(/[\s\u00ad-]/).map((word) => word.length))
  return longest > 11 ? 'longest' : longest > 9 ? 'long' : undefined
}
