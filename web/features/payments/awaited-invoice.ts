/** The deposit awaiting its QR code (processing type asyncRedirect); survives a reload of the tab. */
import { readStored, writeStored } from '../../device/storage.ts'

const key = 'awaitedInvoice'

export function awaitedInvoice(): string | null {
  return readStored('session', key)
}
export function awaitInvoice(id: string): void {
  writeStored('session', key, id)
}
export function forgetAwaitedInvoice(): void {
  writeStored('session', key, null)
}
