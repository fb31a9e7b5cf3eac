/** Operator commands that identify a player who contacts support and remove factors that the player has lost. */
import { reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../kernel/operator-commands.ts'
import { namedPlayer } from '../players/named-player.ts'
import { heldHours, removeFactors } from './remove-factors.ts'
import { checkSecurityAnswer } from './check-security-answer.ts'

export const securityAnswerCommands: OperatorCommands = {
  check: {
    usage: 'check <player> <answer …>',
    about: "Checks an answer to the player's security question; five attempts a day",
    run: check,
  },
}

async function check(context: OperatorContext, [player, ...words]: string[]): Promise<number> {
  const answer = words.join(' ').trim()
  if (!answer) throw new CommandError('Enter the answer that the caller gave.')
  const { id: playerId } = await namedPlayer(context, player)
  const checked = await checkSecurityAnswer(context, { playerId, answer })
  if (!checked.ok)
    throw new CommandError(
      checked.refusal === 'noSecurityAnswer'
        ? 'This player has no security question.'
        : 'Five answers were checked today. Try again tomorrow.',
    )
  const { question, isRight } = checked.value
  context.print(`The question was "${question}". The answer is ${isRight ? 'right' : 'wrong'}.`)
  return isRight ? 0 : 1
}

export const factorCommands: OperatorCommands = {
  remove: {
    usage: 'remove <player> <reason …>',
    about: `Removes a player's authenticator and recovery codes; withdrawals go to review for ${heldHours} hours`,
    run: (context, words) => remove(context, words, false),
  },
  'remove-all': {
    usage: 'remove-all <player> <reason …>',
    about: 'The same, and the passkeys too',
    run: (context, words) => remove(context, words, true),
  },
}

async function remove(context: OperatorContext, [playerName, ...words]: string[], hasPasskeys: boolean): Promise<void> {
  const { id: playerId } = await namedPlayer(context, playerName)
  const reason = reasonOf(words, 'it is kept in the audit log')
  const removed = await removeFactors(context, { playerId, hasPasskeys, reason })
  if (!removed.ok) throw new CommandError(`The player has no authenticator${hasPasskeys ? ' and no passkey' : ''}.`)
  const { authenticators, passkeys } = removed.value
  context.print(`Removed: ${authenticators} authenticator with its recovery codes, ${passkeys} passkeys.`)
  context.print(`Withdrawals of the player go to review for ${heldHours} hours.`)
}
