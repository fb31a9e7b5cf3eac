/** Identity documents and checks by a provider. */
import * as contract from '#contract/desk/documents.ts'
import { DocumentStatus } from '#contract/verification.ts'
import { sql } from 'kysely'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import { type LeftWork, leftWorkJob } from '../../kernel/jobs/left-work.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { nextDue } from '../../kernel/queue.ts'
import { plain, recordLimit, type PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import type { Queue } from '../../kernel/queues.ts'
import type { SealedData } from '../../kernel/sealed-data.ts'
import { say } from '../../kernel/desk-words.ts'
import type { Standing } from '../../kernel/standing.ts'
import { routes } from './routes.ts'
import { decideDocument, downloadDocument, listDocuments, readDocument } from './desk.ts'
import { timeline } from './timeline.ts'
import { pollIdentityChecks } from './poll-identity-checks.ts'
import { isOf, noticeQueue, processNotices } from './process-webhooks.ts'
import { sweepFiles } from './sweep-files.ts'

function jobs(deps: Deps): Job[] {
  const name = deps.partners.identityCheck?.name
  const files: Job = { name: 'document-files', everyMs: 10 * 60_000, isExclusive: true, run: () => sweepFiles(deps) }
  const left = leftWorkJob(deps, 'identity-checks', leftChecks(name))
  if (name === undefined) return [files, left]
  return [
    {
      name: 'identity-webhooks',
      everyMs: 2000,
      due: nextDue(noticeQueue, isOf(name)),
      run: () => processNotices(deps),
    },
    {
      name: 'identity-checks',
      everyMs: 2000,
      due: `SELECT min(next_look_at) FROM verification.checks WHERE next_look_at IS NOT NULL AND partner = '${name}'`,
      run: () => pollIdentityChecks(deps),
    },
    files,
    left,
  ]
}

function leftChecks(name: string | undefined): LeftWork[] {
  const known = name === undefined ? [] : [name]
  const countOf = (table: string, isOpen: string) =>
    `SELECT partner AS name, count(*)::int AS count FROM verification.${table} WHERE ${isOpen} AND partner <> ALL ($1) GROUP BY 1 ORDER BY 1`
  return [
    { what: 'webhooks of an identity check', query: countOf('notices', 'processed_at IS NULL'), known },
    { what: 'open identity checks', query: countOf('checks', 'next_look_at IS NOT NULL'), known },
  ]
}

/** The identity documents and checks of a player. The files themselves are downloaded one by one. */
const lifecycle: PlayerLifecycle = {
  sections: {
    documents: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('verification.documents')
          .select(['id', 'type', 'name', 'mime_type', 'size', 'status', 'comment', 'created_at', 'decided_at'])
          .where('player_id', '=', playerId)
          .orderBy('created_at', 'desc')
          .limit(recordLimit)
          .execute(),
      ),
    identityCheck: async ({ db }, playerId) =>
      plain(
        await db.kysely
          .selectFrom('verification.checks')
          .select(['partner', 'status', 'comment', 'begun_at', 'updated_at'])
          .where('player_id', '=', playerId)
          .execute(),
      ),
  },
  /** Approved documents remain, because the operator may have to produce them. A job removes the files of the others. */
  async erase(tx, playerId) {
    const { numDeletedRows } = await tx
      .deleteFrom('verification.documents')
      .where('player_id', '=', playerId)
      .where('status', '<>', DocumentStatus.approved)
      .executeTakeFirst()
    return { documents: Number(numDeletedRows) }
  },
  /** Stops polling. Results that the provider sends by webhook are still stored. */
  async endOpen(_deps, tx, playerId, reason) {
    if (reason !== 'account-closed') return
    await tx.updateTable('verification.checks').set({ next_look_at: null }).where('player_id', '=', playerId).execute()
  },
}

/** Documents to decide. */
const queues: Queue[] = [
  {
    name: 'documents',
    query: sql`SELECT count(*)::int AS waiting, min(created_at) AS since FROM verification.documents
      WHERE status = ${DocumentStatus.pending} AND lost_at IS NULL`,
  },
]

/** The files of documents and of attachments to support messages. */
const files: SealedData = {
  what: 'files of documents and attachments',
  list: async ({ storage }) => ((await storage.list()) ?? []).map(({ name }) => name),
  keyOf: ({ storage }, name) => storage.keyOf(name),
  renew: ({ storage }, name) => storage.renew(name),
}

/** Of a player's standing: documents that wait for a decision. */
const standing: Standing = {
  scope: 'players:read',
  async read({ db }, playerId) {
    const rows = await db.kysely
      .selectFrom('verification.documents')
      .select(['id', 'type', 'name', 'created_at'])
      .where('player_id', '=', playerId)
      .where('status', '=', DocumentStatus.pending)
      .orderBy('created_at')
      .limit(5)
      .execute()
    return rows.map(({ id, type, name, created_at }) => ({
      level: 'waiting',
      what: 'document',
      detail: [say(`documents.type.${type}`), name],
      since: created_at,
      path: `/documents/${id}`,
    }))
  },
}

export default defineModule({
  name: 'verification',
  tables: ['verification.checks', 'verification.documents', 'verification.notices'],
  routes,
  deskRoutes: [
    bindDesk(contract.listDocuments, listDocuments),
    bindDesk(contract.readDocument, readDocument),
    bind(contract.downloadDocument, downloadDocument),
    bindDesk(contract.decideDocument, decideDocument),
  ],
  jobs,
  lifecycle,
  sealedData: [files],
  queues,
  timeline,
  standing,
})
