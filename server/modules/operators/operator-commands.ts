/** Who may work with the command line, and with which part of it. */
import { randomBytes } from 'node:crypto'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../platform/operator-commands.ts'
import { addOperator, endOperator, listOperators } from './operators.ts'

export const operatorsCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Operators, what they may do, and whose key was withdrawn', run: list },
  add: {
    usage: 'add <name> [<permission> …]',
    about: 'Adds an operator and shows the key once; a permission is the first word of commands, or *',
    run: (context, [name, ...permissions]) => add(context, name, permissions),
  },
  end: {
    usage: 'end <name>',
    about: "Withdraws an operator's key",
    run: (context, [name]) => end(context, name),
  },
}

async function list({ db, say }: OperatorContext): Promise<void> {
  for (const { name, permissions, createdAt, endedAt } of await listOperators({ db }))
    say(
      [
        name.padEnd(20),
        createdAt.toISOString().slice(0, 16),
        endedAt ? `withdrawn ${endedAt.toISOString().slice(0, 16)}` : permissions.join(' '),
      ].join('  '),
    )
}

const refusals = {
  nameInvalid: 'A name has 1 to 40 letters, digits, dots, underscores or hyphens.',
  nameTaken: 'There is, or was, an operator of that name; names are not given twice.',
  notPermitted: 'You may only give permissions that you have yourself.',
  operatorNotFound: 'There is no operator of that name.',
  lastOperator: 'Nobody else may add operators: add one with the permission operators first.',
}

async function add(context: OperatorContext, name: string | undefined, permissions: string[]): Promise<void> {
  if (!name) throw new CommandError('Name the operator to add.')
  if (permissions.length === 0)
    throw new CommandError('Name what the operator may do: the first words of commands, such as withdrawals, or *.')
  const unknown = permissions.filter((each) => each !== '*' && !context.permissions.includes(each))
  if (unknown.length > 0)
    throw new CommandError(`There is no permission ${unknown.join(', ')}: ${context.permissions.join(', ')} or *.`)
  const added = await addOperator({ ...context, randomBytes }, { name, permissions })
  if (!added.ok) throw new CommandError(refusals[added.refusal])
  showKey(context, name, added.value)
}

export function showKey(
  { say }: Pick<OperatorContext, 'say'>,
  name: string,
  { key, permissions }: { key: string; permissions: string[] },
): void {
  say(`${name} may use: ${permissions.join(' ')}. The key is shown this once:`)
  say(key)
  say('Set it as OPERATOR_KEY, or enter it when a command asks for it.')
}

async function end(context: OperatorContext, name: string | undefined): Promise<void> {
  if (!name) throw new CommandError('Name the operator.')
  const ended = await endOperator(context, name)
  if (!ended.ok) throw new CommandError(refusals[ended.refusal])
  context.say(`The key of ${name} is refused from now on.`)
}
