/** Renders sign-in and registration without scripts, in one document that needs no further request. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { FieldDescriptor } from '#contract/identity.ts'
import type { EntranceBody, EntranceRequest, RenderedPage, Visitor } from '#contract/pages.ts'
import { factsOf } from '#contract/fields/catalogue.ts'
import { apiKey } from '../api/use-api.ts'
import type { FormTexts } from '../forms/use-form-texts.ts'
import { waysOf } from '../modals/sign-in/ways.ts'
import { defaultsOf, fieldsOf, registrationBody, withoutCaptcha } from '../modals/sign-up/registration.ts'
import { notFoundEntry } from '../routes.ts'
import { EntrancePage } from './entrance-page.tsx'
import { titleOf } from './head.ts'
import { Labels, LabelsContext } from './labels.tsx'
import type { Loader } from './load.ts'
import { Navigator } from './navigate.ts'
import type { Page } from './page.ts'
import { NavigatorContext } from './router.tsx'
import { createClient } from './state.ts'

/** Whose styles contain those of fields and buttons. */
const formsFile = 'modals/sign-up/sign-up.tsx'

export function renderEntrance(request: EntranceRequest): RenderedPage {
  const { kind, status, locale, locales, labels, content } = request
  const client = createClient()
  client.setQueryData(
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'layout' } }),
    content.layout,
  )
  const visitor = { locale, locales } as Visitor
  const loader: Loader = { visitor, labels: new Labels(locale, labels, null), client, fetch: () => Promise.resolve() }
  const title = loader.labels.translator('identity')(kind === 'sign-in' ? 'signIn' : 'signUpTitle')
  const meta = { title, noIndex: true }
  const page = { entry: notFoundEntry, locale, pathname: '/', status, meta, params: {} } as Partial<Page> as Page
  const words: FormTexts = {
    messages: {},
    fields: {},
    registration: { checked: {} },
    ...(content['fields-settings'] as Partial<FormTexts>),
  }
  const { display } = ((content.modals as Record<string, unknown>)[kind] ?? {}) as { display?: unknown }
  const fields = fieldsOf('email', request.fields)
  const body = renderToString(
    <QueryClientProvider client={client}>
      <LabelsContext value={loader.labels}>
        <NavigatorContext value={new Navigator(loader, page, '')}>
          <EntrancePage
            request={{ ...request, fields }}
            values={request.values ?? firstValues(request, fields, words)}
            words={words}
            ways={waysOf(display)}
          />
        </NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>,
  )
  return {
    kind: 'page',
    status,
    locale,
    direction: locales.find(({ code }) => code === locale)?.direction ?? 'ltr',
    title: titleOf(page, { visitor, client, origin: '' }),
    head: [{ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }],
    jsonLd: null,
    body,
    state: [],
    files: [formsFile],
  }
}

function firstValues(
  { visitor, countries }: EntranceRequest,
  fields: FieldDescriptor[],
  words: FormTexts,
): Record<string, string> {
  const values = Object.entries(defaultsOf(fields, words, visitor, countries))
  return Object.fromEntries(values.map(([id, value]) => [id, typeof value === 'boolean' ? (value ? '1' : '') : value]))
}

/** As the registration modal sends it; a box that is not ticked is not in the form. */
export function entranceBody({ fields, values, locale, affiliateTag }: EntranceBody): object {
  const asked = withoutCaptcha(fieldsOf('email', fields))
  const typed = asked.map(({ id }): [string, string | boolean] => [
    id,
    factsOf(id).kind === 'checkbox' ? values[id] === '1' : (values[id] ?? ''),
  ])
  return registrationBody(asked, Object.fromEntries(typed), { locale, fingerprint: null, affiliateTag })
}
