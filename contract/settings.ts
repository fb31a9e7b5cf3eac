/** Settings and startup: what the site needs to know before anyone signs in. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const SubCurrency = z.object({ code: z.string(), subunitToUnit: z.int().positive() })

export const Currency = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['fiat', 'crypto']),
  isEnabled: z.boolean(),
  isBase: z.boolean(),
  subunitToUnit: z.int().positive(),
  /** Units of this currency for one unit of the base currency. */
  rate: z.object({ rate: z.number().positive() }),
  symbol: z.string(),
  /**
   * The unit in which amounts are displayed, if it is not the currency itself; BTC and ETH are displayed in
   * thousandths.
   */
  subCurrencies: z.array(SubCurrency),
})
export type Currency = z.infer<typeof Currency>

export const Locale = z.object({
  code: z.string(),
  isDefault: z.boolean(),
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** The sentence that offers this locale and the label of the button that dismisses the offer, in its language. */
  offer: z.object({ text: z.string(), dismiss: z.string() }).optional(),
})
export type Locale = z.infer<typeof Locale>

export const Country = z.object({
  code: z.string(),
  /** In the requested language. */
  name: z.string(),
  locale: z.string(),
  /** The country's own currency if it is offered, otherwise the closest substitute. */
  currency: z.string(),
  /** Calling code, digits only. */
  phonePrefix: z.string(),
  restrict: z.boolean(),
  /** 1 replaces the layout, 2 blocks sign-in and registration; null without restrictions. */
  restrictType: z.union([z.literal(1), z.literal(2)]).nullable(),
})
export type Country = z.infer<typeof Country>

const Entry = z.object({ id: z.union([z.int(), z.string()]), name: z.string() })

export const Constants = z.object({
  player: z.object({
    statuses: z.array(Entry),
    registration: z.object({ email: z.boolean(), phone: z.boolean() }),
    limit: z.object({
      definition: z.array(Entry),
      cashPeriod: z.array(Entry),
      coolingOffPeriod: z.array(Entry),
      selfExclusionPeriod: z.array(Entry),
    }),
    socialAuth: z.array(Entry),
    telegram: z.object({ bot: z.string(), auth_url: z.string() }).nullable(),
    document: z.object({ statuses: z.array(Entry) }),
    bonus: z.object({ types: z.array(Entry), statuses: z.array(Entry), results: z.array(Entry) }),
    bonusCode: z.object({ statuses: z.array(Entry) }),
    freespin: z.object({ statuses: z.array(Entry), results: z.array(Entry) }),
  }),
  invoice: z.object({ statuses: z.array(Entry), types: z.array(Entry) }),
  bet: z.object({ statuses: z.array(Entry) }),
  account: z.object({ statuses: z.array(Entry) }),
  quest: z.object({ states: z.array(Entry) }),
  message: z.object({ states: z.array(Entry) }),
  timeZones: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Constants = z.infer<typeof Constants>

/** What depends on the visitor's request: the country in the header and everything derived from it. */
export const PlayerInit = z.object({
  /** The country in the trusted header, or the operator's configured default. */
  country: z.string().nullable(),
  /** The stored preference, otherwise the locale of the header's country, otherwise the default. */
  locale: z.string(),
  /** The currency offered for that country. */
  currency: z.string(),
  isRestricted: z.boolean(),
  restrictType: z.union([z.literal(1), z.literal(2)]).nullable(),
  config: z.object({
    gtm: z.string().nullable(),
    /** Age from which somebody from the visitor's country may register and play. */
    minimumAge: z.int(),
    /** Days an affiliate tag is stored. */
    affiliateTagExpiration: z.int(),
    /** The maximum delay of a ping from the realtime server beyond its interval; with 0, missing pings are ignored. */
    maxServerPingDelayMs: z.int(),
    freshchatParams: z.object({ guestAvailable: z.boolean() }).nullable(),
    isLoyaltyEnabled: z.boolean(),
    /** The identity provider replaces the documents page. */
    hidesDocuments: z.boolean(),
    /** A break of 24 hours is one press away on every page, as the law of the visitor's country asks. */
    hasBreakButton: z.boolean(),
    /** Payment forms also show fields that are already filled in and valid. */
    showFilled: z.boolean(),
    sportsbook: z.object({ host: z.string(), clientId: z.string() }).nullable(),
  }),
})
export type PlayerInit = z.infer<typeof PlayerInit>

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/api/settings/currencies',
  access: 'public',
  summary: 'List all currencies with rates, including disabled ones',
  reply: z.array(Currency),
})
export const listLocales = endpoint({
  method: 'GET',
  path: '/api/settings/locales',
  access: 'public',
  summary: 'List the locales of the site',
  reply: z.array(Locale),
})
export const listCountries = endpoint({
  method: 'GET',
  path: '/api/settings/countries',
  access: 'public',
  summary: 'List countries with restrictions and phone prefixes, by name',
  query: z.object({ locale: z.string().max(5).optional() }),
  reply: z.array(Country),
})
export const readConstants = endpoint({
  method: 'GET',
  path: '/api/settings/constants',
  access: 'public',
  summary: 'Get the enumerations shared by server and client',
  reply: Constants,
})
export const initPlayer = endpoint({
  method: 'GET',
  path: '/api/player/init',
  access: 'public',
  summary: "Get the visitor's country, locale and currency",
  query: z.object({ language: z.string().max(5).optional() }),
  reply: PlayerInit,
})
