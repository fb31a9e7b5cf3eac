/** Sign-in through other providers. */
import * as contract from '#contract/social.ts'
import { defineModule } from '../../kernel/module.ts'
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import { bind, bindRedirect } from '../../kernel/http/bind.ts'
import { finishSocialSignIn } from './finish-social-sign-in.ts'
import { redirectToConnection } from './redirect-to-connection.ts'
import { redirectToProvider } from './redirect-to-provider.ts'
import { signInSocially } from './sign-in-socially.ts'

/** The social accounts linked to a player. */
const lifecycle: PlayerLifecycle = {
  sections: {
    socialAccounts: ({ db }, playerId) =>
      db.kysely
        .selectFrom('identity.social_identities')
        .select(['provider', 'subject', 'email', 'linked_at'])
        .where('player_id', '=', playerId)
        .orderBy('linked_at')
        .execute(),
  },
  async removeAccess(tx, playerId) {
    await tx.deleteFrom('identity.social_identities').where('player_id', '=', playerId).execute()
  },
}

const routes = [
  bindRedirect(contract.redirectToConnection, redirectToConnection),
  bindRedirect(contract.redirectToProvider, redirectToProvider),
  bind(contract.signInSocially, signInSocially),
  bind(contract.finishSocialSignIn, finishSocialSignIn),
]

export default defineModule({
  name: 'social',
  tables: ['identity.social_identities', 'identity.social_used'],
  routes,
  lifecycle,
})
