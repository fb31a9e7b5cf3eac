/** Commands for managing operators and their permissions. */
import { randomBytes } from 'node:crypto'
import type { KernelDeps } from '../deps.ts'
import type { Actor } from '../kernel/actor.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../kernel/operator-commands.ts'
import { addOperator, endOperator, listOperators } from './operators.ts'
import { inviteFromCommand } from './people.ts'

export const operatorsCommands: OperatorCommands = {
  list: { usage: 'list', about: 'Lists operators, their permissions and revoked keys', run: list },
  add: {
    usage: 'add <name> [<permission> …]',
    about: 'Adds an operator and prints the key once; a permission is the first word of a command, or *',
    run: (context, [name, ...permissions]) => add(context, name, permissions),
  },
  invite: {
    usage: 'invite <name> <role> …',
    about: 'Invites a person to the desk, and prints the link at which they set their password; roles: see roles list',
    run: (context, [name, ...roles]) => inviteToDesk(context, name, roles),
  },
  end: {
    usage: 'end <name>',
    about: "Revokes an operator's key",
    run: (context, [name]) => end(context, name),
  },
}

async function list(context: OperatorContext): Promise<void> {
  for (const { name, permissions, roles, createdAt, endedAt } of await listOperators(context))
    context.print(
      [
        name.padEnd(20),
        createdAt.toISOString().slice(0, 16),
        endedAt
          ? `revoked ${endedAt.toISOString().slice(0, 16)}`
          : [...permissions, ...roles.map((role) => `desk:${role}`)].join(' '),
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

const inviteRefusals = {
  nameInvalid: refusals.nameInvalid,
  nameTaken: refusals.nameTaken,
  roleUnknown: 'No such role is in force: see roles list.',
  notYours: 'Only an operator with the permission * can invite people to the desk from here.',
}

export async function inviteToDesk(
  context: KernelDeps & { actor: Actor; print(line: string): void },
  name: string | undefined,
  roles: string[],
): Promise<void> {
  if (!name) throw new CommandError('Enter the name of the person to invite.')
  if (roles.length === 0) throw new CommandError('Enter at least one role, such as manager: see roles list.')
  const invited = await inviteFromCommand(context, { name, roles })
  if (!invited.ok) throw new CommandError(inviteRefusals[invited.refusal])
  context.print(`${name} has 24 hours to set a password and an authenticator. The link is shown only once:`)
  context.print(invited.value.link)
}

async function end(context: OperatorContext, name: string | undefined): Promise<void> {
  if (!name) throw new CommandError('Enter the name of the operator.')
  const ended = await endOperator(context, name)
  if (!ended.ok) throw new CommandError(refusals[ended.refusal])
  context.print(`The key of ${name} has been revoked.`)
}
