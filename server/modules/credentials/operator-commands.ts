/** Recognising a player who contacts support. */
import { CommandError, type OperatorContext, type OperatorCommands } from '../../platform/operator-commands.ts'
import { namedPlayer } from '../players/named-player.ts'
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
