/** `npm run operator -- households …`: second welcome bonuses of a household, and decisions about them. */
import { z } from 'zod'
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { decideHousehold, type Decision } from './decide-household.ts'
import { listFlags } from './list-households.ts'

const shown = 100
const refusals = {
  flagNotFound: 'No such flag: see list.',
  isDecided: 'This flag was decided before.',
  reasonMissing: 'Enter a reason: it is recorded.',
}

export const operatorCommands: OperatorCommands = {
  list: {
    usage: 'list',
    about: `Lists up to ${shown} open flags: players who received a welcome bonus after another of their household`,
    run: list,
  },
  allow: {
    usage: 'allow <flag> <reason …>',
    about: 'Allows the second bonus (another household, or an exception): nothing changes for the player',
    run: (context, words) => decide(context, 'allowed', words),
  },
  decline: {
    usage: 'decline <flag> <reason …>',
    about: 'Ends what is open of the second welcome bonus; the player is notified, cash stays',
    run: (context, words) => decide(context, 'declined', words),
  },
}

async function list({ db, print }: OperatorContext): Promise<void> {
  const rows = await listFlags(db, { state: 'open', limit: shown })
  if (rows.length === 0) print('No open flag.')
  for (const { id, player_id, other_player_id, matches, flagged_at } of rows)
    print(
      `${flagged_at.toISOString().slice(0, 16)}  ${id}  player ${player_id} after ${other_player_id}  same ${matches.join(', ')}`,
    )
}

async function decide(context: OperatorContext, decision: Decision, [id = '', ...reason]: string[]): Promise<void> {
  if (!z.uuid().safeParse(id).success) throw new CommandError(refusals.flagNotFound)
  const decided = await decideHousehold(context, { id, decision, comment: reasonOf(reason) })
  if (!decided.ok) throw new CommandError(refusals[decided.refusal])
  context.print(
    decision === 'allowed' ? 'Allowed.' : `Declined: ${decided.value.revoked} ended, the player is notified.`,
  )
}
