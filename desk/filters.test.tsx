import { expect, test } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { Filters, NextPage, useFilters } from './filters.tsx'
import { label } from './labels.ts'

const show = views()
const state = { name: 'state', title: 'Any state', options: [{ value: 'open', title: 'Open' }] }
const method = { name: 'method', title: 'Method' }

test('what the address asks for is entered in the fields, and what is submitted becomes the address', async () => {
  const page = await show(<Filters filters={[state, method]} />, { path: '/payments', search: '?method=card&after=k7' })
  expect([page.find('Method').value, page.find('Any state').value]).toEqual(['card', ''])
  await page.enter('Method', ' bank ')
  await page.press(label('filter'))
  // The key belongs to a page of the other list.
  expect(page.address).toBe('/payments?method=bank')
  await page.enter('Method', '  ')
  await page.press(label('filter'))
  expect(page.address).toBe('/payments')
})

test('a choice is shown at once, beside the texts as they are written, and needs no button of its own', async () => {
  const page = await show(<Filters filters={[state, method]} />, { path: '/payments', search: '' })
  await page.enter('Method', 'card')
  await page.enter('Any state', 'open')
  expect(page.address).toBe('/payments?state=open&method=card')
  const choices = await show(<Filters filters={[state]} />, { path: '/payments', search: '?state=open' })
  expect([choices.has(label('filter')), choices.find('Any state').value]).toEqual([false, 'open'])
})

test('what is no filter is dropped, unless the page keeps it', async () => {
  const address = { path: '/reports', search: '?by=country&from=2026-01-01&after=k7' }
  const filters = [{ name: 'from', title: 'From', type: 'date' as const }]
  const page = await show(<Filters filters={filters} keeps={['by']} />, address)
  expect(page.find('From').type).toBe('date')
  await page.enter('From', '2026-02-01')
  await page.press(label('filter'))
  expect(page.address).toBe('/reports?by=country&from=2026-02-01')
})

test('the next page keeps the filters, has its own key, and is not offered after the last one', async () => {
  const page = await show(<NextPage next="k8" />, { path: '/acts', search: '?action=signed-in&after=k7' })
  await page.press(label('nextPage'))
  expect(page.address).toBe('/acts?action=signed-in&after=k8')
  const named = await show(<NextPage next="k2" name="afterRow" />, { path: '/acts', search: '?after=k7' })
  await named.press(label('nextPage'))
  expect(named.address).toBe('/acts?after=k7&afterRow=k2')
  expect((await show(<NextPage next={null} />)).has(label('nextPage'))).toBe(false)
})

test('an empty value in the address asks for nothing', async () => {
  const Read = () => JSON.stringify(useFilters())
  expect((await show(<Read />, { path: '/acts', search: '?action=&actor=mia' })).text).toBe('{"actor":"mia"}')
})
