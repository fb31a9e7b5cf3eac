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

test("valuesOf returns the profile's values and empty texts for missing ones", () => {
  expect(
    valuesOf(
      profile,
      ['firstName', 'lastName', 'city', 'profession', 'receiveSmsPromo'].map((id) => field(id)),
    ),
  ).toEqual({ firstName: 'Dana', lastName: '', city: 'Bonn', profession: '', receiveSmsPromo: true })
})

// Shows: pair second tab/details
test('only changed values are sent, checkboxes as 1 and 0, and emptied fields as empty texts', () => {
  expect(
    bodyOf(
      { firstName: 'Dana', city: '', receiveSmsPromo: false },
      { firstName: 'Dana', city: 'Bonn', receiveSmsPromo: true },
    ),
  ).toEqual({ city: '', receiveSmsPromo: 0 })
})

test('every visible field is in one section, except those that are changed elsewhere', () => {
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
