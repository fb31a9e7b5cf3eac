/** Renders sign-in and registration without scripts, as one document that loads nothing else. */
import type { FieldDescriptor } from '#contract/identity.ts'
import type { EntranceBody, EntranceRequest, RenderedPage } from '#contract/pages.ts'
import { factsOf } from '#contract/fields/catalogue.ts'
import type { FormTexts } from '../forms/use-form-texts.ts'
import { loginKindsOf } from '../modals/sign-in/login-kinds.ts'
import { defaultsOf, fieldsOf, registrationBody, withoutCaptcha } from '../modals/sign-up/registration.ts'
import { EntrancePage } from './entrance-page.tsx'
import { renderAlone } from './render-alone.tsx'

export function renderEntrance(request: EntranceRequest): RenderedPage {
  const { kind, content } = request
  const texts: FormTexts = {
    messages: {},
    fields: {},
    registration: { checked: {} },
    ...(content['fields-settings'] as Partial<FormTexts>),
  }
  const { display } = ((content.modals as Record<string, unknown>)[kind] ?? {}) as { display?: unknown }
  const fields = fieldsOf('email', request.fields)
  return renderAlone(
    {
      ...request,
      layout: content.layout,
      meta: ({ labels }) => ({
        title: labels.translator('identity')(kind === 'sign-in' ? 'signIn' : 'signUpTitle'),
        noIndex: true,
      }),
      files: [],
    },
    <EntrancePage
      request={{ ...request, fields }}
      values={request.values ?? initialValues(request, fields, texts)}
      texts={texts}
      loginKinds={loginKindsOf(display)}
    />,
  )
}

function initialValues(
  { visitor, countries }: EntranceRequest,
  fields: FieldDescriptor[],
  texts: FormTexts,
): Record<string, string> {
  const values = Object.entries(defaultsOf(fields, texts, visitor, countries))
  return Object.fromEntries(values.map(([id, value]) => [id, typeof value === 'boolean' ? (value ? '1' : '') : value]))
}

/** Builds the body that the registration modal would send. Browsers leave unticked checkboxes out of the form. */
export function entranceBody({ fields, values, locale, affiliateTag }: EntranceBody): object {
  const formFields = withoutCaptcha(fieldsOf('email', fields))
  const entries = formFields.map(({ id }): [string, string | boolean] => [
    id,
    factsOf(id).kind === 'checkbox' ? values[id] === '1' : (values[id] ?? ''),
  ])
  return registrationBody(formFields, Object.fromEntries(entries), { locale, fingerprint: null, affiliateTag })
}
