/** The security page: sign-in methods, sessions, data export and account closure. */
import { useApi } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import { AccountClosure } from './security/account-closure.tsx'
import { Authenticator } from './security/authenticator.tsx'
import { DataExport } from './security/data-export.tsx'
import { EmailSection } from './security/email-section.tsx'
import { Passkeys } from './security/passkeys.tsx'
import { PasswordSection } from './security/password-section.tsx'
import { PreviousSignIn } from './security/previous-sign-in.tsx'
import { firstPage, Sessions, sessions } from './security/sessions.tsx'
import styles from './security/security.module.css'

export const route = defineRoute({
  labels: ['security', 'passwords', 'fields', 'wallet'],
  queries: () => [query(sessions, firstPage), query('GET /api/player/totp'), query('GET /api/player/passkeys')],
  meta: ({ t }) => ({ title: t('title'), noIndex: true }),
  View: Security,
})

function Security() {
  const t = useLabels('security')
  const { data: profile } = useApi('GET /api/player/profile')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className={styles.page}>
        <div className={styles.column}>
          <EmailSection profile={profile} />
          <PasswordSection profile={profile} />
          <Authenticator />
          <Passkeys />
        </div>
        <div className={styles.column}>
          <PreviousSignIn profile={profile} />
          <Sessions />
          <DataExport />
          <AccountClosure />
        </div>
      </div>
    </Page>
  )
}
