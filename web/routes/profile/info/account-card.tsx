/** The account card: id, country, and contact details with their confirmation status. */
import type { ReactNode } from 'react'
import type { Profile } from '#contract/identity.ts'
import { useState } from 'react'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Detail } from '../../../design/detail/detail.tsx'
import { Flag } from '../../../design/flag/flag.tsx'
import { useResendConfirmation } from '../../../features/passwords/use-resend-confirmation.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import { EmailChange } from './email-change.tsx'
import { PhoneChange } from './phone-change.tsx'
import styles from './info.module.css'

export function AccountCard({ profile }: { profile: Profile }) {
  const t = useLabels('profile')
  const countries = new Intl.DisplayNames(useLocale(), { type: 'region' })
  return (
    <Card title={t('account')}>
      <div className={styles.account}>
        <dl className={styles.facts}>
          <Detail term={t('shortId')}>
            <bdi>{profile.id.split('-')[0]!.toUpperCase()}</bdi>
          </Detail>
          <div>
            <dt>{t('country')}</dt>
            <dd className={styles.country}>
              <Flag country={profile.country} />
              {countries.of(profile.country) ?? profile.country}
            </dd>
          </div>
        </dl>
        <EmailPart profile={profile} />
        <PhonePart profile={profile} />
      </div>
    </Card>
  )
}

function EmailPart({ profile: { email, isEmailConfirmed } }: { profile: Profile }) {
  const t = useLabels('profile')
  const [isChanging, setChanging] = useState(false)
  const { isBusy, resend } = useResendConfirmation()
  if (isChanging) return <EmailChange onEnd={() => setChanging(false)} />
  return (
    <Address label={t('email')} value={email} isConfirmed={isEmailConfirmed}>
      <Button size="s" onClick={() => setChanging(true)}>
        {t(email ? 'change' : 'add')}
      </Button>
      {email && !isEmailConfirmed && (
        <Button size="s" icon="mail" isBusy={isBusy} onClick={() => void resend()}>
          {t('sendAgain')}
        </Button>
      )}
    </Address>
  )
}

function PhonePart({ profile: { phone, isPhoneConfirmed } }: { profile: Profile }) {
  const t = useLabels('profile')
  const [changing, setChanging] = useState<'phone-change' | 'confirmation' | null>(null)
  if (changing)
    return (
      <PhoneChange
        reason={changing}
        phone={changing === 'confirmation' ? phone : null}
        onEnd={() => setChanging(null)}
      />
    )
  return (
    <Address label={t('phone')} value={phone && `+${phone}`} isConfirmed={isPhoneConfirmed}>
      <Button size="s" onClick={() => setChanging('phone-change')}>
        {t(phone ? 'change' : 'add')}
      </Button>
      {phone && !isPhoneConfirmed && (
        <Button size="s" icon="check" onClick={() => setChanging('confirmation')}>
          {t('confirm')}
        </Button>
      )}
    </Address>
  )
}

function Address({
  label,
  value,
  isConfirmed,
  children,
}: {
  label: string
  value: string | null
  isConfirmed: boolean
  children: ReactNode
}) {
  const t = useLabels('profile')
  return (
    <section className={styles.address} aria-label={label}>
      <div className={styles.addressTop}>
        <h3>{label}</h3>
        {value && (
          <Badge tone={isConfirmed ? 'success' : 'warning'}>{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</Badge>
        )}
      </div>
      <p className={styles.value}>{value ? <bdi dir="ltr">{value}</bdi> : t('none')}</p>
      <div className={styles.ways}>{children}</div>
    </section>
  )
}
