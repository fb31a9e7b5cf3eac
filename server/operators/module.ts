/** People who run the site: their keys for the command line, their sign-in at the desk, their roles. */
import { defineModule } from '../kernel/module.ts'
import { CommandError, type DatabaseCommands } from '../kernel/operator-commands.ts'
import { operatorAuthenticators } from './authenticator.ts'
import { lifecycle } from './notes.ts'
import { standing } from './requests.ts'
import { roleKind } from './roles.ts'
import { deskRoutes } from './routes.ts'
import { deleteOldSessions } from './sessions.ts'
import { thresholdKind } from './thresholds.ts'
import { timeline } from './timeline.ts'
import { endFromCommand, inviteFromCommand } from './people.ts'

const refusals = {
  nameInvalid: 'A name has 1 to 40 letters, digits, dots, underscores or hyphens.',
  nameTaken: 'This name is or was used; names are never reused.',
  roleUnknown: 'No such role is in force.',
}

/** What whoever has the database does about operators: the first manager is invited, and anybody's access is ended. */
const operatorsCommands: DatabaseCommands = {
  invite: {
    usage: 'invite <name> <role> …',
    about: 'Invites a person to the desk, such as the first manager, and prints the link with which they set it up',
    async run(context, [name, ...roles]) {
      if (!name) throw new CommandError('Enter the name of the person to invite.')
      if (roles.length === 0) throw new CommandError('Enter at least one role, such as manager.')
      const invited = await inviteFromCommand(context, { name, roles })
      if (!invited.ok) throw new CommandError(refusals[invited.refusal])
      context.print(`${name} has 24 hours to create a passkey, or a password with an authenticator.`)
      context.print('The link is shown only once:')
      context.print(invited.value.link)
    },
  },
  end: {
    usage: 'end <name>',
    about: "Ends a person's access to the desk at once, also the last manager's",
    async run(context, [name = '']) {
      const ended = await endFromCommand(context, name)
      if (!ended.ok) throw new CommandError('There is no such operator, or the access has ended.')
      context.print(`The access of ${name} has ended, with all sessions and tokens.`)
    },
  },
}

export default defineModule({
  name: 'operators',
  tables: [
    'operators.operators',
    'operators.passkeys',
    'operators.challenges',
    'operators.sessions',
    'operators.requests',
    'operators.claims',
    'operators.notes',
    'operators.tags',
  ],
  deskRoutes,
  jobs: (deps) => [
    { name: 'old-desk-sessions', everyMs: 86_400_000, isExclusive: true, run: () => deleteOldSessions(deps) },
  ],
  definitions: [roleKind, thresholdKind],
  sealedData: [operatorAuthenticators],
  databaseCommands: { operators: operatorsCommands },
  lifecycle,
  standing,
  timeline,
})
