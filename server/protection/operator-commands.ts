/** `npm run operator -- policy`: the rules of player protection of a country, and where each comes from. */
import { relative } from 'node:path'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { explainPolicy } from '../kernel/policy.ts'

export const policyCommands: OperatorCommands = {
  explain: {
    usage: 'explain <country>',
    about: 'Shows each rule of player protection for a country or province (DE, CA-ON), its file and its source',
    run: (context, [place]) => explain(context, place),
  },
}

async function explain({ settings, print }: OperatorContext, place: string | undefined): Promise<void> {
  if (!place || !/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(place))
    throw new CommandError('Enter a country code, such as DE, or a country and a province, such as CA-ON.')
  print(
    settings.licences.has(place)
      ? `${place} is named in LICENCES: the terms of its licence apply.`
      : `${place} is not named in LICENCES: only what applies to everyone.`,
  )
  for (const { name, value, from, source, description } of explainPolicy(place, settings)) {
    print(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    print(`  ${description}`)
    print(`  from ${relative(process.cwd(), from)}: ${source}`)
  }
}
