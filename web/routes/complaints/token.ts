/** The token of the link in a mail, kept until the tab is closed. */
import { readStored, writeStored } from '../../device/storage.ts'

const name = 'complaint-token'

/** Of the address, from which it is removed, or of an earlier page of this tab. */
export function takeToken(): string | null {
  if (!location.hash.startsWith('#complaint.')) return readStored('session', name)
  const token = location.hash.slice(1)
  writeStored('session', name, token)
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

export const dropToken = (): void => writeStored('session', name, null)
