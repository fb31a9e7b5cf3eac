import { newUuid } from '#contract/new-uuid.ts'

/** Returns a function that gives the same idempotency key as long as the same request is retried. */
export function requestKey(): (body: unknown) => string {
  let last = ''
  let key = ''
  return (body) => {
    const text = JSON.stringify(body)
    if (text !== last) key = newUuid()
    last = text
    return key
  }
}
