/** Saves bytes as a file of this name. The browser opens nothing itself. */
export function save({ name }: { name: string }, bytes: Blob): void {
  const url = URL.createObjectURL(bytes.slice(0, bytes.size, 'application/octet-stream'))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
