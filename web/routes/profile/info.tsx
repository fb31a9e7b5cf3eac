/** The profile form. */
import { useApi } from '../../api/use-api.ts'
import { Card } from '../../design/card/card.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { VerifyOffer } from '../../features/payments/holds.tsx'
import { useFormTexts } from '../../forms/use-form-texts.ts'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import { AccountCard } from './info/account-card.tsx'
import { NameCard } from './info/name-card.tsx'
import { ProfileForm } from './info/profile-form.tsx'
import styles from './info/info.module.css'

const form = { query: { scenario: 'profile' } } as const

export const route = defineRoute({
  labels: ['profile', 'fields', 'otp'],
  queries: ({ locale }) => [
    query('GET /api/player/profile'),
    query('GET /api/player/fields/validations', form),
    query('GET /api/settings/countries', { query: { locale } }),
    query('GET /api/settings/constants'),
  ],
  content: ['fields-settings'],
  meta: ({ t }) => ({ title: t('infoTitle'), noIndex: true }),
  View: Info,
})

function Info() {
  const t = useLabels('profile')
  const profile = useApi('GET /api/player/profile')
  const fields = useApi('GET /api/player/fields/validations', form)
  const texts = useFormTexts()
  const isFailed = (profile.isError && !profile.data) || (fields.isError && !fields.data)
  const again = () => void Promise.all([profile.refetch(), fields.refetch()])
  return (
    <Page title={t('infoTitle')} lead={t('infoLead')}>
      {isFailed && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={again} />}
      {!isFailed && (
        <div className={styles.page}>
          <div className={styles.aside}>
            {profile.data ? (
              <>
                <AccountCard profile={profile.data} />
                <NameCard profile={profile.data} />
                <VerifyOffer />
              </>
            ) : (
              <Card title={t('account')}>
                <Skeleton height={200} />
              </Card>
            )}
          </div>
          {profile.data && fields.data && texts ? (
            <ProfileForm profile={profile.data} fields={fields.data} texts={texts} />
          ) : (
            <Card title={t('aboutYou')}>
              <Skeleton height={420} />
            </Card>
          )}
        </div>
      )}
    </Page>
  )
}
