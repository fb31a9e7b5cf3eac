/** Maps a profile to form values and back. */
import type { RouteRequest } from '#contract/api.ts'
import type { FieldDescriptor, Profile } from '#contract/identity.ts'
import type { FormValues } from '../../../forms/check-values.ts'

type Body = RouteRequest<'PUT /api/player/profile'>['body']

export function valuesOf(profile: Profile, fields: FieldDescriptor[]): FormValues {
  const own = profile as unknown as Record<string, unknown>
  return Object.fromEntries(
    fields.map(({ id }) => {
      const value = own[id] ?? profile.details[id] ?? ''
      return [id, typeof value === 'boolean' ? value : String(value)]
    }),
  )
}

/** Returns only changed values, so that changes made elsewhere are kept. */
export function bodyOf(values: FormValues, before: FormValues): Body {
  const changed = Object.entries(values).filter(([id, value]) => value !== before[id])
  return Object.fromEntries(
    changed.map(([id, value]) => [id, typeof value === 'boolean' ? (value ? 1 : 0) : value]),
  ) as Body
}

export const sections: Array<{ title: string; fields: string[] }> = [
  { title: 'aboutYou', fields: ['firstName', 'lastName', 'birthdate', 'gender', 'nationality', 'placeOfBirth'] },
  { title: 'address', fields: ['address', 'additionalAddress', 'postalCode', 'city'] },
  { title: 'more', fields: ['profession', 'personalIdNumber', 'cpf_number'] },
  { title: 'site', fields: ['nickname', 'locale', 'timeZone', 'receiveEmailPromo', 'receiveSmsPromo'] },
]

/** Sections with their fields in the server's order; unknown fields go into the third. */
export function fieldsBySection(fields: FieldDescriptor[]): Array<{ title: string; fields: FieldDescriptor[] }> {
  const apart = new Set(['email', 'phone', 'country'])
  const known = new Set(sections.flatMap((section) => section.fields))
  const shown = fields.filter(({ id, isVisible }) => isVisible && !apart.has(id))
  return sections
    .map(({ title, fields: ids }) => ({
      title,
      fields: shown.filter(({ id }) => ids.includes(id) || (title === 'more' && !known.has(id))),
    }))
    .filter((section) => section.fields.length > 0)
}
