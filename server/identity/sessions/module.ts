/** Sessions: opening, listing, refreshing and closing them. */
import * as desk from '#contract/desk/player-acts.ts'
import * as contract from '#contract/identity.ts'
import * as push from '#contract/push.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../kernel/jobs/scheduler.ts'
import { type PlayerLifecycle, recordLimit } from '../../kernel/player-lifecycle.ts'
import type { SignedData } from '../../kernel/sealed-data.ts'
import { deviceOf } from '../players/device.ts'
import { endAllSessions, endSessionsOfPlayer, setStatusOfPlayer } from './desk.ts'
import { deskSearch, timeline } from './find.ts'
import { closeExpired } from './close-expired.ts'
import { closeSession } from './close-session.ts'
import { listSessions } from './list-sessions.ts'
import { readPush, removePush, storePush } from './push-subscription.ts'
import { refreshSession } from './refresh-session.ts'
import { signOut } from './sign-out.ts'
import { expiryAt } from './internal/open-session.ts'

const jobs = (deps: Deps): Job[] => [
  { name: 'expired-sessions', everyMs: 3_600_000, isExclusive: true, run: () => closeExpired(deps) },
]

/** The sessions' personal data. */
const lifecycle: PlayerLifecycle = {
  sections: {
    async sessions({ db }, playerId) {
      const rows = await db.kysely
        .selectFrom('identity.sessions')
        .select([
          'id',
          'method',
          'created_at',
          'last_used_at',
          'ip',
          'country',
          'user_agent',
          'fingerprint',
          'closed_at',
          'close_reason',
        ])
        .where('player_id', '=', playerId)
        .orderBy('created_at', 'desc')
        .limit(recordLimit)
        .execute()
      return rows.map((row) => ({ ...row, device: deviceOf(row.user_agent) }))
    },
  },
  /** The fingerprint of the device remains, because it shows a return under another name. */
  async erase(tx, playerId) {
    const { numUpdatedRows } = await tx
      .updateTable('identity.sessions')
      .set({ ip: '', user_agent: '' })
      .where('player_id', '=', playerId)
      .where((eb) => eb.or([eb('ip', '<>', ''), eb('user_agent', '<>', '')]))
      .executeTakeFirst()
    return { sessions: Number(numUpdatedRows) }
  },
}

const routes = [
  bind(contract.refreshSession, refreshSession),
  bind(contract.signOut, signOut),
  bind(contract.listSessions, listSessions),
  bind(contract.closeSession, closeSession),
  bind(push.readPush, readPush),
  bind(push.storePush, storePush),
  bind(push.removePush, removePush),
]

/** Counts sessions whose browser has a token signed before a given time. */
const olderSessions: SignedData = {
  what: 'open sessions that were last refreshed before the change; their players sign in again',
  async count({ db, clock }, before) {
    const { lastUse, beginning } = expiryAt(clock.now())
    const { count } = await db.kysely
      .selectFrom('identity.sessions')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('closed_at', 'is', null)
      .where('rotated_at', '<', before)
      .where('last_used_at', '>', lastUse)
      .where('created_at', '>', beginning)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

export default defineModule({
  name: 'sessions',
  tables: ['identity.sessions'],
  routes,
  deskRoutes: [
    bindDesk(desk.setStatusOfPlayer, setStatusOfPlayer),
    bindDesk(desk.endSessionsOfPlayer, endSessionsOfPlayer),
    bindDesk(desk.endAllSessions, endAllSessions),
  ],
  jobs,
  lifecycle,
  signedData: [olderSessions],
  deskSearch,
  timeline,
})
