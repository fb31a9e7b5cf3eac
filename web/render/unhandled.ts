/** Replaces the page with the error page on an unhandled error (specification, sections 2 and 8). */
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../api/client.ts'
import type { Navigator } from './navigate.ts'

/**
 * Keeps the page while there is no connection: requests are expected to fail then, and the error page needs some too.
 */
export function watchUnhandled(navigator: Navigator): void {
  const fail = (error: unknown) => onLine() && isOurs(error, location.origin) && void navigator.fail()
  addEventListener('error', ({ error }) => fail(error))
  addEventListener('unhandledrejection', ({ reason }) => fail(reason))
}

const onLine = () => navigator.onLine

/**
 * False for a refused session, which opens the sign-in, for cancelled calls, and for scripts of extensions and the tag
 * manager. An event without an error is a notice of the browser or hides an error of another origin.
 */
export function isOurs(error: unknown, origin: string): boolean {
  if (error === null || error === undefined) return false
  if (error instanceof ApiError)
    return error.status !== HttpStatus.unauthorized && error.status !== HttpStatus.forbidden && error.name !== 'aborted'
  const { name, stack } = error as { name?: unknown; stack?: unknown }
  if (name === 'AbortError') return false
  const [originOfError] = /[a-z-]+:\/\/[^\s/]*/.exec(String(stack ?? '')) ?? []
  return originOfError === undefined || originOfError === origin
}
