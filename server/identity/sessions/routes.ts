/** Refreshing, listing and closing sessions. */
import * as contract from '#contract/identity.ts'
import * as push from '#contract/push.ts'
import { bind } from '../../kernel/http/bind.ts'
import { closeSession } from './close-session.ts'
import { listSessions } from './list-sessions.ts'
import { readPush, removePush, storePush } from './push-subscription.ts'
import { refreshSession } from './refresh-session.ts'
import { signOut } from './sign-out.ts'

export const routes = [
  bind(contract.refreshSession, refreshSession),
  bind(contract.signOut, signOut),
  bind(contract.listSessions, listSessions),
  bind(contract.closeSession, closeSession),
  bind(push.readPush, readPush),
  bind(push.storePush, storePush),
  bind(push.removePush, removePush),
]
