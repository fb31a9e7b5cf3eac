/** Complaints of players: filed, answered once, disputed once, ended by a final letter, with evidence and a clock. */
import { sql } from 'kysely'
import * as contract from '#contract/complaints.ts'
import * as deskContract from '#contract/desk/complaints.ts'
import type { KernelDeps } from '../../deps.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { gauge } from '../../kernel/http/metrics.ts'
import { defineModule } from '../../kernel/module.ts'
import { plain, type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { toComplaint } from './complaints.ts'
import * as desk from './desk.ts'
import * as player from './player.ts'
import { nearMs, queues } from './queues.ts'

/** Erasure leaves complaints: the operator must be able to show them, until the job removes them. */
export const lifecycle: PlayerLifecycle = {
  sections: {
    complaints: async ({ db }, playerId) => {
      const rows = await db.kysely
        .selectFrom('complaints.complaints')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('is_of_another', '=', false)
        .orderBy('filed_at', 'desc')
        .limit(recordLimit)
        .execute()
      return plain(rows.map(toComplaint))
    },
  },
  async removeAccess(tx, playerId) {
    await tx
      .updateTable('complaints.complaints')
      .set({ is_of_another: true })
      .where('player_id', '=', playerId)
      .execute()
  },
}

/** What has not ended is kept, however old it is. */
export async function removeOld({ db, clock, settings }: KernelDeps): Promise<number> {
  const before = new Date(clock.now())
  before.setUTCFullYear(before.getUTCFullYear() - settings.complaints.retentionYears)
  const removed = await db.kysely.deleteFrom('complaints.complaints').where('ended_at', '<', before).executeTakeFirst()
  return Number(removed.numDeletedRows)
}

export default defineModule({
  name: 'complaints',
  tables: ['complaints.complaints'],
  routes: [
    bind(contract.askForComplaintLink, player.askForComplaintLink),
    bind(contract.listComplaints, player.listComplaints),
    bind(contract.readComplaint, player.readComplaint),
    bind(contract.fileComplaint, player.fileComplaint),
    bind(contract.replyToAnswer, player.replyToAnswer),
  ],
  deskRoutes: [
    bindDesk(deskContract.complaintsState, desk.complaintsState),
    bindDesk(deskContract.listComplaintsAtDesk, desk.listComplaints),
    bindDesk(deskContract.readComplaintAtDesk, desk.readComplaint),
    bindDesk(deskContract.answerComplaint, desk.answerComplaint),
    bindDesk(deskContract.sendFinalLetter, desk.sendFinalLetter),
    bind(deskContract.downloadEvidence, desk.downloadEvidence),
  ],
  jobs: (deps) => [{ name: 'complaint-retention', everyMs: 86_400_000, isExclusive: true, run: () => removeOld(deps) }],
  lifecycle,
  queues,
  metrics: ({ db, clock }) =>
    gauge('fairhouse_complaints_near', 'Complaints whose answer is due within two weeks, or overdue', async () => {
      const { count } = await db.kysely
        .selectFrom('complaints.complaints')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('status', 'in', ['open', 'disputed'])
        .where('due_at', '<', new Date(clock.now().getTime() + nearMs))
        .executeTakeFirstOrThrow()
      return Number(count)
    }),
  standing: {
    scope: 'complaints:read',
    async read({ db }, playerId) {
      const rows = await db.kysely
        .selectFrom('complaints.complaints')
        .select(['id', 'number', 'due_at', 'filed_at'])
        .where('player_id', '=', playerId)
        .where('status', 'in', ['open', 'disputed'])
        .orderBy('due_at')
        .execute()
      return rows.map(({ id, number, due_at, filed_at }) => ({
        level: 'waiting',
        what: 'complaint',
        detail: [`#${number}`],
        since: filed_at,
        until: due_at,
        path: `/complaints/${id}`,
      }))
    },
  },
  timeline: [
    timelineSource<{ number: bigint; category: string; status: string; id: string }>({
      name: 'complaints',
      kind: 'chat',
      scope: 'complaints:read',
      from: sql`complaints.complaints`,
      where: (playerId) => sql`player_id = ${playerId}`,
      at: sql`filed_at`,
      id: sql`id`,
      idType: 'uuid',
      select: sql`number, category, status, id`,
      show: ({ number, category, status, id }) => ({
        what: 'complaint',
        detail: [`#${number}`, category],
        state: status,
        path: `/complaints/${id}`,
      }),
    }),
  ],
})
