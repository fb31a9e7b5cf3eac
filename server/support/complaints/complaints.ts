/**
 * The rows of complaints: reading and locking them, their state machine, and what the player is told. A complaint is not
 * a conversation: it has a clock, one answer, one reply and one final letter. Whoever cannot sign in gets a signed link
 * by mail that opens nothing else, because a session would give a closed account back. Evidence is generated when it is
 * exported, and the digest of the file is in the audit log: a stored copy would be a second store of personal data.
 */
import type { Kysely, Selectable } from 'kysely'
import { type Complaint, complaintLimits, type ComplaintStatus } from '#contract/complaints.ts'
import type { TextDeps, Tx } from '../../deps.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { machine } from '../../kernel/machine.ts'
import { readDetails, readPlayer } from '../../identity/index.ts'
import { notify, send } from '../../messaging/index.ts'

export type ComplaintRow = Selectable<Tables['complaints.complaints']>

/** A final letter may follow at any time: also where no answer could be found before the clock ran out. */
export const complaintStates = machine<ComplaintStatus, 'answer' | 'accept' | 'dispute' | 'end'>('complaint', {
  open: { answer: { to: 'answered', by: ['operator'] }, end: { to: 'final', by: ['operator'] } },
  answered: {
    accept: { to: 'resolved', by: ['player'] },
    dispute: { to: 'disputed', by: ['player'] },
    end: { to: 'final', by: ['operator'] },
  },
  disputed: { end: { to: 'final', by: ['operator'] } },
  resolved: {},
  final: {},
})

export const dueAt = (filedAt: Date): Date => new Date(filedAt.getTime() + complaintLimits.days * 86_400_000)

export function findComplaint(db: Kysely<Tables>, id: string): Promise<ComplaintRow | undefined> {
  return db.selectFrom('complaints.complaints').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockComplaint(tx: Tx, id: string): Promise<ComplaintRow | undefined> {
  return tx.selectFrom('complaints.complaints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function toComplaint(row: ComplaintRow): Complaint {
  return {
    id: row.id,
    number: Number(row.number),
    category: row.category as Complaint['category'],
    about:
      row.about_kind === null
        ? null
        : { kind: row.about_kind as NonNullable<Complaint['about']>['kind'], id: row.about_id! },
    text: row.body,
    status: row.status as ComplaintStatus,
    filedAt: row.filed_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    answer:
      row.answer === null
        ? null
        : {
            text: row.answer,
            at: row.answered_at!.toISOString(),
            outcome: row.answer_outcome as NonNullable<Complaint['answer']>['outcome'],
          },
    dispute: row.dispute === null ? null : { text: row.dispute, at: row.disputed_at!.toISOString() },
    final:
      row.final === null
        ? null
        : {
            text: row.final,
            at: row.final_at!.toISOString(),
            outcome: row.final_outcome as NonNullable<Complaint['final']>['outcome'],
            body: row.final_body,
          },
  }
}

type News = 'received' | 'answered' | 'ended'
type Words = { complaints: Record<News, { title: string; description: string; button: string }> }

/**
 * Told on the site, and by mail to an address that the player has confirmed: what a complaint is about is nobody else's
 * business, so the mail names its number alone.
 */
export async function tellOfComplaint(tx: Tx, deps: TextDeps, row: ComplaintRow, news: News): Promise<void> {
  const { clock, content, settings } = deps
  const player = await readPlayer(tx, row.player_id)
  const words = (content.read(player.locale, 'notices') as Words).complaints[news]
  const until = new Intl.DateTimeFormat(player.locale, {
    dateStyle: 'long',
    timeZone: readDetails(player.details).timeZone || 'UTC',
  }).format(row.due_at)
  const values: Record<string, string> = {
    number: String(row.number),
    until,
    link: `${settings.publicUrl}/complaints`,
  }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  const [title, text] = [fill(words.title), fill(words.description)]
  await notify(tx, {
    playerId: player.id,
    key: `complaint-${news}`,
    once: row.id,
    title,
    description: text,
    button: { label: words.button, target: { kind: 'page', path: '/complaints' } },
    at: clock.now(),
  })
  if (player.email && player.email_confirmed_at)
    await send(tx, deps, {
      medium: 'mail',
      to: player.email,
      locale: player.locale,
      template: 'account-notice',
      values: { title, text },
      playerId: player.id,
    })
}
