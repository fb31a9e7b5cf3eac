/**
 * Sign-in and registration for browsers without scripts, or before they have loaded: a form that the browser submits,
 * the same verbs as the API, and a redirect with the session's cookie. Links to the two modals lead here until scripts
 * run. A rendered modal would bring the page behind it, which is several times as large. Passwords and codes are never
 * written back, so an account with a second factor is asked for the password again together with the code.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '#contract/endpoint.ts'
import { readCookie, registeredCookie } from '#contract/cookies.ts'
import { formatMessage } from '#contract/message-format.ts'
import type { FieldDescriptor } from '#contract/identity.ts'
import { type EntranceKind, type EntranceRequest, entrancePaths } from '#contract/pages.ts'
import * as HttpStatus from '#contract/statuses.ts'
import type { Constants, Country, Currency } from '#contract/settings.ts'
import type { Caller } from '../../deps.ts'
import { locales } from '../../kernel/locales.ts'
import { sendHtml, unlessBusy } from '../../kernel/http/compress.ts'
import { cookieText } from './cookies.ts'
import { PageDocument } from './document.ts'
import { documentSite } from './document-site.ts'
import { type EntrancePlace, entrancePlaces } from './entrance-paths.ts'
import { readPreferences } from './preferences.ts'
import type { PageSite } from './plugin.ts'
import { readVisitor } from './visitor.ts'

const formBytes = 16 * 1024
const yearSeconds = 31_536_000
/** The browser loads the page that follows a registration within this time. */
const registeredSeconds = 600

export function mountEntrance(app: FastifyInstance, site: PageSite): void {
  app.register(async (scope) => {
    // Forms are parsed in this scope only: no other endpoint may accept a body that a form on another site could send.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, text, done) => done(null, new URLSearchParams(text as string)),
    )
    for (const [url, place] of entrancePlaces) {
      scope.get(url, (request, reply) => unlessBusy(reply, () => answer(site, place, request, reply, null)))
      scope.post(url, (request, reply) =>
        unlessBusy(reply, () => answer(site, place, request, reply, submitted(request))),
      )
    }
  })
}

function submitted({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

type Shown = Pick<EntranceRequest, 'view' | 'status' | 'values' | 'faults' | 'message'>
type Outcome = { shown: Shown } | { accessToken: string }
const untouched: Shown = { view: 'form', status: HttpStatus.ok, values: null, faults: {}, message: null }

async function answer(
  site: PageSite,
  place: EntrancePlace,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams | null,
): Promise<FastifyReply> {
  const nonce = randomUUID()
  site.policy(reply, nonce, request.url.split('?')[0]!)
  reply.header('cache-control', 'no-store')
  const who = await readVisitor(site.deps, request, site)
  const named = form?.get('back') ?? queryOf(request.url).get('back')
  const back = backPath(named ?? cameFrom(request), place.locale)
  if (who.session !== 'none') return leave(reply, back)
  const caller = { ...who.caller, locale: place.locale }
  const facts = await readFacts(site, place.kind, caller)
  const outcome = form
    ? isOwnForm(request)
      ? await submit(site, place, { caller, form, facts, request })
      : foreign(site, place)
    : { shown: untouched }
  if ('accessToken' in outcome) {
    reply.header('set-cookie', cookieText(site.deps.settings, 'access_token', outcome.accessToken, yearSeconds))
    if (place.kind === 'sign-up')
      reply.header('set-cookie', cookieText(site.deps.settings, registeredCookie, '1', registeredSeconds))
    return leave(reply, back)
  }
  const isRestricted = who.visitor.init.restrictType === 2
  const view = isRestricted ? 'restricted' : viewOf(site, place, facts, outcome.shown)
  return show(site, { place, back, facts, shown: { ...outcome.shown, view }, visitor: who.visitor.init }, (document) =>
    sendHtml(
      request,
      reply.code(outcome.shown.status).header('content-type', 'text/html; charset=utf-8'),
      document.write(nonce, readPreferences(request.headers)),
    ),
  )
}

/** Whether the form was submitted from this site. Browsers state that in headers; a form without them is refused. */
export function isOwnForm({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

function foreign({ labels }: PageSite, { locale }: EntrancePlace): Outcome {
  const message = formatMessage(locale, labels(locale).identity!.plainForeign!)
  return { shown: { ...untouched, status: HttpStatus.forbidden, message } }
}

/** A path of this site, without a key that would open the modal again; anything else is the home page. */
export function backPath(requested: string | null, locale: string): string {
  const home = entrancePathHome(locale)
  if (!requested || !requested.startsWith('/') || !URL.canParse(requested, 'http://site')) return home
  const url = new URL(requested, 'http://site')
  if (url.host !== 'site' || /^\/[/\\]/.test(url.pathname) || entrancePlaces.has(url.pathname)) return home
  for (const key of Object.keys(entrancePaths)) url.searchParams.delete(key)
  return url.pathname + url.search
}

function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(address.slice(address.indexOf('?') + 1 || address.length))
}

function entrancePathHome(locale: string): string {
  const [path] = [...entrancePlaces].find(([, place]) => place.locale === locale)!
  return path.slice(0, path.indexOf('/auth/')) || '/'
}

/** The page of this site that links to the form; null if the browser does not send it. */
function cameFrom({ headers: { referer }, host }: FastifyRequest): string | null {
  if (!referer || !URL.canParse(referer)) return null
  const from = new URL(referer)
  return from.host === host ? from.pathname + from.search : null
}

/** The form for an address that opens sign-in or registration; null for any other. */
export function entranceOf(address: string, locale: string): string | null {
  // Only the query is parsed, because `URL` rejects a path such as `//`.
  const searchParams = queryOf(address)
  const kind = (Object.keys(entrancePaths) as EntranceKind[]).find((key) => searchParams.has(key))
  const path = [...entrancePlaces].find(([, place]) => place.kind === kind && place.locale === locale)?.[0]
  return path ? `${path}?${new URLSearchParams({ back: backPath(address, locale) })}` : null
}

function leave(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(HttpStatus.seeOther).header('location', to).send()
}

type Facts = {
  fields: FieldDescriptor[]
  countries: Country[]
  currencies: Currency[]
  constants: Constants
}

/** The data that the forms are built from, as the API returns them. */
async function readFacts({ reads }: PageSite, kind: EntranceKind, caller: Caller): Promise<Facts> {
  const read = async <T>(route: string, request: object = {}) => (await reads.read(caller, route, request)) as T
  const constants = await read<Constants>('GET /api/settings/constants')
  if (kind === 'sign-in') return { fields: [], countries: [], currencies: [], constants }
  const [fields, countries, currencies] = await Promise.all([
    read<FieldDescriptor[]>('GET /api/player/fields/validations', { query: { scenario: 'registration' } }),
    read<Country[]>('GET /api/settings/countries', { query: { locale: caller.locale } }),
    read<Currency[]>('GET /api/settings/currencies'),
  ])
  return { fields, countries, currencies, constants }
}

/** A captcha and a code sent by text message need scripts. */
function viewOf(
  { deps }: PageSite,
  { kind, locale }: EntrancePlace,
  { fields, constants }: Facts,
  { view }: Shown,
): EntranceRequest['view'] {
  if (kind !== 'sign-up' || view !== 'form') return view
  const { email, phone } = constants.player.registration
  // If both registration methods are enabled, the content may still show only one.
  const { display } = (deps.content.read(locale, 'modals')[kind] ?? {}) as { display?: unknown }
  const isByPhone = !email || (phone && display === 'phone')
  return isByPhone || fields.some(({ id }) => id === 'captcha') ? 'scripts' : view
}

type Submission = { caller: Caller; form: URLSearchParams; facts: Facts; request: FastifyRequest }

async function submit(site: PageSite, { kind, locale }: EntrancePlace, submission: Submission): Promise<Outcome> {
  const { caller, form, facts, request } = submission
  const values = Object.fromEntries(form)
  const { entranceBody } = await site.renderer.entry()
  const affiliateTag = readCookie('affiliateTag', request.headers.cookie ?? '')
  const { status, body } =
    kind === 'sign-in'
      ? await site.callVerb(caller, 'POST /api/player/sessions', { body: credentials(values) })
      : await site.callVerb(caller, 'POST /api/player/register', {
          body: entranceBody({ fields: facts.fields, values, locale, affiliateTag }),
        })
  const shownValues = withoutSecrets(values)
  if (status === HttpStatus.ok) {
    const { accessToken } = body as { accessToken: string | null }
    return accessToken === null ? { shown: { ...untouched, view: 'mailed', values: shownValues } } : { accessToken }
  }
  return { shown: refusedForm(status, (body as ErrorReply).error, shownValues) }
}

function credentials({ login = '', password = '', code }: Record<string, string>): object {
  return { login: login.trim(), password, fingerprint: null, ...(code === undefined ? {} : { code }) }
}

/** Removes secrets, which are never written into a page: the player types them again. */
function withoutSecrets(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([id]) => !/password|^code$|securityAnswer/i.test(id)))
}

function refusedForm(status: number, error: ErrorReply['error'], values: Record<string, string>): Shown {
  const faults = Object.fromEntries(Object.entries(error.fields ?? {}).map(([id, [text]]) => [id, text ?? '']))
  const isCode = error.name === 'secondFactorRequired' || error.name === 'secondFactorWrong'
  // The form itself explains that a code is required; only for a wrong code is the message shown.
  const isAsked = error.name === 'secondFactorRequired'
  const isAtField = Object.keys(faults).length > 0
  return {
    view: error.name === 'countryRestricted' ? 'restricted' : isCode ? 'code' : 'form',
    status,
    values,
    faults,
    message: isAsked || isAtField ? null : error.message,
  }
}

type Page = {
  place: EntrancePlace
  back: string
  facts: Facts
  shown: Shown
  visitor: { country: string | null; currency: string }
}

async function show(
  site: PageSite,
  { place: { kind, locale }, back, facts, shown, visitor }: Page,
  send: (document: PageDocument) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { deps, renderer, renders, labels } = site
  const { renderEntrance } = await renderer.entry()
  const layout = deps.content.read(locale, 'layout')
  const giveBack = await renders.take()
  try {
    const page = renderEntrance({
      ...shown,
      kind,
      back,
      locale,
      locales: [...locales],
      labels: labels(locale),
      content: {
        layout,
        modals: deps.content.read(locale, 'modals'),
        'fields-settings': deps.content.read(locale, 'fields-settings'),
      },
      visitor: { country: visitor.country, currency: visitor.currency },
      fields: facts.fields,
      countries: facts.countries,
      currencies: facts.currencies,
    })
    return await send(
      new PageDocument(page, renderer.entranceAssets(), {
        ...documentSite(site, locale),
        isStatic: true,
      }),
    )
  } finally {
    giveBack()
  }
}
