/** Checks the answer to a player's security question for support; it grants and changes nothing. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { mayAttempt, perDay } from '../../kernel/attempts.ts'
import { audit } from '../../kernel/audit.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { normalAnswer, readSecurityAnswer } from '../players/security-answer.ts'

type Needs = KernelDeps & { actor: OperatorActor }

/** Answers are easily guessed: five attempts a day per player, regardless of the operator, each of them recorded. */
export async function checkSecurityAnswer(
  deps: Needs,
  { playerId, answer }: { playerId: string; answer: string },
): Promise<Result<{ question: string; isRight: boolean }, 'noSecurityAnswer' | 'tooManyAttempts'>> {
  const securityAnswer = await readSecurityAnswer(deps.db.kysely, playerId)
  if (!securityAnswer) return refuse('noSecurityAnswer')
  const attempts = { key: `security-answer:${playerId}`, limit: perDay(5) }
  if (!(await mayAttempt(deps, [attempts]))) return refuse('tooManyAttempts')
  const isRight = await verifyPassword(normalAnswer(answer), securityAnswer.hash)
  await audit(deps.db.kysely, deps, { action: 'security-answer-checked', playerId, detail: { isRight } })
  return ok({ question: securityAnswer.question, isRight })
}
