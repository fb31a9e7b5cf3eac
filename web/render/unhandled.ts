/** Unhandled errors: the error page replaces the page (specification, sections 2 and 8). */
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../api/client.ts'
import type { Navigator } from './navigate.ts'

/** Without a connection the page stays: what it asked for failed, and so would an error page. */
export function watchUnhandled(navigator: Navigator): void {
  const fail = (error: unknown) => onLine() && isOurs(error, location.origin) && void navigator.fail()
  addEventListener('error', ({ error }) => fail(error))
  addEventListener('unhandledrejection', ({ reason }) => fail(reason))
}

const onLine = () => navigator.onLine

/**
 * Except a refused session, which asks for a sign-in, cancelled calls, and the scripts of extensions and the tag
 * manager. Events without an error are browser notices, or hide other origins' errors.
 */
export function isOurs(error: unknown, origin: string): boolean {
  if (error === null || error === undefined) return false
  if (error instanceof ApiError)
    return error.status !== HttpStatus.unauthorized && error.status !== HttpStatus.forbidden && error.name !== 'aborted'
  const { name, stack } = error as { name?: unknown; stack?: unknown }
  if (name === 'AbortError') return false
  const [thrower] = /[a-z-]+:\/\/[^\s/]*/.exec(String(stack ?? '')) ?? []
  return thrower === undefined || thrower === origin
}
