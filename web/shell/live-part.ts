/** What a page loads when it is idle, or at the first interaction: the realtime handlers, lists, and the way to the chat. */
export const loadLivePart = () => import('./begin-live.ts')
