/** Content that names the minimum age as `{age}`, which differs by country. */
export function withAge(text: string | undefined, minimumAge: number): string {
  return text?.replaceAll('{age}', String(minimumAge)) ?? ''
}
