/** Channels and what is published to open pages. Other contexts import only this file. */
export { createRealtime } from './create.ts'
export type { Realtime } from './realtime.ts'
export { sessionClosed } from './session-closed.ts'
