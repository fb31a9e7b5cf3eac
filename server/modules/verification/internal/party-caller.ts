import type { Caller } from '../../../deps.ts'

/** Stands in the audit log where no browser asked: an operator, a provider. */
export function partyCaller(name: string): Caller {
  return { requestId: '', ip: '', userAgent: name, country: null, locale: 'en', bearer: null, player: null }
}
