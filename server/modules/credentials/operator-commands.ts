/** Recognising a player who contacts support. */
import { z } from 'zod'
import { CommandError, type OperatorContext, type OperatorCommands } from '../../platform/operator-commands.ts'
import { checkSecurityAnswer } from './check-security-answer.ts'

export const securityAnswerCommands: OperatorCommands = {
  check: {
    usage: 'check <player> <answer>',
    about: 'Tells whether this is the answer to the security question of the player; five attempts a day',
    run: check,
  },
}

async function check(context: OperatorContext, [playerId, ...words]: string[]): Promise<number> {
  const answer = words.join(' ').trim()
  if (!z.uuid().safeParse(playerId).success) throw new CommandError('Name the player by id.')
  if (!answer) throw new CommandError('Give the answer that the caller gave.')
  const checked = await checkSecurityAnswer(context, { playerId: playerId!, answer })
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
