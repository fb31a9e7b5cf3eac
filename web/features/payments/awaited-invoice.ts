/** The deposit awaiting its QR code (processing type asyncRedirect); survives a reload of the tab. */
const key = 'awaitedInvoice'

export function awaitedInvoice(): string | null {
  return sessionStorage.getItem(key)
}
export function awaitInvoice(id: string): void {
  sessionStorage.setItem(key, id)
}
export function forgetAwaitedInvoice(): void {
  sessionStorage.removeItem(key)
}
