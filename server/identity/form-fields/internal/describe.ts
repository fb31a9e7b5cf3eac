/** The texts and initial values of form fields, from the operator's content and the caller's country. */
import type { FieldDescriptor } from '#contract/identity.ts'
import { factsOf } from '#contract/fields/catalogue.ts'
import type { Ctx } from '../../../deps.ts'
import { isOfferedCountry, offeredCurrencyOf, restrictionOf } from '../../../reference/index.ts'
import type { Scenario } from '../form-fields.ts'

type FieldTexts = Record<string, { label?: string; short?: string; hint?: string } | undefined>

export function describe(ctx: Ctx, scenario: Scenario, fields: FieldDescriptor[]): FieldDescriptor[] {
  const content = ctx.content.read(ctx.caller.locale, 'fields-settings') as {
    fields?: FieldTexts
    registration?: { checked?: Record<string, boolean> }
  }
  const values = scenario === 'registration' ? initialValues(ctx) : {}
  return fields.map((field) => ({
    ...field,
    name: content.fields?.[field.id]?.short ?? content.fields?.[field.id]?.label ?? field.id,
    description: content.fields?.[field.id]?.hint ?? null,
    value:
      scenario === 'registration' && factsOf(field.id).kind === 'checkbox'
        ? (content.registration?.checked?.[field.id] ?? false)
        : (values[field.id] ?? null),
  }))
}

/** The country of the request if players from it are accepted, and its currency (specification, section 5). */
function initialValues({ settings, caller, reference }: Ctx): Record<string, string> {
  const { country, locale } = caller
  const isOffered = country !== null && isOfferedCountry(country) && restrictionOf(settings, country).restrictType !== 2
  return {
    ...(isOffered && { country }),
    currency: offeredCurrencyOf(reference, country ?? settings.defaultCountry),
    language: locale.slice(0, 2),
  }
}
