/** Compiled with the server's project only: a line fails to compile once the browser's types leak into it. */

// @ts-expect-error The server has no document.
export type NoDocument = typeof document
// @ts-expect-error The server has no window.
export type NoWindow = typeof window
export type HasNode = typeof process.env
