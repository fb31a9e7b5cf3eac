/** The first two letters at most, and never the whole name. */
export function maskName(nickname: string | null): string {
  const letters = [...(nickname ?? '')]
  return `${letters.slice(0, Math.min(2, Math.floor(letters.length / 2))).join('')}***`
}
