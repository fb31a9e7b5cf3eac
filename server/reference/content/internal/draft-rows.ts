/** The rows of drafts, for the verbs that edit and publish them. */
import type { Kysely } from 'kysely'
import { refuse } from '#contract/endpoint.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import type { Tx } from '../../../deps.ts'

export const readDraft = (db: Kysely<Tables>, path: string) =>
  db.selectFrom('content.drafts').selectAll().where('path', '=', path).executeTakeFirst()
export type DraftRow = NonNullable<Awaited<ReturnType<typeof readDraft>>>

export const deleteDraft = (tx: Tx, path: string) => tx.deleteFrom('content.drafts').where('path', '=', path).execute()

export const refuseChanged = (saved: DraftRow | undefined) =>
  refuse('draftChanged', {
    message: saved
      ? `${saved.actor.replace(/^operator:/, '')} has changed this draft meanwhile. Yours is still in the form: compare both first.`
      : 'Somebody has published or discarded this draft meanwhile. Yours is still in the form.',
  })
