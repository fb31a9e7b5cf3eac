/** Stores the deposit that waits for its QR code (processing type asyncRedirect), so that it survives a reload. */
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
