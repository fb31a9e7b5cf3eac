/**
 * Every setting of the product: one schema, read from the environment, all errors reported together at startup.
 * `docs/settings.md` is generated from it.
 */
import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { isCountryDatabase } from './kernel/country-database.ts'
import { quicknet } from '#contract/beacon.ts'
import { chainFaults, chainShape, deriveChain } from './chain/index.ts'
import { DrandChain } from './partners/beacon/chain-setting.ts'
import { StudioSetting, studioFaults } from './partners/game-studio/settings.ts'
import { derivePayments, paymentFaults, paymentShape } from './partners/payments/settings.ts'
import { settingMessage } from './kernel/setting-messages.ts'
import { SettingsError } from './kernel/settings-error.ts'

const base64 = /^[A-Za-z0-9+/]{40,400}={0,2}$/
const flag = z.stringbool()
const hosts = z.string().transform((list) =>
  list
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean),
)

/** Ids are part of URLs; these two are reserved. */
const socialProviders = jsonOf(
  z
    .array(
      z.object({
        id: z
          .string()
          .regex(/^[a-z][a-z0-9-]{0,31}$/)
          .refine((id) => id !== 'auth0' && id !== 'telegram', 'auth0 and telegram have their own settings'),
        name: z.string().min(1).max(64),
        issuer: z.url(),
        clientId: z.string().min(1),
        clientSecret: z.string().min(1),
      }),
    )
    .max(20),
)

function jsonOf<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}

const studioSettings = jsonOf(z.array(StudioSetting).max(50))

const count = (most: number) => z.coerce.number().int().min(1).max(10_000_000).default(most)

/** Environment name -> schema; `.meta` has the texts of the generated table. */
export const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .meta({ description: 'production turns off the sandbox and the demo data and rejects weak secrets' }),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).meta({ description: 'Port of the site' }),
  HOST: z.string().optional().meta({
    description: 'Address to listen on; default 0.0.0.0, and 127.0.0.1 with TRUST_PROXY, which only the proxy reaches',
  }),
  PUBLIC_URL: z
    .url()
    .refine(
      (address) => /^https?:/.test(address) && originOf(address) !== null,
      'must be an origin, such as https://casino.example.com',
    )
    .optional()
    .meta({
      description: 'Public address of the site; default http://localhost:PORT',
    }),
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: 'Folder of the embedded PostgreSQL, the generated secret and the sandbox' }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .meta({ description: 'External PostgreSQL 15 or newer; without it the product starts its own', secret: true }),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .meta({ description: 'Connections to the database' }),
  SECRET: z.string().min(32).optional().meta({
    description: 'Root of all signing keys, 32 characters or more; default generated in DATA_DIR',
    secret: true,
  }),
  FORMER_SECRETS: hosts.default([]).meta({
    description:
      'Former values of SECRET, separated by commas: what they protect is still read, until "npm run operator -- secret status" finds nothing',
    secret: true,
  }),
  TRUST_PROXY: z.coerce.number().int().min(0).max(8).default(0).meta({
    description: 'Number of reverse proxies in front of the site; their address and country headers are trusted',
  }),
  DESK_PORT: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(65535)])
    .optional()
    .meta({
      description: 'Port of the desk, where operators work; `off` without it; default PORT + 2, and `off` in tests',
    }),
  DESK_HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ description: 'Address on which the desk listens; by default only programs of this machine reach it' }),
  DESK_URL: z
    .url()
    .refine(
      (address) => /^https?:/.test(address) && originOf(address) !== null,
      'must be an origin, such as https://desk.example.com',
    )
    .optional()
    .meta({
      description: 'Address of the desk for operators: https, or localhost. Default http://localhost:DESK_PORT',
    }),
  DESK_ADDRESSES: hosts.default([]).meta({
    description:
      'Addresses and blocks (203.0.113.0/24) from which the desk can be used, separated by commas; default all',
  }),
  AUDIT_ORIGIN_DAYS: z.coerce.number().int().min(100).max(3650).default(365).meta({
    description:
      'How long the audit log has addresses, countries and devices, in days; its entries are kept for ten years',
  }),
  DESK_OWNER: z.email().optional().meta({
    description:
      'Mail address of the owner, for an operator of one person: acts that need a second person can then be carried out alone after 24 hours, and the owner is told by mail',
  }),
  LEAVE_SECONDS: z.coerce.number().int().min(0).max(60).optional().meta({
    description:
      'How long `/healthz` says after SIGTERM that the process leaves; longer than the proxy takes to notice. Default 5 with TRUST_PROXY, otherwise 0',
  }),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header, or off')
    .default('cf-ipcountry')
    .meta({ description: "Header in which the trusted proxy passes the visitor's country; `off` if it passes none" }),
  COUNTRY_DATABASE: z.string().refine(isCountryDatabase, 'not a readable country database (.mmdb)').optional().meta({
    description: 'MaxMind database (.mmdb) that gives the country of an address if no trusted header does',
  }),
  UNKNOWN_COUNTRIES: z.enum(['admit', 'no-registration', 'restrict']).optional().meta({
    description:
      'Visitors of unknown country; `restrict`: as in a restricted country of type 2. Default `no-registration` in production without the sandbox, otherwise `admit`',
  }),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .default('DE')
    .meta({ description: "Country assumed if the visitor's country is unknown" }),
  RESTRICTED_COUNTRIES: z.string().default('').meta({
    description: 'CODE:TYPE pairs, comma separated; type 1 replaces the layout, 2 blocks sign-in and registration',
  }),
  SANCTIONED_COUNTRIES: z.string().default('CU,IR,KP,SY').meta({
    description:
      'Codes of countries under sanctions, comma separated: nobody registers from there, and no player lives there; `none` for no country. Check the list with your counsel',
  }),
  RESTRICTED_GAMES: z
    .string()
    .default('')
    .meta({ description: 'GAME:CODE+CODE pairs, comma separated: games that may not be offered in these countries' }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'Minimum log level' }),
  CONTENT_DIR: z
    .string()
    .optional()
    .meta({ description: "Folder with the operator's own content, merged over the shipped one" }),
  THEME_FILE: z
    .string()
    .optional()
    .meta({ description: "JSON file with the operator's design tokens; contrast is checked at start" }),
  SEED: flag.optional().meta({ description: 'Demo players and their history; default on outside production' }),
  DRILL: flag.default(false).meta({
    description:
      'Starts a restored copy that calls no partner and sends, pays and publishes nothing (operations/backups.md)',
  }),
  SANDBOX: flag
    .optional()
    .meta({ description: 'Run the sandbox partners next to the site; default on outside production' }),
  SANDBOX_PORT: z
    .union([z.literal('off'), z.coerce.number().int().min(0).max(65535)])
    .optional()
    .meta({
      description: 'Port of the sandbox; `off`: the one at SANDBOX_URL, which another process runs; default PORT + 1',
    }),
  SANDBOX_URL: z.url().optional().meta({
    description: 'Address of the sandbox for players and the site; default http://localhost:SANDBOX_PORT',
  }),
  SANDBOX_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'Key shared with the sandbox payment partner; default derived from SECRET', secret: true }),
  REALTIME_ORIGINS: hosts
    .default([])
    .meta({ description: 'Additional origins, comma separated, that may open the realtime socket' }),
  SERVER_PING_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(10_000).meta({
    description:
      'How late a ping of the realtime server may reach a page before it reconnects; 0: pages do not wait for pings',
  }),
  REDIRECT_HOSTS: hosts
    .default([])
    .meta({ description: 'Further hosts, comma separated, to which payments may redirect' }),
  FRAME_HOSTS: hosts
    .default([])
    .meta({ description: 'Origins of external studios and partners that pages may embed in frames' }),
  RATES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description:
        'Exchange rates, as JSON { base, at, rates }; https, or signed with RATES_SECRET. Default is the sandbox if it is running',
    }),
  RATES_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'Key that signs the responses of RATES_URL in the header rates-signature', secret: true }),
  RATES_FILE: z
    .string()
    .optional()
    .meta({ description: 'File with the exchange rates in the same format, instead of RATES_URL' }),
  RATES_EVERY_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(30)
    .meta({ description: 'Minutes between two updates of the exchange rates' }),
  RATES_MAX_CHANGE_PERCENT: z.coerce.number().min(0.1).max(90).default(15).meta({
    description: 'A rate that changed by more, at once or within a day, is held for an operator',
  }),
  RATES_STALE_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(8760)
    .default(24)
    .meta({ description: 'Older exchange rates convert nothing' }),
  BEACON_URL: hosts
    .refine(
      (urls) => urls.length > 0 && urls.every(isWebAddress),
      'must be addresses such as https://api.drand.sh, comma separated',
    )
    .optional()
    .meta({
      description:
        "Addresses, comma separated, of a public randomness beacon with drand's HTTP API, which decides crash together with the chain: https://api.drand.sh,https://drand.cloudflare.com. Default is the sandbox if it is running; without one the operator knows the crash points in advance, and the game says so",
    }),
  BEACON_CHAIN: jsonOf(DrandChain).optional().meta({
    description:
      "Chain of that beacon, as JSON of the form that its /info answers; default drand's quicknet. Players see its key",
  }),
  IMAGE_HOSTS: hosts.default([]).meta({
    description:
      'Hosts of images of content and partners, comma separated, which the site fetches and serves itself. https unless given as http://host:port',
  }),
  IMAGE_MAX_KB: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_240)
    .default(2048)
    .meta({ description: 'Maximum size of such an image, in kB' }),
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(6)
    .max(64)
    .default(6)
    .meta({ description: 'Minimum length of a password; 8 meets ASVS' }),
  ACCESS_TOKEN_SECONDS: z.coerce
    .number()
    .int()
    .min(20)
    .max(3600)
    .default(600)
    .meta({ description: 'Lifetime of an access token; its session lasts longer' }),
  REGISTRATION_EMAIL: flag.default(true).meta({ description: 'Registration by e-mail' }),
  REGISTRATION_PHONE: flag
    .optional()
    .meta({ description: 'Registration by phone; default on where a carrier or the sandbox takes text messages' }),
  REGISTRATION_FIELDS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine(
      (fields) => fields.every((field) => /^(captcha|receiveBonus|securityQuestion|language|age)\*?$/.test(field)),
      'must be a list of captcha, receiveBonus, securityQuestion, language and age',
    )
    .meta({
      description:
        'Further fields of the registration form, comma-separated: captcha, receiveBonus, securityQuestion, language, age; required with an asterisk, as in captcha,age*',
    }),
  CAPTCHA_BITS: z.coerce.number().int().min(4).max(24).default(16).meta({
    description: "Difficulty of the captcha and of proofs of work: each bit doubles the browser's computing time",
  }),
  REGISTRATION_CONFIRMATION: z.enum(['later', 'first']).default('later').meta({
    description:
      'later: new players are signed in at once; first: they must open the link in a mail, and no answer reveals which addresses have an account',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description:
        'Mail server, as smtp://user:password@host:587 or smtps://…:465; default is the sandbox if it is running',
      secret: true,
    }),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(/^([^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or "Name <address>"')
    .optional()
    .meta({ description: 'Sender of emails, as "Name <address>"; default no-reply at the host of PUBLIC_URL' }),
  SUPPORT_EMAIL: z.email().optional().meta({
    description: 'Receives messages from the contact page; default is the address in the content',
  }),
  CHAT: flag.default(true).meta({
    description: 'Support chat; without it help is the contact page',
  }),
  CHAT_GUESTS: flag.default(true).meta({ description: 'Guests can use the support chat too' }),
  CHAT_WIDGET_SCRIPT: z
    .union([z.literal('sandbox'), z.url({ protocol: /^https?$/ })])
    .optional()
    .meta({
      description:
        "Script of an outside chat provider's widget, which replaces the built-in chat; `sandbox` for a stand-in. Pages may then load and embed its host",
    }),
  CHAT_WIDGET_HOST: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: "Host of the provider's conversations; default is that of the script" }),
  CHAT_WIDGET_TOKEN: z.string().max(200).optional().meta({ description: "The site's public token at the provider" }),
  CHAT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(365)
    .meta({ description: 'Days for which messages of the built-in chat are kept' }),
  COMPLAINT_RETENTION_YEARS: z.coerce
    .number()
    .int()
    .min(5)
    .max(30)
    .default(6)
    .meta({ description: 'Years for which a complaint is kept after it has ended' }),
  DISPUTE_BODY: z
    .string()
    .trim()
    .min(3)
    .max(300)
    .optional()
    .meta({ description: 'Name and address of the dispute body (ADR) that the final letter about a complaint names' }),
  TURNOVER_MULTIPLIER: z.coerce.number().min(0).max(10).default(0).meta({
    description: 'How many times a deposit must be wagered before withdrawal; many licences require 1',
  }),
  WITHDRAWAL_AUTO_LIMIT: z.coerce.number().min(0).max(1e12).default(1000).meta({
    description: 'What one player can withdraw within a day without review, in the base currency',
  }),
  WITHDRAWAL_REVIEW_UNVERIFIED: flag
    .default(false)
    .meta({ description: 'Review all withdrawals of players whose identity is not verified' }),
  WITHDRAWAL_HOURS: z.coerce.number().int().min(1).max(720).default(24).meta({
    description: 'Hours shown to players for a withdrawal in review, and for methods without a recent payout',
  }),
  ADDRESS_WAIT_HOURS: z.coerce.number().min(0).max(720).default(24).meta({
    description: 'Hours after which a withdrawal to a saved address needs no step-up',
  }),
  SWAP_SPREAD_PERCENT: z.coerce.number().min(0).max(10).default(1).meta({
    description: 'What a swap costs the player, in percent of the exchange rate',
  }),
  SWAP_QUOTE_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(300)
    .default(30)
    .meta({ description: 'Seconds for which the quote of a swap is valid' }),
  SWAP_MINIMUM: z.coerce
    .number()
    .min(0)
    .max(1e6)
    .default(1)
    .meta({ description: 'Minimum amount of a swap, in the base currency' }),
  SWAP_DAILY_LIMIT: z.coerce.number().min(0).max(1e12).default(10_000).meta({
    description: 'What one player can swap within a day, in the base currency; 0 switches swaps off',
  }),
  REWARDS_GRANT_LIMIT: z.coerce.number().int().min(0).max(1e9).default(1000).meta({
    description: 'Cash that operators may grant one player within 24 hours, in the base currency',
  }),
  REWARDS_GRANT_POINTS: z.coerce.number().int().min(0).max(10_000_000).default(10_000).meta({
    description: 'Points that operators may grant one player within 24 hours',
  }),
  VAULT_WAIT_MINUTES: z.coerce.number().int().min(0).max(43_200).default(60).meta({
    description: 'Minutes between a request to take money out of the vault and its release',
  }),
  LOYALTY: flag.default(true).meta({ description: 'Loyalty levels; switched off, no points are counted' }),
  SPORTSBOOK_HOST: z
    .union([z.enum(['sandbox', 'off']), z.url({ protocol: /^https?$/ })])
    .optional()
    .meta({
      description:
        'Address of the sportsbook; betting needs this and the client id. `sandbox`, the default where it runs, needs neither id nor secret; otherwise `off`',
    }),
  SPORTSBOOK_CLIENT_ID: z.string().max(200).optional().meta({ description: 'Client id of the sportsbook' }),
  SPORTSBOOK_SECRET: z.string().min(16).optional().meta({
    description: 'Key shared with the sportsbook',
    secret: true,
  }),
  SPORTSBOOK_OLD_SECRET: z.string().min(16).optional().meta({
    description: 'The key before, accepted while SPORTSBOOK_SECRET is being replaced',
    secret: true,
  }),
  SPORTSBOOK_SIGNING_KEY: z.string().regex(base64).optional().meta({
    description:
      "For a sportsbook whose calls are signed tokens, instead of SPORTSBOOK_SECRET: this site's private key (P-256, PKCS 8, DER in base64)",
    secret: true,
  }),
  SPORTSBOOK_PUBLIC_KEYS: z
    .string()
    .default('')
    .meta({ description: 'Public keys of such a sportsbook (SPKI, DER in base64, comma separated)' }),
  SPORTSBOOK_INTEGRITY: z
    .string()
    .regex(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/)
    .optional()
    .meta({ description: "Subresource integrity of the sportsbook's script; browsers refuse any other script" }),
  STUDIOS: studioSettings.default([]).meta({
    description: 'Outside game studios, as a JSON array of { slug, name, protocol, url, … } (studio-sdk/README.md)',
    secret: true,
  }),
  SANDBOX_STUDIO: flag
    .optional()
    .meta({ description: "Games of the sandbox's studio; default on where the sandbox runs" }),
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/)
    .optional()
    .meta({ description: 'Google Tag Manager container' }),
  SERVICE_WORKER: flag.default(true).meta({
    description:
      'Service worker: offline page, stored files, push notifications; false removes it from browsers that have one',
  }),
  AFFILIATE_TAG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .meta({ description: 'Days for which an affiliate tag is stored' }),
  STRANGER_SIGN_IN_FAILURES: count(80).meta({
    description:
      "Failed sign-ins from unfamiliar networks per 15 minutes, at least a tenth of a normal day's successful ones; beyond that, those networks pay with a proof of work",
  }),
  OTP_LETTERS: flag
    .default(false)
    .meta({ description: 'Use letters and digits in one-time codes instead of digits only' }),
  OTP_PER_PHONE_HOUR: count(5).meta({ description: 'One-time codes per phone and hour' }),
  OTP_PER_PHONE_DAY: count(12).meta({ description: 'One-time codes per phone and day' }),
  OTP_PER_ADDRESS_HOUR: count(20).meta({ description: 'Requests for a one-time code per address and hour' }),
  OTP_PER_PREFIX_HOUR: count(100).meta({
    description: 'Requests for a one-time code per block of addresses (/24, IPv6 /48) and hour',
  }),
  OTP_PER_COUNTRY_HOUR: count(300).meta({ description: 'One-time codes per country of the phone and hour' }),
  OTP_PER_DAY: count(5000).meta({ description: 'One-time codes per day in total, which caps the cost of SMS' }),
  SMS_WEBHOOK_URL: z
    .url()
    .optional()
    .meta({ description: 'URL that receives outgoing SMS as signed POST requests; see operations/messages.md' }),
  SMS_WEBHOOK_SECRET: z
    .string()
    .min(32)
    .optional()
    .meta({ description: 'Key that signs these requests', secret: true }),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/)
    .optional()
    .meta({ description: 'Twilio account that sends text messages' }),
  TWILIO_AUTH_TOKEN: z.string().min(16).optional().meta({ description: 'Auth token of that account', secret: true }),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/)
    .optional()
    .meta({
      description: 'Sender: a number with plus sign, a messaging service (MG…) or a name of up to 11 characters',
    }),
  TWILIO_URL: z.url().default('https://api.twilio.com').meta({ description: "Twilio's API" }),
  MIN_FREE_DISK_MB: z.coerce.number().int().min(0).max(1e9).default(256).meta({
    description: 'Free disk space of the embedded PostgreSQL below which writes are rejected; 0 disables the check',
  }),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(600)
    .meta({ description: 'API requests per minute and address (IPv6: /64); 0 disables the limit' }),
  SOCKETS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(0)
    .default(200)
    .meta({ description: 'Realtime connections per address (IPv6: /64); 0 disables the limit' }),
  PAGE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(240)
    .meta({ description: 'Pages per minute and address (IPv6: /64); 0 disables the limit' }),
  POLICY_DIR: z.string().optional().meta({
    description:
      "Folder with the operator's own policy files; each replaces the shipped file of its name in content/policies",
  }),
  LICENCES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine(
      (places) => places.every((place) => /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(place)),
      'must be a list such as DE,CA-ON',
    )
    .meta({
      description:
        'Jurisdictions in which the operator is licensed, for example DE,CA-ON: the licence terms of their policy files apply',
    }),
  DOCUMENTS_DIR: z.string().optional().meta({
    description: 'Folder for documents of players; default DATA_DIR/documents. Several processes need a shared folder',
  }),
  CONSUMERS: flag.default(true).meta({
    description:
      'Whether this process counts play for quests, levels, tournaments and reports. One process needs to; a second one takes over',
  }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .meta({
      description: 'Redis in which several processes count the calls of each address together: redis://host:6379',
      secret: true,
    }),
  DOCUMENTS_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => /^\/[^/]+\/?$/.test(new URL(url).pathname), 'must end with the name of the bucket')
    .optional()
    .meta({
      description: 'Bucket of the S3 protocol for documents of players, in place of a folder: https://host/bucket',
    }),
  DOCUMENTS_REGION: z.string().min(1).default('auto').meta({ description: 'Region of that bucket' }),
  DOCUMENTS_ACCESS_KEY: z.string().min(1).optional().meta({ description: 'Access key of that bucket' }),
  DOCUMENTS_SECRET_KEY: z.string().min(1).optional().meta({ description: 'Secret of that access key', secret: true }),
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional()
    .meta({
      description:
        'Private VAPID key of push notifications, 32 bytes in base64url; default derived from SECRET. A change ends all subscriptions',
      secret: true,
    }),
  LIABILITIES_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional()
    .meta({
      description:
        'Private key that signs the reports of liabilities, P-256, 32 bytes in base64url; default derived from SECRET. Players recognise reports by it',
      secret: true,
    }),
  DOCUMENTS_KEY: z.string().min(32).optional().meta({
    description: 'Root of the key that encrypts documents; default SECRET',
    secret: true,
  }),
  SUMSUB_APP_TOKEN: z.string().optional().meta({
    description: 'Sumsub app token; without it the sandbox verifies players if it is running',
    secret: true,
  }),
  SUMSUB_SECRET_KEY: z
    .string()
    .optional()
    .meta({ description: 'Secret key of that app token; signs requests to Sumsub', secret: true }),
  SUMSUB_WEBHOOK_SECRETS: hosts.default([]).meta({
    description: 'Keys that sign Sumsub webhooks; two, comma separated, during a key rotation',
    secret: true,
  }),
  SUMSUB_LEVEL: z.string().default('basic-kyc-level').meta({ description: 'Verification level at Sumsub' }),
  SUMSUB_URL: z.url().default('https://api.sumsub.com').meta({ description: "Sumsub's API" }),
  SUMSUB_SCRIPT_URL: z
    .url()
    .default('https://static.sumsub.com/idensic/static/sns-websdk-builder.js')
    .meta({ description: "Script of Sumsub's WebSDK, loaded only by the verification page" }),
  SUMSUB_HIDES_DOCUMENTS: flag
    .default(false)
    .meta({ description: 'Removes the documents page while the identity check is enabled' }),
  AUTH0_ISSUER: z.url().optional().meta({
    description:
      'Issuer of the OpenID Connect tenant behind the social connections, e.g. https://tenant.eu.auth0.com/; default is the sandbox if it is running',
  }),
  AUTH0_CLIENT_ID: z.string().optional().meta({
    description: 'Client id at that issuer; its callback is PUBLIC_URL/auth/social/CONNECTION/callback',
  }),
  AUTH0_CLIENT_SECRET: z.string().optional().meta({ description: 'Client secret at that issuer', secret: true }),
  SOCIAL_PROVIDERS: socialProviders.default([]).meta({
    description:
      'Further OpenID Connect providers as JSON: [{"id":"google","name":"Google","issuer":"https://accounts.google.com","clientId":"…","clientSecret":"…"}]',
    secret: true,
  }),
  TELEGRAM_BOT: z
    .string()
    .regex(/^\w{3,64}$/)
    .optional()
    .meta({ description: 'Name of the bot whose domain is this site; enables sign-in with Telegram' }),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/)
    .optional()
    .meta({ description: 'Token of that bot', secret: true }),
  ROUND_MIN_MS: z.coerce.number().int().min(0).max(60_000).default(2500).meta({
    description: 'Minimum time between two rounds of a slot; player protection requires 2500',
  }),
  MAX_WIN_MULTIPLIER: z.coerce.number().int().min(1).max(1_000_000_000).default(100_000).meta({
    description:
      "Maximum payout of an outside studio's round, as a multiple of its stake, unless its catalogue sets one",
  }),
  ...chainShape,
  ...paymentShape,
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .meta({ description: 'Bearer token for /metrics; without it only local addresses may read them', secret: true }),
})
type Environment = z.output<typeof schema>

export type Settings = ReturnType<typeof derive>

/**
 * Everything that reaches another machine; and what is inconsistent without it. A drill leaves these settings out before
 * they are read, so that no adapter exists that could call one: of checks before each call, one could be forgotten.
 */
export const outside =
  /^(AUTH0_|BEACON_|CHAIN_|CHAT_WIDGET_|GTM_ID|IMAGE_HOSTS|PAYMENT_GATEWAYS|RATES_(FILE|SECRET|URL)|REDIS_|REGISTRATION_(CONFIRMATION|PHONE)|SANDBOX|SEED|SMS_|SMTP_|SOCIAL_PROVIDERS|SPORTSBOOK_|STUDIOS|SUMSUB_|TELEGRAM_|TWILIO_)/

/**
 * In a drill the copy runs with the settings of the live site, of which it knows no partner: their work stays where it
 * is, as that of a partner that another process knows.
 */
function ofDrill(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  if (!flag.safeParse(environment.DRILL).data) return environment
  const inside = Object.entries(environment).filter(([name]) => !outside.test(name))
  return { ...Object.fromEntries(inside), SANDBOX: 'false', SEED: 'false', SPORTSBOOK_HOST: 'off' }
}

/** Reads the settings from an environment. Throws a SettingsError that lists all errors. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const filled = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(ofDrill(filled), { error: settingMessage })
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new SettingsError(`These settings are invalid:\n${lines.join('\n')}`)
  }
  const faults = [...retired(filled), ...contradictions(parsed.data)]
  if (faults.length > 0) throw new SettingsError(`These settings are inconsistent:\n  ${faults.join('\n  ')}`)
  return derive(parsed.data)
}

/** Settings that were replaced: ignoring one would silently weaken a protection. */
function retired(environment: Record<string, string | undefined>): string[] {
  return environment.MIN_AGES ? ['MIN_AGES: set minimumAge in a policy file in POLICY_DIR instead'] : []
}

function contradictions(env: Environment): string[] {
  const faults: string[] = []
  if (env.NODE_ENV === 'production' && env.DATABASE_URL && !env.SECRET) {
    faults.push('SECRET: required in production with DATABASE_URL, because all processes must share it')
  }
  if (env.FORMER_SECRETS.some((former) => former.length < 32))
    faults.push('FORMER_SECRETS: a secret has 32 characters or more')
  if (env.SECRET && env.FORMER_SECRETS.includes(env.SECRET)) faults.push('FORMER_SECRETS: it names SECRET itself')
  if (env.SECRET && new Set(env.SECRET).size < 8) faults.push('SECRET: too uniform; use random characters')
  const isSportsbookOutside = env.SPORTSBOOK_HOST !== undefined && !/^(off|sandbox)$/.test(env.SPORTSBOOK_HOST)
  if (isSportsbookOutside !== Boolean(env.SPORTSBOOK_CLIENT_ID))
    faults.push('SPORTSBOOK_HOST and SPORTSBOOK_CLIENT_ID: set both or neither')
  if (isSportsbookOutside && !env.SPORTSBOOK_SECRET && !env.SPORTSBOOK_SIGNING_KEY)
    faults.push('SPORTSBOOK_SECRET: required with SPORTSBOOK_HOST')
  if (env.SPORTSBOOK_SECRET && env.SPORTSBOOK_SIGNING_KEY)
    faults.push('SPORTSBOOK_SECRET and SPORTSBOOK_SIGNING_KEY: set one of them')
  if (Boolean(env.SPORTSBOOK_SIGNING_KEY) !== Boolean(env.SPORTSBOOK_PUBLIC_KEYS))
    faults.push('SPORTSBOOK_SIGNING_KEY and SPORTSBOOK_PUBLIC_KEYS: set both or neither')
  for (const key of [env.SPORTSBOOK_SIGNING_KEY, ...env.SPORTSBOOK_PUBLIC_KEYS.split(',')])
    if (key && !base64.test(key.trim())) faults.push('SPORTSBOOK_PUBLIC_KEYS: not DER in base64')
  if (env.SPORTSBOOK_HOST === 'sandbox' && !(env.SANDBOX ?? env.NODE_ENV !== 'production'))
    faults.push('SPORTSBOOK_HOST: the sandbox is not running')
  if (env.NODE_ENV === 'production' && env.SPORTSBOOK_HOST?.startsWith('http:'))
    faults.push(`SPORTSBOOK_HOST: ${env.SPORTSBOOK_HOST} must be https`)
  for (const address of env.DESK_ADDRESSES)
    if (!isAddressBlock(address)) faults.push(`DESK_ADDRESSES: neither an address nor a block: ${address}`)
  const deskUrl = env.DESK_URL && new URL(env.DESK_URL)
  // Browsers store its cookie only for https, and for localhost.
  if (deskUrl && deskUrl.protocol !== 'https:' && deskUrl.hostname !== 'localhost')
    faults.push(`DESK_URL: ${env.DESK_URL} must be https, or localhost`)
  if (env.REGISTRATION_CONFIRMATION === 'first' && !env.SMTP_URL && !(env.SANDBOX ?? env.NODE_ENV !== 'production')) {
    faults.push('REGISTRATION_CONFIRMATION: first requires SMTP_URL, or no player can confirm an address')
  }
  if (Boolean(env.SMS_WEBHOOK_URL) !== Boolean(env.SMS_WEBHOOK_SECRET))
    faults.push('SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET: set both or neither')
  if (env.DOCUMENTS_URL && env.DOCUMENTS_DIR) faults.push('DOCUMENTS_DIR and DOCUMENTS_URL: set one of them')
  const bucketKeys = [env.DOCUMENTS_URL, env.DOCUMENTS_ACCESS_KEY, env.DOCUMENTS_SECRET_KEY].filter(Boolean)
  if (bucketKeys.length % 3 !== 0)
    faults.push('DOCUMENTS_URL, DOCUMENTS_ACCESS_KEY and DOCUMENTS_SECRET_KEY: set all or none')
  const twilio = [env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, env.TWILIO_FROM].filter(Boolean)
  if (twilio.length % 3 !== 0) faults.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM: set all or none')
  if (twilio.length > 0 && env.SMS_WEBHOOK_URL)
    faults.push('SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID: set one carrier, not both')
  if (env.REGISTRATION_PHONE && !hasTextMessages(env))
    faults.push(
      'REGISTRATION_PHONE: true requires a carrier (SMS_WEBHOOK_URL or TWILIO_ACCOUNT_SID), or no player receives the code',
    )
  const bad = env.RESTRICTED_COUNTRIES.split(',')
    .filter(Boolean)
    .filter((pair) => !/^[A-Z]{2}:[12]$/.test(pair.trim()))
  const badCodes = codesOf(env.SANCTIONED_COUNTRIES).filter((code) => !/^[A-Z]{2}$/.test(code))
  if (badCodes.length > 0) faults.push(`SANCTIONED_COUNTRIES: not codes of two capital letters: ${badCodes.join(', ')}`)
  if (bad.length > 0) faults.push(`RESTRICTED_COUNTRIES: not of the form CODE:TYPE: ${bad.join(', ')}`)
  if (env.SUMSUB_APP_TOKEN && !(env.SUMSUB_SECRET_KEY && env.SUMSUB_WEBHOOK_SECRETS.length > 0))
    faults.push('SUMSUB_SECRET_KEY and SUMSUB_WEBHOOK_SECRETS: required with SUMSUB_APP_TOKEN')
  if (Boolean(env.AUTH0_ISSUER) !== Boolean(env.AUTH0_CLIENT_ID && env.AUTH0_CLIENT_SECRET))
    faults.push('AUTH0_ISSUER, AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET: set all or none')
  if (Boolean(env.TELEGRAM_BOT) !== Boolean(env.TELEGRAM_BOT_TOKEN))
    faults.push('TELEGRAM_BOT and TELEGRAM_BOT_TOKEN: set both or neither')
  const issuers = [env.AUTH0_ISSUER, ...env.SOCIAL_PROVIDERS.map(({ issuer }) => issuer)].filter(
    (issuer) => issuer !== undefined,
  )
  for (const issuer of issuers)
    if (!issuer.startsWith('https:')) faults.push(`AUTH0_ISSUER and SOCIAL_PROVIDERS: ${issuer} must be https`)
  if (new Set(env.SOCIAL_PROVIDERS.map(({ id }) => id)).size < env.SOCIAL_PROVIDERS.length)
    faults.push('SOCIAL_PROVIDERS: two providers have the same id')
  const badGames = env.RESTRICTED_GAMES.split(',')
    .filter(Boolean)
    .filter((pair) => !/^[a-z0-9][a-z0-9_-]*:[A-Z]{2}(\+[A-Z]{2})*$/.test(pair.trim()))
  if (badGames.length > 0) faults.push(`RESTRICTED_GAMES: not of the form GAME:CODE+CODE: ${badGames.join(', ')}`)
  if (env.CHAT_WIDGET_SCRIPT && env.CHAT_WIDGET_SCRIPT !== 'sandbox' && !env.CHAT_WIDGET_TOKEN)
    faults.push('CHAT_WIDGET_TOKEN: required with CHAT_WIDGET_SCRIPT')
  if (env.CHAT_WIDGET_SCRIPT === 'sandbox' && !(env.SANDBOX ?? env.NODE_ENV !== 'production'))
    faults.push('CHAT_WIDGET_SCRIPT: the sandbox is not running')
  if ((env.CHAT_WIDGET_HOST || env.CHAT_WIDGET_TOKEN) && !env.CHAT_WIDGET_SCRIPT)
    faults.push('CHAT_WIDGET_HOST and CHAT_WIDGET_TOKEN: set CHAT_WIDGET_SCRIPT too')
  for (const url of [env.CHAT_WIDGET_SCRIPT, env.CHAT_WIDGET_HOST])
    if (env.NODE_ENV === 'production' && url?.startsWith('http:'))
      faults.push(`CHAT_WIDGET_SCRIPT and CHAT_WIDGET_HOST: ${url} must be https`)
  for (const name of ['IMAGE_HOSTS', 'FRAME_HOSTS'] as const) {
    const wrong = env[name].filter((host) => originOf(host) === null)
    if (wrong.length > 0) faults.push(`${name}: neither a host nor an origin: ${wrong.join(', ')}`)
  }
  const badRedirects = env.REDIRECT_HOSTS.filter((host) => host.includes('://') || originOf(host) === null)
  if (badRedirects.length > 0) faults.push(`REDIRECT_HOSTS: not a host: ${badRedirects.join(', ')}`)
  const badOrigins = env.REALTIME_ORIGINS.filter((origin) => originOf(origin) !== origin)
  if (badOrigins.length > 0) faults.push(`REALTIME_ORIGINS: not an origin: ${badOrigins.join(', ')}`)
  if (env.SANDBOX_PORT === 'off' && !env.SANDBOX_URL)
    faults.push('SANDBOX_URL: required with SANDBOX_PORT=off, which uses the sandbox of another process')
  if (env.PORT > 0 && env.SANDBOX_PORT === env.PORT) faults.push('SANDBOX_PORT: must differ from PORT')
  if (env.RATES_URL && env.RATES_FILE) faults.push('RATES_URL and RATES_FILE: set one of them')
  if (env.RATES_SECRET && !env.RATES_URL) faults.push('RATES_SECRET: signs the answers of RATES_URL, which is not set')
  if (env.RATES_URL?.startsWith('http:') && !env.RATES_SECRET)
    faults.push('RATES_SECRET: needed where RATES_URL is not https')
  if (env.BEACON_CHAIN && !env.BEACON_URL) faults.push('BEACON_CHAIN: of the beacon at BEACON_URL, which is not set')
  faults.push(...chainFaults(env), ...paymentFaults(env), ...studioFaults(env))
  return faults
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** `cdn.example` or `http://10.0.0.7:8080` as an origin; null for anything else. */
function originOf(host: string): string | null {
  const address = host.includes('://') ? host : `https://${host}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isPlain = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return isPlain && /^https?:$/.test(url.protocol) ? url.origin : null
}

/** `none` is an empty list: an empty setting gets the default. */
function codesOf(text: string): string[] {
  if (text === 'none') return []
  return text
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

/** Parses "NAME:VALUE, NAME:VALUE", already validated. */
function pairsOf(list: string): Array<[name: string, value: string]> {
  return list
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.trim().split(':') as [string, string])
}

type SportsbookSettings = {
  host: string
  clientId: string
  /** Empty for the sandbox's, which shares the sandbox's secret. */
  secrets: string[]
  /** Of one whose calls are signed tokens: DER in base64. */
  keys: { own: string; theirs: string[] } | null
  integrity: string | null
}

function sportsbookOf(env: Environment, sandboxUrl: string): SportsbookSettings | null {
  const integrity = env.SPORTSBOOK_INTEGRITY ?? null
  const isSandbox =
    (env.SPORTSBOOK_HOST ?? ((env.SANDBOX ?? env.NODE_ENV !== 'production') ? 'sandbox' : 'off')) === 'sandbox'
  if (isSandbox) return { host: `${sandboxUrl}/sportsbook`, clientId: 'fairhouse', secrets: [], keys: null, integrity }
  if (!env.SPORTSBOOK_HOST || !env.SPORTSBOOK_CLIENT_ID) return null
  const { SPORTSBOOK_SIGNING_KEY: own } = env
  if (!own && !env.SPORTSBOOK_SECRET) return null
  return {
    host: env.SPORTSBOOK_HOST.replace(/\/$/, ''),
    clientId: env.SPORTSBOOK_CLIENT_ID,
    secrets: [env.SPORTSBOOK_SECRET, env.SPORTSBOOK_OLD_SECRET].filter((secret) => secret !== undefined),
    keys: own ? { own, theirs: env.SPORTSBOOK_PUBLIC_KEYS.split(',').map((key) => key.trim()) } : null,
    integrity,
  }
}

/** Whether one-time codes can reach a phone, or the sandbox's inbox. */
function hasTextMessages({ SMS_WEBHOOK_URL, TWILIO_ACCOUNT_SID, SANDBOX, NODE_ENV }: Environment): boolean {
  return Boolean(SMS_WEBHOOK_URL ?? TWILIO_ACCOUNT_SID) || (SANDBOX ?? NODE_ENV !== 'production')
}

function hasSandboxStudio({ SANDBOX, SANDBOX_STUDIO, NODE_ENV }: Environment): boolean {
  return (SANDBOX ?? NODE_ENV !== 'production') && (SANDBOX_STUDIO ?? NODE_ENV !== 'test')
}

function isAddressBlock(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128))
}

function deskOf(env: Environment) {
  const port = env.DESK_PORT ?? (env.NODE_ENV === 'test' ? 'off' : env.PORT === 0 ? 0 : env.PORT + 2)
  return {
    /** Null without a desk. */
    port: port === 'off' ? null : port,
    host: env.DESK_HOST,
    url: (env.DESK_URL ?? `http://localhost:${port}`).replace(/\/$/, ''),
    /** Empty for all. */
    addresses: env.DESK_ADDRESSES,
    /** Null where nobody may act alone. */
    owner: env.DESK_OWNER ?? null,
  }
}

function documentsOf(env: Environment) {
  return {
    folder: env.DOCUMENTS_DIR ?? join(env.DATA_DIR, 'documents'),
    /** In place of the folder; null without one. */
    bucket: env.DOCUMENTS_URL
      ? {
          url: env.DOCUMENTS_URL.replace(/\/$/, ''),
          region: env.DOCUMENTS_REGION,
          accessKey: env.DOCUMENTS_ACCESS_KEY!,
          secretKey: env.DOCUMENTS_SECRET_KEY!,
        }
      : null,
    key: env.DOCUMENTS_KEY ?? null,
  }
}

function derive(env: Environment) {
  const isProduction = env.NODE_ENV === 'production'
  const sandboxPort = env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1)
  const sandboxUrl = (env.SANDBOX_URL ?? `http://localhost:${sandboxPort}`).replace(/\/$/, '')
  return {
    environment: env.NODE_ENV,
    isProduction,
    isDrill: env.DRILL,
    port: env.PORT,
    host: env.HOST ?? (env.TRUST_PROXY > 0 ? '127.0.0.1' : '0.0.0.0'),
    leaveMs: (env.LEAVE_SECONDS ?? (env.TRUST_PROXY > 0 ? 5 : 0)) * 1000,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    desk: deskOf(env),
    auditOriginDays: env.AUDIT_ORIGIN_DAYS,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    /** Empty until start-up has read or generated the one in DATA_DIR. */
    secret: env.SECRET ?? '',
    formerSecrets: env.FORMER_SECRETS,
    trustProxy: env.TRUST_PROXY,
    countryDatabase: env.COUNTRY_DATABASE ?? null,
    countryHeader: env.COUNTRY_HEADER.toLowerCase(),
    unknownCountries:
      env.UNKNOWN_COUNTRIES ?? (isProduction && !env.SANDBOX ? ('no-registration' as const) : ('admit' as const)),
    defaultCountry: env.DEFAULT_COUNTRY,
    restrictedCountries: new Map(
      pairsOf(env.RESTRICTED_COUNTRIES).map(([code, type]) => [code, type === '1' ? 1 : 2] as const),
    ),
    sanctionedCountries: new Set(codesOf(env.SANCTIONED_COUNTRIES)),
    restrictedGames: new Map(
      pairsOf(env.RESTRICTED_GAMES).map(([game, codes]) => [game, new Set(codes.split('+'))] as const),
    ),
    logLevel: env.LOG_LEVEL,
    contentDir: env.CONTENT_DIR ?? null,
    themeFile: env.THEME_FILE ?? null,
    seed: env.SEED ?? !isProduction,
    sandbox: {
      isEnabled: env.SANDBOX ?? !isProduction,
      /** Null: another process runs it. */
      port: sandboxPort === 'off' ? null : sandboxPort,
      url: sandboxUrl,
      secret: env.SANDBOX_SECRET ?? '',
    },
    rates: {
      url: env.RATES_URL ?? null,
      secret: env.RATES_SECRET ?? null,
      file: env.RATES_FILE ?? null,
      everyMs: env.RATES_EVERY_MINUTES * 60_000,
      maxChange: env.RATES_MAX_CHANGE_PERCENT / 100,
      staleAfterMs: env.RATES_STALE_HOURS * 3_600_000,
    },
    beacon: env.BEACON_URL
      ? { urls: env.BEACON_URL.map((url) => url.replace(/\/$/, '')), chain: env.BEACON_CHAIN ?? quicknet }
      : null,
    realtimeOrigins: env.REALTIME_ORIGINS,
    maxServerPingDelayMs: env.SERVER_PING_DELAY_MS,
    redirectHosts: env.REDIRECT_HOSTS,
    frameHosts: env.FRAME_HOSTS,
    imageOrigins: [
      ...env.IMAGE_HOSTS.map((host) => originOf(host)!),
      // Its tiles.
      ...(hasSandboxStudio(env) ? [new URL(sandboxUrl).origin] : []),
    ],
    imageMaxBytes: env.IMAGE_MAX_KB * 1000,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    registration: {
      email: env.REGISTRATION_EMAIL,
      phone: env.REGISTRATION_PHONE ?? hasTextMessages(env),
      confirmation: env.REGISTRATION_CONFIRMATION,
      /** Field -> whether it is required. */
      fields: new Map(env.REGISTRATION_FIELDS.map((each) => [each.replace('*', ''), each.endsWith('*')])),
      captchaBits: env.CAPTCHA_BITS,
    },
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null, support: env.SUPPORT_EMAIL ?? null },
    chat: {
      isOn: env.CHAT,
      isBuiltIn: env.CHAT && !env.CHAT_WIDGET_SCRIPT,
      widget: env.CHAT ? widgetOf(env, sandboxUrl) : null,
      hasGuests: env.CHAT_GUESTS,
      retentionDays: env.CHAT_RETENTION_DAYS,
      /** Longer than a guest's token is valid. */
      guestRetentionDays: Math.min(30, env.CHAT_RETENTION_DAYS),
    },
    complaints: { retentionYears: env.COMPLAINT_RETENTION_YEARS, disputeBody: env.DISPUTE_BODY ?? null },
    strangerSignInFailures: env.STRANGER_SIGN_IN_FAILURES,
    otp: {
      hasLetters: env.OTP_LETTERS,
      perPhoneHour: env.OTP_PER_PHONE_HOUR,
      perPhoneDay: env.OTP_PER_PHONE_DAY,
      perAddressHour: env.OTP_PER_ADDRESS_HOUR,
      perPrefixHour: env.OTP_PER_PREFIX_HOUR,
      perCountryHour: env.OTP_PER_COUNTRY_HOUR,
      perDay: env.OTP_PER_DAY,
    },
    sms: {
      webhook: env.SMS_WEBHOOK_URL ? { url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET! } : null,
      twilio: env.TWILIO_ACCOUNT_SID
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID,
            authToken: env.TWILIO_AUTH_TOKEN!,
            from: env.TWILIO_FROM!,
            url: env.TWILIO_URL.replace(/\/$/, ''),
          }
        : null,
    },
    turnoverMultiplier: env.TURNOVER_MULTIPLIER,
    withdrawals: {
      autoLimit: env.WITHDRAWAL_AUTO_LIMIT,
      reviewsUnverified: env.WITHDRAWAL_REVIEW_UNVERIFIED,
      promisedHours: env.WITHDRAWAL_HOURS,
      addressWaitMs: env.ADDRESS_WAIT_HOURS * 3_600_000,
    },
    swaps: {
      spreadPercent: env.SWAP_SPREAD_PERCENT,
      quoteMs: env.SWAP_QUOTE_SECONDS * 1000,
      minimum: env.SWAP_MINIMUM,
      dailyLimit: env.SWAP_DAILY_LIMIT,
    },
    rewards: { grantLimit: env.REWARDS_GRANT_LIMIT, grantPoints: env.REWARDS_GRANT_POINTS },
    vaultWaitMs: env.VAULT_WAIT_MINUTES * 60_000,
    isLoyaltyEnabled: env.LOYALTY,
    sportsbook: sportsbookOf(env, sandboxUrl),
    studios: env.STUDIOS,
    hasSandboxStudio: hasSandboxStudio(env),
    gtm: env.GTM_ID ?? null,
    hasServiceWorker: env.SERVICE_WORKER,
    affiliateTagDays: env.AFFILIATE_TAG_DAYS,
    /** Bytes. */
    minFreeDisk: env.MIN_FREE_DISK_MB * 1024 ** 2,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    pageLimitPerMinute: env.PAGE_LIMIT_PER_MINUTE,
    policyDir: env.POLICY_DIR ?? null,
    licences: new Set(env.LICENCES),
    webPushKey: env.WEB_PUSH_KEY ?? null,
    liabilitiesKey: env.LIABILITIES_KEY ?? null,
    hasConsumers: env.CONSUMERS,
    redisUrl: env.REDIS_URL ?? null,
    documents: documentsOf(env),
    identityCheck: {
      sumsub: env.SUMSUB_APP_TOKEN
        ? {
            appToken: env.SUMSUB_APP_TOKEN,
            secretKey: env.SUMSUB_SECRET_KEY!,
            webhookSecrets: env.SUMSUB_WEBHOOK_SECRETS,
            level: env.SUMSUB_LEVEL,
            url: env.SUMSUB_URL.replace(/\/$/, ''),
            scriptUrl: env.SUMSUB_SCRIPT_URL,
          }
        : null,
      hidesDocuments: env.SUMSUB_HIDES_DOCUMENTS,
    },
    social: socialOf(env),
    chain: deriveChain(env),
    payments: derivePayments(env),
    roundMinMs: env.ROUND_MIN_MS,
    maxWinMultiplier: env.MAX_WIN_MULTIPLIER,
    metricsToken: env.METRICS_TOKEN ?? null,
  }
}

/** Origins are what pages may load and embed. */
function widgetOf(env: Environment, sandboxUrl: string) {
  if (!env.CHAT_WIDGET_SCRIPT) return null
  const isSandbox = env.CHAT_WIDGET_SCRIPT === 'sandbox'
  const scriptUrl = isSandbox ? `${sandboxUrl}/chat-widget/widget.js` : env.CHAT_WIDGET_SCRIPT
  const origin = new URL(scriptUrl).origin
  const host = new URL(env.CHAT_WIDGET_HOST ?? origin).origin
  return { scriptUrl, host, token: env.CHAT_WIDGET_TOKEN ?? 'sandbox', origins: [...new Set([origin, host])] }
}

/** Null values are replaced by the sandbox if it is running. */
function socialOf(env: Environment) {
  return {
    auth0: env.AUTH0_ISSUER
      ? { issuer: env.AUTH0_ISSUER, clientId: env.AUTH0_CLIENT_ID!, clientSecret: env.AUTH0_CLIENT_SECRET! }
      : null,
    providers: env.SOCIAL_PROVIDERS,
    telegram: env.TELEGRAM_BOT ? { bot: env.TELEGRAM_BOT, token: env.TELEGRAM_BOT_TOKEN! } : null,
  }
}
