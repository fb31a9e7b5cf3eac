/**
 * Requests that a guest makes with an e-mail address. The call only stores the request, so its response is the same, in
 * content and timing, for every address (attack 37). A job looks up the player later and answers by mail.
 */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, Deps, KernelDeps, Tx } from '../../deps.ts'
import { answerApproval, answerRegistration, answerReset } from './internal/mail-answers.ts'
import { normalEmail } from '../players/players.ts'
import type { WaitingRegistration } from './waiting-registration.ts'

export type MailRequest = Selectable<Tables['identity.mail_requests']>
type Question = {
  kind: 'password-reset' | 'registration' | 'sign-in-approval'
  email: string
  locale: string
  registration?: WaitingRegistration
  goodForSeconds: number
}

export async function queueMailRequest(
  db: Tx | Deps['db']['kysely'],
  ctx: Ctx,
  { goodForSeconds, ...question }: Question,
): Promise<void> {
  const now = ctx.clock.now()
  const { ip, country, userAgent } = ctx.caller
  await db
    .insertInto('identity.mail_requests')
    .values({
      id: randomUUID(),
      ...question,
      ip,
      country,
      user_agent: userAgent,
      created_at: now,
      expires_at: new Date(now.getTime() + goodForSeconds * 1000),
    })
    .execute()
  ctx.db.committed()
}

/**
 * Each request and the mail that answers it share a transaction, so it is answered once, whichever process takes it.
 */
export async function processMailRequests(deps: Deps, signal?: AbortSignal): Promise<void> {
  // Usually there is no request, and one query costs less than a transaction.
  while (
    !signal?.aborted &&
    (await unanswered(deps.db.kysely, deps).select('id').limit(1).executeTakeFirst()) &&
    (await deps.db.transaction((tx) => answerNext(tx, deps)))
  );
  await deps.db.kysely.deleteFrom('identity.mail_requests').where('expires_at', '<=', deps.clock.now()).execute()
}

const answers = { 'password-reset': answerReset, registration: answerRegistration, 'sign-in-approval': answerApproval }

function unanswered(db: Tx | Deps['db']['kysely'], { clock }: KernelDeps) {
  return db.selectFrom('identity.mail_requests').where('answered_at', 'is', null).where('expires_at', '>', clock.now())
}

async function answerNext(tx: Tx, deps: Deps): Promise<boolean> {
  const now = deps.clock.now()
  const request = await unanswered(tx, deps)
    .selectAll()
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!request) return false
  const answer = answers[request.kind as keyof typeof answers]
  const codeHash = await answer(tx, deps, request)
  // Without a code the row is no longer needed, and the requester's data must not be stored without a reason.
  if (codeHash)
    await tx
      .updateTable('identity.mail_requests')
      .set({ answered_at: now, code_hash: codeHash })
      .where('id', '=', request.id)
      .execute()
  else await tx.deleteFrom('identity.mail_requests').where('id', '=', request.id).execute()
  return true
}

/** The registration that waits for this code, locked; undefined for an expired or unknown code. */
export async function findRegistration(
  tx: Tx,
  { clock }: KernelDeps,
  codeHash: Buffer,
): Promise<MailRequest | undefined> {
  return tx
    .selectFrom('identity.mail_requests')
    .selectAll()
    .where('kind', '=', 'registration')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', clock.now())
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Keeps the row without its data, so that a link opened twice, for example by a mail scanner, gives the same answer.
 */
export async function settleRegistration(tx: Tx, { id }: MailRequest): Promise<void> {
  await tx
    .updateTable('identity.mail_requests')
    .set({ registration: sql`'{}'::jsonb` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a registration whose link was opened by someone other than the owner of the address. */
export async function deleteRegistration(tx: Tx, { id }: MailRequest): Promise<void> {
  await tx.deleteFrom('identity.mail_requests').where('id', '=', id).execute()
}

/** Deletes the address's other registrations, which could only be refused from now on. */
export async function deleteOtherRegistrations(tx: Tx, { id, email }: MailRequest): Promise<void> {
  await tx
    .deleteFrom('identity.mail_requests')
    .where('kind', '=', 'registration')
    .where('id', '!=', id)
    .where(sql`lower(email)`, '=', normalEmail(email))
    .execute()
}
