/** Loads realtime handlers, lists and the chat, when the page is idle or at the first interaction. */
export const loadLivePart = () => import('./begin-live.ts')
