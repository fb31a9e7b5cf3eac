import { expect, test } from 'vitest'
import { isOutage } from './errors.ts'

const failed = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

test.each([
  ['a database whose host has no route', 'EHOSTUNREACH'],
  ['a database whose network has no route', 'ENETUNREACH'],
  ['a name that is not resolved during a failover', 'ENOTFOUND'],
  ['a name server that does not answer', 'EAI_AGAIN'],
  ['a proxy that reaches no server', '08001'],
  ['a server that rejects connections', '08004'],
  ['a commit whose result is unknown', '08007'],
  ['an idle session that the server ended', '57P05'],
  ['an idle transaction that the server ended', '25P03'],
])('%s (%s) is an outage, also as the cause of another error', (_what, code) => {
  expect(isOutage(failed(code))).toBe(true)
  expect(isOutage(new Error('the batch failed', { cause: failed(code) }))).toBe(true)
})

test.each(['23505', '42P01', 'EACCES'])('%s is a fault and no outage', (code) => {
  expect(isOutage(failed(code))).toBe(false)
})
