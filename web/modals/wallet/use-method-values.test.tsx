import { expect, test } from 'vitest'
import type { MethodField } from '#contract/payments.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { amountKey, useMethodValues } from './use-method-values.ts'

const run = hooks()
const field = (key: string, change: object = {}): MethodField => ({
  key,
  fieldType: 'text',
  value: null,
  isRequired: true,
  regexp: null,
  labels: { en: key },
  hints: {},
  options: [],
  ...change,
})

// Shows: 5.11.3, 8.6.1
test('each error of the server is at its field until that field has the focus; one of no field until any other has', async () => {
  const page = await run(() => useMethodValues([field('wallet_id'), field('memo', { isRequired: false })]))
  await page.perform(({ refuse }) =>
    refuse({ wallet_id: ['No such account', 'Also'], memo: [], [amountKey]: ['Too much'], bonusId: ['Gone'] }),
  )
  const shown = () => {
    const { faults, amountFault, otherFaults } = page.current
    return [faults.wallet_id, faults.memo !== undefined, amountFault, otherFaults]
  }
  expect(shown()).toEqual(['No such account', true, 'Too much', ['Gone']])
  await page.perform(({ forgive }) => forgive('wallet_id'))
  expect(shown()).toEqual([undefined, true, 'Too much', ['Gone']])
  await page.perform(({ forgive }) => forgive(amountKey))
  expect(shown()).toEqual([undefined, true, undefined, ['Gone']])
  await page.perform(({ forgiveOthers }) => forgiveOthers())
  expect(shown()).toEqual([undefined, true, undefined, []])
})

// Shows: 5.10.1, 5.10.2
test('a field shows its own error once it was left, all of them once the form is sent, and a filled one at once', async () => {
  const fields = [field('wallet_id'), field('note', { regexp: '^[a-z]+$', value: '12' }), field('memo')]
  const page = await run(() => useMethodValues(fields))
  const wrong = () => fields.filter(({ key }) => page.current.faults[key]).map(({ key }) => key)
  expect(wrong()).toEqual(['note'])
  await page.perform(({ touch }) => touch('memo'))
  expect(wrong()).toEqual(['note', 'memo'])
  await page.perform(({ touchAll }) => touchAll())
  expect(wrong()).toEqual(['wallet_id', 'note', 'memo'])
  await page.perform(({ set }) => set('memo', 'x'))
  expect(wrong()).toEqual(['wallet_id', 'note'])
})
