/**
 * What a site that takes real money must have and this one lacks: named at each start in production, and printed by
 * `npm run check-production`.
 */
import { sharedGames } from '#contract/shared-rounds.ts'
import type { KernelDeps, TextDeps } from './deps.ts'
import { hasCountrySource } from './kernel/http/geo.ts'
import { type Content, loadContent, unratedIn } from './reference/index.ts'
import { hasOperators } from './operators/index.ts'
import { chainInUse, readChains } from './play/index.ts'
import type { Settings } from './settings.ts'

export type Missing = { what: string; remedy: string }

export async function missingForProduction(deps: TextDeps, shipped: Content = loadContent()): Promise<Missing[]> {
  return [
    ...missingSettings(deps.settings),
    ...(await missingRates(deps)),
    ...((await hasOperators(deps)) ? [] : [operators]),
    ...missingTexts(deps.content, shipped),
    ...(await missingChains(deps)),
  ]
}

const operators = {
  what: 'operators',
  remedy: 'Invite the first: npm run operator -- operators invite <name> manager.',
}

function missingSettings(settings: Settings): Missing[] {
  const { payments, chain, rates, beacon, identityCheck, mail, sms, sandbox } = settings
  const isPublic = settings.publicUrl.startsWith('https:') && new URL(settings.publicUrl).hostname !== 'localhost'
  const conditions: Array<[isMet: unknown, what: string, remedy: string]> = [
    [settings.isProduction, 'production mode', 'Set NODE_ENV=production.'],
    [!sandbox.isEnabled, 'an end of the sandbox', 'Set SANDBOX=false: anyone can pay with its play money.'],
    [!settings.seed, 'an end of the demo players', 'Set SEED=false, on a new database: their passwords are public.'],
    [isPublic, 'public address', 'Set PUBLIC_URL to the https address of the site.'],
    [
      payments.gateways[0] ?? chain.evm ?? chain.bitcoin,
      'payment partner',
      'Set PAYMENT_GATEWAYS (docs/payment-partners.md), or CHAIN_… (docs/operations/chain.md).',
    ],
    [rates.url ?? rates.file, 'source of exchange rates', 'Set RATES_URL or RATES_FILE.'],
    [identityCheck.sumsub, 'identity provider', 'Set SUMSUB_…: without it no identity is verified.'],
    [
      beacon,
      'public beacon',
      'Set BEACON_URL (docs/operations/games.md#crash): without it you know the crash points in advance, and the game says so.',
    ],
    [mail.smtpUrl, 'mail server', 'Set SMTP_URL: without it no mail is sent.'],
    [mail.support, 'address of support', 'Set SUPPORT_EMAIL, which receives messages of the contact page.'],
    [
      sms.twilio ?? sms.webhook ?? !settings.registration.phone,
      'carrier of text messages',
      'Set TWILIO_… or SMS_WEBHOOK_…, or REGISTRATION_PHONE=false.',
    ],
    [
      hasCountrySource(settings),
      'countries of visitors',
      'Set COUNTRY_DATABASE, or TRUST_PROXY and COUNTRY_HEADER behind a proxy that sends the country.',
    ],
    [
      settings.trustProxy === 0 || settings.metricsToken,
      'token of the metrics',
      'Set METRICS_TOKEN: behind a proxy on the same machine every request appears local.',
    ],
  ]
  return conditions.filter(([isMet]) => !isMet).map(([, what, remedy]) => ({ what, remedy }))
}

async function missingRates({ db }: KernelDeps): Promise<Missing[]> {
  const enabled = await db.kysely
    .selectFrom('reference.currencies')
    .select('code')
    .where('is_enabled', '=', true)
    .orderBy('code')
    .execute()
  const unrated = await unratedIn(
    db.kysely,
    enabled.map(({ code }) => code),
  )
  if (unrated.length === 0) return []
  const remedy =
    'No source and no person has confirmed them, so they are not offered: set their rates at the desk, or switch them off.'
  return [{ what: `exchange rates of ${unrated.join(', ')}`, remedy }]
}

/** What each locale says that a site with real money must not. */
const demonstrations = [
  ['pages', 'terms', 'body'],
  ['pages', 'privacy', 'body'],
  ['layout', 'footer', 'legal'],
] as const

function missingTexts(content: Content, shipped: Content): Missing[] {
  const textOf = (from: Content, locale: string, [directory, file, key]: (typeof demonstrations)[number]) =>
    JSON.stringify((from.read(locale, directory)[file] as Record<string, unknown> | undefined)?.[key])
  return demonstrations.flatMap((place) => {
    const locales = content.locales.filter(
      (locale) => textOf(content, locale, place) === textOf(shipped, locale, place),
    )
    if (locales.length === 0) return []
    const [directory, file, key] = place
    return [
      {
        what: `own ${file === 'footer' ? 'licence in the footer' : file} (${locales.join(', ')})`,
        remedy: `${file}.${key} of ${directory}.json is that of a demonstration: replace it in CONTENT_DIR, or publish a text at the desk.`,
      },
    ]
  })
}

async function missingChains({ db }: KernelDeps): Promise<Missing[]> {
  const lacking: Missing[] = []
  for (const game of sharedGames) {
    const chain = chainInUse(await readChains(db.kysely, game))
    if (chain && !chain.is_demo) continue
    const remedy = `No round starts without a chain and its salt: npm run operator -- shared-rounds publish ${game}.`
    lacking.push({ what: `chain of ${game}`, remedy })
  }
  return lacking
}
