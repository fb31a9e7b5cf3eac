import { expect, test } from 'vitest'
import { everyEndpoint } from '#contract/api.ts'
import { isPersonal } from './personal.ts'

test('the browser takes exactly those reads for personal that the contract gives to players alone', () => {
  const reads = everyEndpoint()
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access !== 'partner')
  const of = (access: string) => reads.filter((read) => read.access === access).map(({ path }) => `GET ${path}`)
  expect(of('player').filter((route) => !isPersonal(route))).toEqual([])
  expect(of('public').filter(isPersonal)).toEqual([])
})
