/** `npm run operator -- players …`: blocks and limits players, and makes them active again. */
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommand, type OperatorCommands } from '../../kernel/operator-commands.ts'
import { namedPlayer } from '../players/named-player.ts'
import { type NewStatus, setStatus } from './set-status.ts'

export const playerCommands: OperatorCommands = {
  block: command('block', 'blocked', 'Blocks a player: signs them out on all devices, and refuses to sign them in'),
  limit: command('limit', 'limited', 'Limits a player: no deposits, swaps or rewards; play and withdrawals continue'),
  admit: command('admit', 'active', 'Admits a player again who is blocked or limited'),
}

const refusals = {
  reasonMissing: 'Enter a reason: it is kept in the audit log.',
  accountClosed: 'The account is closed; it stays closed.',
  unchanged: 'Nothing changed: the player has this status already.',
  changedMeanwhile: 'The status has changed meanwhile.',
}

function command(name: string, status: NewStatus, about: string): OperatorCommand {
  return {
    usage: `${name} <player> <reason …>`,
    about,
    async run(context, [playerName = '', ...reason]) {
      const { id: playerId } = await namedPlayer(context, playerName)
      const changed = await setStatus(context, {
        playerId,
        status,
        reason: reasonOf(reason, 'it is kept in the audit log'),
      })
      if (!changed.ok) throw new CommandError(refusals[changed.refusal])
      const ended = changed.value.sessions
      context.print(`The player is ${status}${ended > 0 ? `; ${ended} session${ended === 1 ? '' : 's'} ended` : ''}.`)
    },
  }
}
