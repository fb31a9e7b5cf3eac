/** Compiled with the browser's project only: a line fails to compile once Node's types leak into it. */
import type { PageRenderer } from '#contract/pages.ts'
import type * as Entry from '#web/entry-server.tsx'

// @ts-expect-error A browser has no process.
export type NoProcess = typeof process.env
// @ts-expect-error A browser has no Buffer.
export type NoBuffer = Buffer
// @ts-expect-error A browser has no modules of Node.
export type NoFiles = typeof import('node:fs')
export type HasDocument = typeof document

declare const entry: typeof Entry
/** The built renderer exports what the server calls. */
export const renderer: PageRenderer = entry
