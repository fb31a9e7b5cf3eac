/** The code of a reset link that was pasted: the link itself in either of its forms, or the bare code; empty where it is neither. */
export function pastedCode(text: string): string {
  const entered = text.trim()
  const url = URL.canParse(entered) ? new URL(entered) : null
  const code = url ? (url.searchParams.get('resetCode') ?? url.pathname.split('/').at(-1) ?? '') : entered
  return /^[\w-]{8,256}$/.test(code) && code !== 'password-reset' ? code : ''
}
