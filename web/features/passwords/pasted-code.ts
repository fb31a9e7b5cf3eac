/**
 * Returns the code of a pasted reset link in either of its forms, or a pasted bare code. Returns an empty text
 * otherwise.
 */
export function pastedCode(text: string): string {
  const entered = text.trim()
  const url = URL.canParse(entered) ? new URL(entered) : null
  const code = url ? (url.searchParams.get('resetCode') ?? url.pathname.split('/').at(-1) ?? '') : entered
  return /^[\w-]{8,256}$/.test(code) && code !== 'password-reset' ? code : ''
}
