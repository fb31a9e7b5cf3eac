import { expect, test } from 'vitest'
import type { EntranceRequest } from '#contract/pages.ts'
import { markupOf } from '#tests/setup/markup.tsx'
import type { FormTexts } from '../forms/use-form-texts.ts'
import { EntrancePage } from './entrance-page.tsx'

const field = (id: string) => ({
  id,
  name: id,
  description: null,
  editable: true,
  isRequired: true,
  isVisible: true,
  position: 1,
  value: null,
  rules: { required: true },
})
const request = {
  kind: 'sign-up',
  view: 'form',
  back: '/',
  message: null,
  faults: {},
  content: {},
  countries: [
    { code: 'DE', name: 'Germany', restrictType: null },
    { code: 'BR', name: 'Brazil', restrictType: 1 },
    { code: 'US', name: 'United States', restrictType: 2 },
  ],
  currencies: [
    { code: 'EUR', name: 'Euro', isEnabled: true },
    { code: 'USD', name: 'US dollar', isEnabled: false },
    { code: 'BTC', name: 'Bitcoin', isEnabled: true },
  ],
  locales: [{ code: 'en' }, { code: 'pt-BR' }, { code: 'fr-CA' }],
  fields: ['country', 'currency', 'language', 'gender', 'city'].map(field),
} as unknown as EntranceRequest
const texts = {
  fields: { gender: { label: 'Gender', options: { female: 'Woman', male: 'Man' } } },
} as unknown as FormTexts

// Shows: 3.1.3, 3.2.1, 3.5.1
test.each([
  ['country', ['DE Germany', 'BR Brazil']],
  ['currency', ['EUR EUR · Euro', 'BTC BTC · Bitcoin']],
  ['language', ['en English', 'pt Portuguese', 'fr French']],
  ['gender', ['female Woman', 'male Man']],
  ['city', null],
])('without scripts too, %s is chosen from those that are offered', (id, offered) => {
  const shown = markupOf(<EntrancePage request={request} values={{}} texts={texts} loginKinds={['email']} />)
  const list = new RegExp(`<select[^>]*name="${id}"[^>]*>(.*?)</select>`).exec(shown)?.[1]
  const options =
    list && [...list.matchAll(/<option value="([^"]+)"[^>]*>([^<]*)/g)].map(([, ...each]) => each.join(' '))
  expect(options ?? null).toEqual(offered)
})
