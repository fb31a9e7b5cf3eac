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

export type Missing = {
  what: string
  why: string
  remedy: string
  /** Of the page of the desk on which it is remedied; null for settings and commands. */
  path: string | null
}

export async function missingForProduction(deps: TextDeps, shipped: Content = loadContent()): Promise<Missing[]> {
  return [
    ...missingSettings(deps.settings),
    ...(await missingRates(deps)),
    ...((await hasOperators(deps)) ? [] : [operators]),
    ...missingTexts(deps.content, shipped),
    ...(await missingChains(deps)),
  ]
}

const operators: Missing = {
  what: 'operators',
  why: 'Nobody can approve a withdrawal, answer a player or block an account.',
  remedy: 'Invite the first: npm run operator -- operators invite <name> manager.',
  path: '/people',
}

function missingSettings(settings: Settings): Missing[] {
  const { payments, chain, rates, beacon, identityCheck, mail, sms, sandbox } = settings
  const isPublic = settings.publicUrl.startsWith('https:') && new URL(settings.publicUrl).hostname !== 'localhost'
  const conditions: Array<[isMet: unknown, what: string, why: string, remedy: string]> = [
    [
      settings.isProduction,
      'production mode',
      'Weak secrets are accepted, and the sandbox and the demo data are on by default.',
      'Set NODE_ENV=production.',
    ],
    [!sandbox.isEnabled, 'an end of the sandbox', 'Anyone can pay with its play money.', 'Set SANDBOX=false.'],
    [
      !settings.seed,
      'an end of the demo players',
      'Their passwords are public, and so are those of the demo operators.',
      'Set SEED=false, on a new database.',
    ],
    [
      isPublic,
      'public address',
      'Links in mails, returns from partners and sign-ins lead to this machine.',
      'Set PUBLIC_URL to the https address of the site.',
    ],
    [
      payments.gateways[0] ?? chain.evm ?? chain.bitcoin,
      'payment partner',
      'Nobody can deposit or be paid.',
      'Set PAYMENT_GATEWAYS (docs/payment-partners.md), or CHAIN_… (docs/operations/chain.md).',
    ],
    [
      rates.url ?? rates.file,
      'source of exchange rates',
      'Amounts in several currencies are compared by rates that nobody renews.',
      'Set RATES_URL or RATES_FILE.',
    ],
    [identityCheck.sumsub, 'identity provider', 'No identity is verified but by hand.', 'Set SUMSUB_….'],
    [
      beacon,
      'public beacon',
      'You know the crash points in advance, and the game says so.',
      'Set BEACON_URL (docs/operations/games.md#crash).',
    ],
    [
      mail.smtpUrl,
      'mail server',
      'No mail is sent: no confirmation of an address, no new password, no notice of a sign-in.',
      'Set SMTP_URL.',
    ],
    [mail.support, 'address of support', 'Nobody is told of messages from the contact page.', 'Set SUPPORT_EMAIL.'],
    [
      sms.twilio ?? sms.webhook ?? !settings.registration.phone,
      'carrier of text messages',
      'Players can register by phone but receive no code.',
      'Set TWILIO_… or SMS_WEBHOOK_…, or REGISTRATION_PHONE=false.',
    ],
    [
      hasCountrySource(settings),
      'countries of visitors',
      'No country is restricted, and every visitor sees what the law forbids in some.',
      'Set COUNTRY_DATABASE, or TRUST_PROXY and COUNTRY_HEADER behind a proxy that sends the country.',
    ],
    [
      settings.trustProxy === 0 || settings.metricsToken,
      'token of the metrics',
      'Behind a proxy on the same machine every request appears local, so that anyone reads them.',
      'Set METRICS_TOKEN.',
    ],
  ]
  return conditions.filter(([isMet]) => !isMet).map(([, what, why, remedy]) => ({ what, why, remedy, path: null }))
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
  return [
    {
      what: `exchange rates of ${unrated.join(', ')}`,
      why: 'No source and no person has confirmed them, so these currencies are not offered.',
      remedy: 'Set their rates at the desk, or switch them off.',
      path: '/rates',
    },
  ]
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
        why: `Players read the text of a demonstration, which binds you to nothing that you chose.`,
        remedy: `Publish your own at the desk, or replace ${file}.${key} of ${directory}.json in CONTENT_DIR.`,
        path: `/content?file=${directory}/${file}&locale=${locales.includes('en') ? 'en' : locales[0]}`,
      },
    ]
  })
}

async function missingChains({ db }: KernelDeps): Promise<Missing[]> {
  const lacking: Missing[] = []
  for (const game of sharedGames) {
    const chain = chainInUse(await readChains(db.kysely, game))
    if (chain && !chain.is_demo) continue
    lacking.push({
      what: `chain of ${game}`,
      why: 'No round starts without a chain and its salt.',
      remedy: `npm run operator -- shared-rounds publish ${game} (docs/operations/games.md#crash).`,
      path: null,
    })
  }
  return lacking
}
