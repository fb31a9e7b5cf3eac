/** Passwords, passkeys, authenticator apps and sign-in. */
import * as desk from '#contract/desk/player-acts.ts'
import * as contract from '#contract/credentials.ts'
import { autologin, signIn as signInCall } from '#contract/identity.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import type { Secrets } from '../../kernel/secret.ts'
import type { KeyVersion, SealedData, SealingNeeds } from '../../kernel/sealed-data.ts'
import { checkSecurityAnswer, resetFactors, secondPersonOfFactors, sendResetLink } from './desk.ts'
import { endChallenges } from './internal/challenges.ts'
import { forgetRecoveryCodes } from './internal/recovery-codes.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { beginTotp } from './begin-totp.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { changePassword } from './change-password.ts'
import { confirmTotp } from './confirm-totp.ts'
import { forgotPassword } from './forgot-password.ts'
import { listPasskeys } from './list-passkeys.ts'
import { readStepUp } from './read-step-up.ts'
import { readTotp } from './read-totp.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { approveSignIn } from './approve-sign-in.ts'
import { requestApproval } from './request-approval.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'
import { stepUp } from './step-up.ts'
import { sealTotp, unsealTotp } from './internal/sealed.ts'

/** The player's credentials, without secrets and keys. */
const lifecycle: PlayerLifecycle = {
  sections: {
    authenticator: ({ db }, playerId) =>
      db.kysely
        .selectFrom('credentials.totps')
        .select('enabled_at')
        .where('player_id', '=', playerId)
        .where('enabled_at', 'is not', null)
        .execute(),
    passkeys: ({ db }, playerId) =>
      db.kysely
        .selectFrom('credentials.passkeys')
        .select(['id', 'name', 'created_at', 'last_used_at'])
        .where('player_id', '=', playerId)
        .orderBy('created_at')
        .execute(),
  },
  async removeAccess(tx, playerId) {
    await tx.deleteFrom('credentials.passkeys').where('player_id', '=', playerId).execute()
    await tx.deleteFrom('credentials.totps').where('player_id', '=', playerId).execute()
    await forgetRecoveryCodes(tx, playerId)
    await endChallenges(tx, playerId)
  },
}

const routes = [
  bind(signInCall, signIn),
  bind(autologin, signInByLink),
  bind(contract.changePassword, changePassword),
  bind(contract.forgotPassword, forgotPassword),
  bind(contract.resetPassword, resetPassword),
  bind(contract.requestApproval, requestApproval),
  bind(contract.approveSignIn, approveSignIn),
  bind(contract.readStepUp, readStepUp),
  bind(contract.stepUp, stepUp),
  bind(contract.readTotp, readTotp),
  bind(contract.beginTotp, beginTotp),
  bind(contract.confirmTotp, confirmTotp),
  bind(contract.removeTotp, removeTotp),
  bind(contract.listPasskeys, listPasskeys),
  bind(contract.beginPasskey, beginPasskey),
  bind(contract.addPasskey, addPasskey),
  bind(contract.removePasskey, removePasskey),
  bind(contract.challengePasskey, challengePasskey),
  bind(contract.beginPasskeySignIn, beginPasskeySignIn),
  bind(contract.signInByPasskey, signInByPasskey),
]

/** Re-encrypts the secrets of authenticators after a change of SECRET. */
const authenticators: SealedData = {
  what: 'authenticators',
  list: async ({ db }) =>
    (await db.kysely.selectFrom('credentials.totps').select('player_id').execute()).map((row) => row.player_id),
  async keyOf({ db, settings }, playerId) {
    const sealed = await read(db, playerId)
    return sealed ? versionOf(settings, playerId, sealed) : null
  },
  async renew(needs, playerId) {
    const sealed = await read(needs.db, playerId)
    const plain = sealed && unsealTotp(needs.settings, playerId, sealed)
    if (!plain) return
    await needs.db.kysely
      .updateTable('credentials.totps')
      .set({ secret: sealTotp(needs, playerId, plain) })
      .where('player_id', '=', playerId)
      // The player may have started setting up another authenticator meanwhile.
      .where('secret', '=', sealed)
      .execute()
  },
}

async function read(db: SealingNeeds['db'], playerId: string): Promise<Buffer | undefined> {
  const row = await db.kysely
    .selectFrom('credentials.totps')
    .select('secret')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row?.secret
}

function versionOf(secrets: Secrets, playerId: string, sealed: Buffer): KeyVersion {
  if (unsealTotp({ secret: secrets.secret }, playerId, sealed)) return 'current'
  return unsealTotp(secrets, playerId, sealed) ? 'former' : 'unreadable'
}

export default defineModule({
  name: 'credentials',
  tables: [
    'credentials.challenges',
    'credentials.passkeys',
    'credentials.recovery_codes',
    'credentials.removals',
    'credentials.totps',
  ],
  routes,
  deskRoutes: [
    bindDesk(desk.sendResetLink, sendResetLink),
    bindDesk(desk.checkSecurityAnswer, checkSecurityAnswer),
    bindDesk(desk.resetFactors, resetFactors, { secondPerson: secondPersonOfFactors }),
  ],
  lifecycle,
  sealedData: [authenticators],
})
