import { newUuid } from '#contract/new-uuid.ts'

/** An idempotency key that stays the same while the same request is retried. */
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
