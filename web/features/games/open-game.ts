/** Remembers the open game of this tab from one document to the next, because some pages are loaded as a document. */
import { readStored, writeStored } from '../../device/storage.ts'
import { isPaymentWindow } from '../payments/window-mark.ts'
import type { Playing } from './playing.ts'

const name = 'open-game'

export const rememberOpenGame = (playing: Playing) => writeStored('session', name, JSON.stringify(playing))
export const forgetOpenGame = () => writeStored('session', name, null)

/** Null in the window of a payment, which starts with a copy of this tab's storage. */
export function openGame(): Playing | null {
  if (isPaymentWindow()) return null
  try {
    const { gameId, mode } = JSON.parse(readStored('session', name) ?? '{}') as Partial<Playing>
    return typeof gameId === 'string' && (mode === 'demo' || mode === 'real') ? { gameId, mode } : null
  } catch {
    return null
  }
}
