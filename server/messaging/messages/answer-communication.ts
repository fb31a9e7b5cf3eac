/** An operator's reply to a communication: once, by mail, and as a message to a player who was signed in. */
import type { Alert } from '#contract/content.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { TextDeps, Tx } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { supportAddress } from '../deliveries/addresses.ts'
import { send } from '../deliveries/send.ts'
import { notify } from './notify.ts'

type Needs = TextDeps & { actor: OperatorActor }
type Reply = { id: string; answer: string }
const maxLength = 4000

export async function answerCommunication(
  deps: Needs,
  { id, answer: text }: Reply,
): Promise<Result<{ email: string }, 'communicationNotFound' | 'alreadyAnswered' | 'answerInvalid'>> {
  const answer = text.trim()
  if (answer.length === 0 || answer.length > maxLength) return refuse('answerInvalid')
  const at = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const communication = await tx
      .selectFrom('messages.communications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!communication) return refuse('communicationNotFound')
    const written = await tx
      .insertInto('messages.communication_answers')
      .values({ communication_id: id, answer, operator: deps.actor.name, answered_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('communication_id')
      .executeTakeFirst()
    if (!written) return refuse('alreadyAnswered', await whoAnswered(tx, id))
    const { locale, email, message, player_id: playerId } = communication
    await audit(tx, deps, {
      action: 'communication-answered',
      playerId,
      before: { isAnswered: false },
      after: { isAnswered: true },
      detail: { communication: id },
    })
    if (playerId) {
      const words = (deps.content.read(locale, 'alerts').common as Record<string, Alert>).supportReplied!
      await notify(tx, {
        playerId,
        key: 'support-replied',
        once: id,
        at,
        isPushed: true,
        title: words.title,
        description: words.description.replaceAll('{answer}', () => answer),
        button: { label: words.button, target: { kind: 'page', path: '/contact' } },
      })
    }
    await send(tx, deps, {
      medium: 'mail',
      to: email,
      replyTo: supportAddress(deps, locale),
      locale,
      template: 'support-reply',
      values: { answer, message },
      ...(playerId && { playerId }),
    })
    return ok({ email })
  })
}

async function whoAnswered(tx: Tx, id: string): Promise<{ message: string }> {
  const { operator } = await tx
    .selectFrom('messages.communication_answers')
    .select('operator')
    .where('communication_id', '=', id)
    .executeTakeFirstOrThrow()
  return { message: `${operator} has answered this message.` }
}
