/**
 * Every setting of the product: one schema, read from the environment, all errors at
 * boot at once. `docs/settings.md` is generated from it.
 */
import { z } from 'zod'

const flag = z.stringbool()
const hosts = z.string().transform((list) => list.split(',').map((host) => host.trim()).filter(Boolean))

/** Environment name -> its schema; `.meta` says what the generated table shows. */
export const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development').meta({ description: 'production turns the sandbox and the seeds off and refuses weak secrets' }),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).meta({ description: 'Port of the site' }),
  HOST: z.string().default('0.0.0.0').meta({ description: 'Address to listen on' }),
  PUBLIC_URL: z.url().optional().meta({ description: 'Address that players see, used in links, partner callbacks and canonical tags; default http://localhost:PORT' }),
  DATA_DIR: z.string().default('./data').meta({ description: 'Folder of the embedded PostgreSQL, the generated secret and the sandbox' }),
  DATABASE_URL: z.string().optional().meta({ description: 'An outside PostgreSQL 15 or newer; without it the product starts its own', secret: true }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).meta({ description: 'Connections to the database' }),
  SECRET: z.string().min(32).optional().meta({ description: 'Root of all signing keys, 32 characters or more; without it one is made and kept in DATA_DIR', secret: true }),
  TRUST_PROXY: z.coerce.number().int().min(0).max(8).default(0).meta({ description: 'How many proxies stand in front; their address and country headers are believed' }),
  COUNTRY_HEADER: z.string().default('cf-ipcountry').meta({ description: 'Header in which the trusted proxy names the visitor\'s country' }),
  DEFAULT_COUNTRY: z.string().regex(/^[A-Z]{2}$/).default('DE').meta({ description: 'Country assumed where no trusted header names one' }),
  RESTRICTED_COUNTRIES: z.string().default('').meta({ description: 'CODE:TYPE pairs, comma separated; type 1 swaps the layout, 2 blocks sign-in and sign-up' }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({ description: 'Least level that is logged' }),
  CONTENT_DIR: z.string().optional().meta({ description: "Folder with the operator's own content, merged over the shipped one" }),
  THEME_FILE: z.string().optional().meta({ description: "JSON file with the operator's design tokens; contrast is checked at boot" }),
  SEED: flag.optional().meta({ description: 'Demo players and their history; default on outside production' }),
  SANDBOX: flag.optional().meta({ description: 'Run the sandbox partners beside the site; default on outside production' }),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).optional().meta({ description: 'Port of the sandbox; default PORT + 1' }),
  SANDBOX_URL: z.url().optional().meta({ description: 'Address of the sandbox as players and the site reach it; default http://localhost:SANDBOX_PORT' }),
  SANDBOX_SECRET: z.string().min(16).optional().meta({ description: 'Key shared with the sandbox payment partner; default derived from SECRET', secret: true }),
  CENTRIFUGO_URL: z.url().optional().meta({ description: 'HTTP API of a Centrifugo cluster that holds the realtime connections' }),
  CENTRIFUGO_API_KEY: z.string().optional().meta({ description: 'API key of that cluster', secret: true }),
  REALTIME_ORIGINS: hosts.default([]).meta({ description: 'Further origins, comma separated, that may open the realtime socket' }),
  REDIRECT_HOSTS: hosts.default([]).meta({ description: 'Further hosts, comma separated, that payment redirects may lead to' }),
  FRAME_HOSTS: hosts.default([]).meta({ description: 'Origins of outside studios and partners that pages may show in frames' }),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(6).meta({ description: 'Least length of a password; the specification\'s floor is 6, more is better' }),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(20).max(3600).default(600).meta({ description: 'Life of an access token; the session behind it lives on' }),
  REGISTRATION_EMAIL: flag.default(true).meta({ description: 'Registration by e-mail' }),
  REGISTRATION_PHONE: flag.default(false).meta({ description: 'Registration by phone' }),
  REGISTRATION_CONFIRMATION: z.enum(['later', 'first']).default('later').meta({ description: 'later signs a new player in at once; first lets nobody in before the mailed link was followed, and tells nobody which addresses are known' }),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional().meta({ description: 'Mail server, as smtp://user:password@host:587 or smtps://…:465; without it mails go to the sandbox where that runs', secret: true }),
  MAIL_FROM: z.string().regex(/^[^\r\n]{3,200}$/).optional().meta({ description: 'Sender of mails, as "Name <address>"; default no-reply at the host of PUBLIC_URL' }),
  SUPPORT_EMAIL: z.email().optional().meta({ description: 'Where messages of the contact page go, and what mails name for questions; default the address in content' }),
  LOYALTY: flag.default(false).meta({ description: 'Loyalty levels and their page' }),
  SPORTSBOOK_HOST: z.string().optional().meta({ description: 'Host of the sportsbook client; betting exists only with it and the client id' }),
  SPORTSBOOK_CLIENT_ID: z.string().optional().meta({ description: 'Client id at the sportsbook' }),
  GTM_ID: z.string().regex(/^GTM-[A-Z0-9]+$/).optional().meta({ description: 'Tag manager container' }),
  AFFILIATE_TAG_DAYS: z.coerce.number().int().min(1).max(365).default(30).meta({ description: 'Days that an affiliate tag is remembered' }),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(600).meta({ description: 'API requests a minute from one address; 0 turns the edge limit off' }),
  ROUND_MIN_MS: z.coerce.number().int().min(0).max(60_000).default(2500).meta({ description: "Least time between two rounds of one player in one in-house slot; player protection asks for 2500" }),
  METRICS_TOKEN: z.string().min(16).optional().meta({ description: 'Bearer token for /metrics; without it only local addresses may read them', secret: true }),
})
type Environment = z.output<typeof schema>

export type Settings = ReturnType<typeof derive>

export class SettingsError extends Error {}

/** Reads settings from an environment. Throws SettingsError listing every fault at once. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(filled)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`These settings are not usable:\n${lines.join('\n')}`)
  }
  const faults = contradictions(parsed.data)
  if (faults.length > 0) throw new SettingsError(`These settings do not fit together:\n  ${faults.join('\n  ')}`)
  return derive(parsed.data)
}

function contradictions(env: Environment): string[] {
  const faults: string[] = []
  if (env.NODE_ENV === 'production' && env.DATABASE_URL && !env.SECRET) {
    faults.push('SECRET: several processes may share the database, so production needs one given secret')
  }
  if (env.SECRET && new Set(env.SECRET).size < 8) faults.push('SECRET: too uniform to be secret')
  if (Boolean(env.SPORTSBOOK_HOST) !== Boolean(env.SPORTSBOOK_CLIENT_ID)) faults.push('SPORTSBOOK_HOST and SPORTSBOOK_CLIENT_ID: set both or neither')
  if (env.CENTRIFUGO_URL && !env.CENTRIFUGO_API_KEY) faults.push('CENTRIFUGO_API_KEY: needed with CENTRIFUGO_URL')
  if (env.REGISTRATION_CONFIRMATION === 'first' && !env.SMTP_URL && !(env.SANDBOX ?? env.NODE_ENV !== 'production')) {
    faults.push('REGISTRATION_CONFIRMATION: first needs SMTP_URL, or nobody ever gets in')
  }
  if (Boolean(env.SMS_WEBHOOK_URL) !== Boolean(env.SMS_WEBHOOK_SECRET)) faults.push('SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET: set both or neither')
  const twilio = [env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, env.TWILIO_FROM].filter(Boolean)
  if (twilio.length % 3 !== 0) faults.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM: set all or none')
  if (twilio.length > 0 && env.SMS_WEBHOOK_URL) faults.push('SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID: text messages go one way or the other')
  const bad = env.RESTRICTED_COUNTRIES.split(',').filter(Boolean).filter((pair) => !/^[A-Z]{2}:[12]$/.test(pair.trim()))
  if (bad.length > 0) faults.push(`RESTRICTED_COUNTRIES: not of the form CODE:TYPE: ${bad.join(', ')}`)
  return faults
}

function derive(env: Environment) {
  const isProduction = env.NODE_ENV === 'production'
  const sandboxPort = env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1)
  return {
    environment: env.NODE_ENV,
    isProduction,
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    /** Empty until the start-up has read or made the one in DATA_DIR. */
    secret: env.SECRET ?? '',
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER.toLowerCase(),
    defaultCountry: env.DEFAULT_COUNTRY,
    restrictedCountries: new Map(env.RESTRICTED_COUNTRIES.split(',').filter(Boolean).map((pair) => {
      const [code, type] = pair.trim().split(':')
      return [code!, type === '1' ? 1 : 2] as const
    })),
    logLevel: env.LOG_LEVEL,
    contentDir: env.CONTENT_DIR ?? null,
    themeFile: env.THEME_FILE ?? null,
    seed: env.SEED ?? !isProduction,
    sandbox: {
      isEnabled: env.SANDBOX ?? !isProduction,
      port: sandboxPort,
      url: (env.SANDBOX_URL ?? `http://localhost:${sandboxPort}`).replace(/\/$/, ''),
      secret: env.SANDBOX_SECRET ?? '',
    },
    centrifugo: env.CENTRIFUGO_URL ? { url: env.CENTRIFUGO_URL, apiKey: env.CENTRIFUGO_API_KEY! } : null,
    realtimeOrigins: env.REALTIME_ORIGINS,
    redirectHosts: env.REDIRECT_HOSTS,
    frameHosts: env.FRAME_HOSTS,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    registration: { email: env.REGISTRATION_EMAIL, phone: env.REGISTRATION_PHONE, confirmation: env.REGISTRATION_CONFIRMATION },
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null, support: env.SUPPORT_EMAIL ?? null },
    isLoyaltyEnabled: env.LOYALTY,
    sportsbook: env.SPORTSBOOK_HOST && env.SPORTSBOOK_CLIENT_ID ? { host: env.SPORTSBOOK_HOST, clientId: env.SPORTSBOOK_CLIENT_ID } : null,
    gtm: env.GTM_ID ?? null,
    affiliateTagDays: env.AFFILIATE_TAG_DAYS,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    roundMinMs: env.ROUND_MIN_MS,
    metricsToken: env.METRICS_TOKEN ?? null,
  }
}
