/** `npm run operator -- switches …`: games, studios, payment methods and the sportsbook, off and on at run time. */
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { isKnownCountry, readSwitches, switchOff, switchOn } from '../../reference/index.ts'
import { readFeatures } from './features.ts'

const what = 'game:<id>|studio:<id>|method:<id>|sportsbook'

export const switchCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Lists what is switched off, where, by whom and why', run: list },
  off: {
    usage: `off <${what}> [in=<country>,…] <reason …>`,
    about: 'Switches it off, everywhere or in countries: nothing new starts, what is open is completed',
    run: (context, words) => turn(context, words, 'off'),
  },
  on: {
    usage: `on <${what}> [in=<country>,…] <reason …>`,
    about: 'Switches it on again, wherever it is off or in countries alone',
    run: (context, words) => turn(context, words, 'on'),
  },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const switches = await readSwitches(db.kysely)
  if (switches.length === 0) return print('Nothing is switched off.')
  for (const { name, country, reason, actor, at } of switches)
    print(`  ${name.padEnd(32)} ${placeOf(country).padEnd(10)} ${at.toISOString().slice(0, 16)}  ${actor}: ${reason}`)
}

const placeOf = (country: string) => country || 'everywhere'

async function turn(context: OperatorContext, [name = '', ...words]: string[], to: 'on' | 'off'): Promise<void> {
  const [first = ''] = words
  const countries = first.startsWith('in=') ? countriesOf(first.slice('in='.length)) : []
  const reason = reasonOf(countries.length > 0 ? words.slice(1) : words)
  // What is off can be switched on although it exists no more.
  if (to === 'off') await checkName(context, name)
  const changed = await (to === 'off' ? switchOff : switchOn)(context, { name, countries, reason })
  if (!changed.ok) throw new CommandError(`${name || 'That'} is ${to} already: see switches list.`)
  const places = changed.value.countries.map(placeOf).join(', ')
  context.print(`${name} is switched ${to}: ${places}.`)
  if (!changed.value.isSettled)
    context.print('A transaction that began before is still running; what it starts comes before the switch.')
}

function countriesOf(written: string): string[] {
  const codes = [...new Set(written.split(','))]
  const unknown = codes.filter((code) => !isKnownCountry(code))
  if (unknown.length > 0) throw new CommandError(`Unknown country ${unknown.join(', ')}: write codes as in=DE,AT.`)
  return codes
}

async function checkName(context: OperatorContext, name: string): Promise<void> {
  const features = await readFeatures(context)
  if (features.has(name)) return
  const [, kind, id = ''] = /^(game|studio|method):(.+)$/.exec(name) ?? []
  if (!kind) throw new CommandError(`Enter what to switch off: ${what}.`)
  const known = [...features.keys()]
    .filter((each) => each.startsWith(`${kind}:`))
    .map((each) => each.slice(kind.length + 1))
  throw new CommandError(
    known.length <= 50
      ? `There is no ${kind} ${id}: choose from ${known.toSorted().join(', ')}.`
      : `There is no ${kind} ${id}.`,
  )
}
