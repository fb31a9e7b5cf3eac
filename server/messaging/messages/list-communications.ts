/** Messages of the contact form with their replies. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

type Needs = { kysely: Kysely<Tables> }
type Page = {
  state: 'waiting' | 'answered'
  after?: readonly [createdAt: string, id: string] | null
  limit: number
}

function rowsIn(kysely: Needs['kysely']) {
  return kysely
    .selectFrom('messages.communications as asked')
    .leftJoin('messages.communication_answers as answered', 'answered.communication_id', 'asked.id')
    .select(['asked.id', 'email', 'message', 'locale', 'player_id', 'created_at', 'answer', 'operator', 'answered_at'])
}
export type CommunicationRow = Awaited<ReturnType<typeof listCommunications>>[number]

/** The longest waiting first. */
export async function listCommunications({ kysely }: Needs, { state, after, limit }: Page) {
  return rowsIn(kysely)
    .where('answered_at', state === 'waiting' ? 'is' : 'is not', null)
    .$if(Boolean(after), (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'asked.id'), '>', eb.tuple(new Date(after![0]), after![1]))),
    )
    .orderBy('created_at')
    .orderBy('asked.id')
    .limit(limit)
    .execute()
}

export async function findCommunication({ kysely }: Needs, id: string): Promise<CommunicationRow | undefined> {
  return rowsIn(kysely).where('asked.id', '=', id).executeTakeFirst()
}
