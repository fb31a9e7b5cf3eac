/** Commands for managing operators and their permissions. */
import { randomBytes } from 'node:crypto'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { addOperator, endOperator, listOperators } from './operators.ts'

export const operatorsCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Lists operators, their permissions and revoked keys', run: list },
  add: {
    usage: 'add <name> [<permission> …]',
    about: 'Adds an operator and prints the key once; a permission is the first word of a command, or *',
    run: (context, [name, ...permissions]) => add(context, name, permissions),
  },
  end: {
    usage: 'end <name>',
    about: "Revokes an operator's key",
    run: (context, [name]) => end(context, name),
  },
}

async function list(context: OperatorContext): Promise<void> {
  for (const { name, permissions, createdAt, endedAt } of await listOperators(context))
    context.print(
      [
        name.padEnd(20),
        createdAt.toISOString().slice(0, 16),
        endedAt ? `revoked ${endedAt.toISOString().slice(0, 16)}` : permissions.join(' '),
      ].join('  '),
    )
}

const refusals = {
  nameInvalid: 'A name has 1 to 40 letters, digits, dots, underscores or hyphens.',
  nameTaken: 'This name is or was used; names are never reused.',
  notPermitted: 'You can only grant permissions that you have yourself.',
  operatorNotFound: 'No such operator: see operators list.',
  lastOperator: 'No other operator may add operators: first add one with the permission operators.',
}

async function add(context: OperatorContext, name: string | undefined, permissions: string[]): Promise<void> {
  if (!name) throw new CommandError('Enter the name of the operator to add.')
  if (permissions.length === 0)
    throw new CommandError('Enter at least one permission: the first word of a command, such as withdrawals, or *.')
  const unknown = permissions.filter((each) => each !== '*' && !context.permissions.includes(each))
  if (unknown.length > 0)
    throw new CommandError(
      `Unknown permission ${unknown.join(', ')}: choose from ${context.permissions.join(', ')} or *.`,
    )
  const added = await addOperator({ ...context, randomBytes }, { name, permissions })
  if (!added.ok) throw new CommandError(refusals[added.refusal])
  showKey(context, name, added.value)
}

export function showKey(
  { print }: Pick<OperatorContext, 'print'>,
  name: string,
  { key, permissions }: { key: string; permissions: string[] },
): void {
  print(`${name} has the permissions ${permissions.join(' ')}. The key is shown only once:`)
  print(key)
  print('Set it as OPERATOR_KEY, or enter it when prompted.')
}

async function end(context: OperatorContext, name: string | undefined): Promise<void> {
  if (!name) throw new CommandError('Enter the name of the operator.')
  const ended = await endOperator(context, name)
  if (!ended.ok) throw new CommandError(refusals[ended.refusal])
  context.print(`The key of ${name} has been revoked.`)
}
