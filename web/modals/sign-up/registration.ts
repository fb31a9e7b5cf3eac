/** Maps the server's field descriptors to a form, and the form's values to a registration body. */
import type { FieldDescriptor } from '#contract/identity.ts'
import type { Country } from '#contract/settings.ts'
import type { RouteRequest } from '#contract/api.ts'
import { factsOf } from '#contract/fields/catalogue.ts'
import type { FormValues } from '../../forms/check-values.ts'
import type { FormTexts } from '../../forms/use-form-texts.ts'
import type { LoginKind } from '../sign-in/login-kinds.ts'

export type RegistrationBody = NonNullable<RouteRequest<'POST /api/player/register'>['body']> &
  NonNullable<RouteRequest<'POST /api/player/register/phone'>['body']>
export type FieldGroups = { inputs: FieldDescriptor[]; promo: FieldDescriptor | undefined; boxes: FieldDescriptor[] }

/** Fields that belong to the other tab: its login and its marketing consent. */
const omittedFields: Record<LoginKind, string[]> = {
  email: ['phone', 'receiveSmsPromo'],
  phone: ['email', 'receiveEmailPromo'],
}
const boxesLast = ['agreements', 'receiveEmailPromo', 'receiveSmsPromo', 'receiveBonus']

export function fieldsOf(loginKind: LoginKind, descriptors: FieldDescriptor[]): FieldDescriptor[] {
  return descriptors
    .filter(({ id }) => !omittedFields[loginKind].includes(id))
    .toSorted((a, b) => a.position - b.position)
}

/** Groups the visible fields: checkboxes are last, and the promo code has a toggle (specification, section 2). */
export function groupFields(fields: FieldDescriptor[]): FieldGroups {
  const visible = fields.filter(({ isVisible }) => isVisible)
  return {
    inputs: visible.filter(({ id }) => !boxesLast.includes(id) && id !== 'bonusCode'),
    promo: visible.find(({ id }) => id === 'bonusCode'),
    boxes: visible.filter(({ id }) => boxesLast.includes(id)),
  }
}

type Visitor = { country: string | null; currency: string }
export function defaultsOf(
  fields: FieldDescriptor[],
  { registration }: Pick<FormTexts, 'registration'>,
  visitor: Visitor,
  countries: Country[],
): FormValues {
  const isOffered = countries.some(({ code, restrictType }) => code === visitor.country && restrictType !== 2)
  const known: FormValues = { country: isOffered ? visitor.country! : '', currency: visitor.currency }
  return Object.fromEntries(
    fields.map(({ id, value }) => [
      id,
      factsOf(id).kind === 'checkbox'
        ? (registration.checked[id] ?? value === true)
        : (known[id] ?? String(value ?? '')),
    ]),
  )
}

/** The local part of the e-mail address, from which a hidden nickname is derived. */
export function nicknameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).slice(0, 64)
}

type Extra = { locale: string; fingerprint: string | null; affiliateTag: string | null }

/** Omits the captcha, which is solved when the form is sent; the player sees a note instead. */
export function withoutCaptcha(fields: FieldDescriptor[]): FieldDescriptor[] {
  return fields.filter(({ id }) => id !== 'captcha')
}

/** Builds the body. A hidden nickname comes from the e-mail address; without one the server generates it. */
export function registrationBody(fields: FieldDescriptor[], values: FormValues, extra: Extra): RegistrationBody {
  const email = fields.some(({ id }) => id === 'email') ? String(values.email).trim() : null
  const entries = fields.map(({ id, isVisible }): [string, unknown] => {
    if (id === 'email') return [id, email]
    if (id === 'nickname' && !isVisible) return [id, email === null ? undefined : nicknameOf(email)]
    if (factsOf(id).kind === 'checkbox') return [id, values[id] === true ? 1 : 0]
    return [id, values[id] === '' ? undefined : values[id]]
  })
  return { ...(Object.fromEntries(entries) as RegistrationBody), ...extra }
}

/** What a body contains of the form, to fill the form in again. */
export function enteredIn(body: RegistrationBody, fields: FieldDescriptor[]): FormValues {
  const entered: Record<string, unknown> = { ...body }
  return Object.fromEntries(
    fields.map(({ id }) => {
      const value = entered[id]
      return [id, factsOf(id).kind === 'checkbox' ? value === 1 : String(value ?? '')]
    }),
  )
}
