/**
 * `npm run operator -- rates | currencies | collections`: shows current and earlier versions, and makes changes, which
 * are stored with their author and reason.
 */
import { numberOf, readJson, reasonOf } from '../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { currencies } from './currencies.ts'
import { rateAgesIn, unratedIn } from './measure-rates.ts'
import { rollBack } from './roll-back.ts'
import { setCollections } from './set-collections.ts'
import { acceptHeldRate, discardHeldRate, setRate } from './set-rate.ts'
import { switchCurrency } from './switch-currency.ts'
import { type DataOf, listVersions, readVersion, type Subject } from './versions.ts'

const maxShown = 20

const refusals = {
  currencyUnknown: `Unknown currency: choose from ${currencies.map(({ code }) => code).join(', ')}.`,
  isBase: 'All rates are expressed in the base currency: its rate is 1, and it stays enabled.',
  rateInvalid: 'A rate is a positive number: units of the currency for one euro.',
  noChange: 'This is already in force.',
  versionNotFound: 'No such version: see history.',
  nothingHeld: 'No held rate for this currency.',
  anotherIsHeld: 'The source has reported another rate since: {message} is held.',
  movesFar: 'This would move {message}. Nothing was changed: if it is right, write --confirm before the reason.',
}

export const versionReason = (words: string[]) => reasonOf(words, 'it is stored with the version')

export const rateCommands: OperatorCommands = {
  show: { usage: 'show', about: 'Shows current rates, their age and held rates', run: showRates },
  set: {
    usage: 'set <currency> <rate> [--confirm] <reason …>',
    about: 'Sets a rate: units of the currency for one euro; one that moves far only with --confirm',
    async run(context, [code = '', rate = '', ...words]) {
      const set = await setRate(context, { code, rate: numberOf(rate), ...judged(context, words) })
      if (!set.ok) throw refused(set)
      context.print(`${code} is ${rate} for one euro: version ${set.value.version}.`)
    },
  },
  accept: {
    usage: 'accept <currency> <rate>',
    about: 'Accepts a held rate, written as show prints it',
    async run(context, [code = '', rate = '']) {
      const accepted = await acceptHeldRate(context, code, rateOf(rate))
      if (!accepted.ok) throw refused(accepted)
      context.print(`${code} is ${accepted.value.rate} for one euro: version ${accepted.value.version}.`)
    },
  },
  discard: {
    usage: 'discard <currency>',
    about: 'Discards a held rate and keeps the current one',
    async run(context, [code = '']) {
      const discarded = await discardHeldRate(context, code)
      if (!discarded.ok) throw new CommandError(refusals[discarded.refusal])
      context.print(`${discarded.value.rate} for ${code} is discarded. The source may report it again.`)
    },
  },
  ...versionCommands('rates', (rates) =>
    Object.entries(rates)
      .map(([code, rate]) => `${code} ${rate}`)
      .join(', '),
  ),
}

/** A rate as `show` prints it, which writes small ones with an exponent. */
function rateOf(text: string): number {
  const rate = /^\d+(\.\d+)?(e-\d+)?$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(rate)) throw new CommandError('Enter the rate that you accept: see show.')
  return rate
}

/** The reason of a change of rates, which may move far where it follows `--confirm`. */
function judged({ settings }: OperatorContext, words: string[]): { comment: string; maxChange: number | undefined } {
  const isConfirmed = words[0] === '--confirm'
  return {
    comment: versionReason(isConfirmed ? words.slice(1) : words),
    maxChange: isConfirmed ? undefined : settings.rates.maxChange,
  }
}

function refused({ refusal, message = '' }: { refusal: keyof typeof refusals; message?: string }): CommandError {
  return new CommandError(refusals[refusal].replace('{message}', () => message))
}

export const currencyCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Lists currencies and whether they are enabled', run: listCurrencies },
  on: {
    usage: 'on <currency> <reason …>',
    about: 'Enables a currency for accounts, deposits and play',
    run: (context, words) => turn(context, words, true),
  },
  off: {
    usage: 'off <currency> <reason …>',
    about: 'Switches a currency off: nothing new starts in it, open rounds and payments are completed',
    run: (context, words) => turn(context, words, false),
  },
  ...versionCommands('currencies', ({ enabled }) => enabled.join(', ')),
}

export const collectionCommands: OperatorCommands = {
  show: {
    usage: 'show',
    about: "Prints the lobby's collections as JSON, to edit and set or define",
    run: async ({ db, print }) => print(JSON.stringify((await readVersion(db.kysely, 'collections'))!.data, null, 2)),
  },
  set: {
    usage: 'set <file.json> <reason …>',
    about: "Replaces the lobby's collections by those in a file",
    async run(context, [path = '', ...reason]) {
      const comment = versionReason(reason)
      const set = await setCollections(context, { collections: await readJson(path), comment })
      if (!set.ok) throw new CommandError(`The collections in ${path} are invalid:\n${set.message}`)
      context.print(`Collections set from ${path}: version ${set.value.version}.`)
    },
  },
  ...versionCommands('collections', (all) => all.map(({ identity }) => identity).join(', ')),
}

function versionCommands<S extends Subject>(subject: S, describe: (data: DataOf<S>) => string): OperatorCommands {
  return {
    history: {
      usage: 'history',
      about: `The last ${maxShown} versions: when, by whom, why, and their values`,
      async run({ db, print }) {
        for (const { version, at, actor, comment, data } of await listVersions(db.kysely, subject, maxShown)) {
          print(`${String(version).padStart(5)}  ${at.toISOString().slice(0, 19)}  ${actor.padEnd(20)}  ${comment}`)
          print(`       ${describe(data)}`)
        }
      },
    },
    'roll-back': {
      usage: `roll-back <version> ${subject === 'rates' ? '[--confirm] ' : ''}<reason …>`,
      about: 'Restores an earlier version as a new one',
      async run(context, [version = '', ...words]) {
        if (!/^\d{1,9}$/.test(version)) throw new CommandError('Enter the number of the version: see history.')
        const why = subject === 'rates' ? judged(context, words) : { comment: versionReason(words) }
        const back = await rollBack(context, subject, { version: Number(version), ...why })
        if (!back.ok) throw refused(back)
        context.print(`Version ${version} was restored as version ${back.value.version}.`)
      },
    },
  }
}

async function showRates(context: OperatorContext): Promise<void> {
  const { db, print } = context
  const { version, data, at, actor } = (await readVersion(db.kysely, 'rates'))!
  const ages = await rateAgesIn(db.kysely, context.clock, Object.keys(data))
  for (const [code, rate] of Object.entries(data)) {
    const age = ages.find((each) => each.code === code)
    const confirmed = age && (age.ageMs === Infinity ? 'an example, confirmed by nobody' : confirmedText(age.ageMs))
    print(`  ${code.padEnd(5)} ${rate}${confirmed ? `  ${confirmed}` : ''}`)
  }
  print(`Version ${version} of ${at.toISOString().slice(0, 19)} by ${actor}.`)
  const held = await db.kysely.selectFrom('reference.held_rates').selectAll().orderBy('currency').execute()
  for (const { currency, rate, source, first_seen_at } of held)
    print(
      `  ${currency.padEnd(5)} ${Number(rate)} from ${source} held since ${first_seen_at.toISOString().slice(0, 19)}: accept or discard it`,
    )
}

const confirmedText = (ageMs: number) => `confirmed ${(ageMs / 3_600_000).toFixed(1)} hours ago`

async function listCurrencies({ db, print }: OperatorContext): Promise<void> {
  const { enabled } = (await readVersion(db.kysely, 'currencies'))!.data
  const unrated = await unratedIn(db.kysely, enabled)
  const stateOf = (code: string) =>
    !enabled.includes(code)
      ? 'switched off'
      : unrated.includes(code)
        ? 'enabled, offered once its rate is confirmed (rates set)'
        : 'enabled'
  for (const { code, name } of currencies) print(`  ${code.padEnd(5)} ${name.padEnd(16)} ${stateOf(code)}`)
}

async function turn(context: OperatorContext, [code = '', ...reason]: string[], isEnabled: boolean): Promise<void> {
  const switched = await switchCurrency(context, { code, isEnabled, comment: versionReason(reason) })
  if (!switched.ok) throw new CommandError(refusals[switched.refusal])
  context.print(`${code} is ${isEnabled ? 'enabled' : 'switched off'}: version ${switched.value.version}.`)
}
