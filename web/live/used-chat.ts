/** Stores whether the chat was used in this browser. Only then does a page load the chat before it is opened. */
import { readStored, writeStored } from '../device/storage.ts'

const key = 'chat'

export function hasUsedChat(): boolean {
  return readStored('local', key) !== null
}

export function noteChatUse(isUsed: boolean): void {
  writeStored('local', key, isUsed ? 'used' : null)
}
