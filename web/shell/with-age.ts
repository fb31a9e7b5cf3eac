/** Replaces `{age}` in content with the minimum age of the visitor's country. */
export function withAge(text: string | undefined, minimumAge: number): string {
  return text?.replaceAll('{age}', String(minimumAge)) ?? ''
}
