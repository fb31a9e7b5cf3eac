/** Whether the chat was used in this browser: only then a page follows it before it is opened. */
const key = 'chat'

export function hasUsedChat(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Storage may be full or unavailable; then replies are shown once the chat is opened. */
export function noteChatUse(isUsed: boolean): void {
  try {
    if (isUsed) localStorage.setItem(key, 'used')
    else localStorage.removeItem(key)
  } catch {
    // Nothing to recover.
  }
}
