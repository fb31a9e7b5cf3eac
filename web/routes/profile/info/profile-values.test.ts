import { expect, test } from 'vitest'
import type { FieldDescriptor, Profile } from '#contract/identity.ts'
import { bodyOf, fieldsBySection, valuesOf } from './profile-values.ts'

const field = (id: string, more: Partial<FieldDescriptor> = {}): FieldDescriptor => ({
  id,
  name: id,
  description: null,
  editable: true,
  isRequired: false,
  isVisible: true,
  position: 1,
  value: null,
  rules: {},
  ...more,
})
const profile = {
  firstName: 'Dana',
  lastName: null,
  receiveSmsPromo: true,
  details: { city: 'Bonn' },
} as unknown as Profile

test("a form shows the profile's values, and empty fields for the rest", () => {
  expect(
    valuesOf(
      profile,
      ['firstName', 'lastName', 'city', 'profession', 'receiveSmsPromo'].map((id) => field(id)),
    ),
  ).toEqual({ firstName: 'Dana', lastName: '', city: 'Bonn', profession: '', receiveSmsPromo: true })
})

// Shows: pair second tab/details
test('only what was changed is sent; boxes as 1 and 0, emptied fields as empty text', () => {
  expect(
    bodyOf(
      { firstName: 'Dana', city: '', receiveSmsPromo: false },
      { firstName: 'Dana', city: 'Bonn', receiveSmsPromo: true },
    ),
  ).toEqual({ city: '', receiveSmsPromo: 0 })
})

test('every visible field is in one section, unknown ones too; hidden ones and those with their own screens in none', () => {
  const sections = fieldsBySection([
    field('email'),
    field('firstName'),
    field('cpf_number', { isVisible: false }),
    field('shoeSize'),
    field('locale'),
  ])
  expect(sections.map(({ title, fields }) => [title, fields.map(({ id }) => id)])).toEqual([
    ['aboutYou', ['firstName']],
    ['more', ['shoeSize']],
    ['site', ['locale']],
  ])
})
