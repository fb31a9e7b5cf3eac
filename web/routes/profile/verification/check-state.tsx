/** The status of the identity check, with the next step or the decision. */
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../../design/badge/badge.tsx'
import { Button, ButtonLink } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Icon, type IconName } from '../../../design/icon/icon.tsx'
import { When } from '../../../design/when/when.tsx'
import { useLabels } from '../../../render/labels.tsx'
import type { IdentityCheck } from '../verification.tsx'
import styles from './verification.module.css'

type StatusStyle = { icon: IconName; tone: BadgeTone; badge: string }
const statusStyles: Record<IdentityCheck['status'], StatusStyle> = {
  none: { icon: 'shield', tone: 'neutral', badge: 'stateNone' },
  pending: { icon: 'clock', tone: 'info', badge: 'statePending' },
  approved: { icon: 'check', tone: 'success', badge: 'stateApproved' },
  retry: { icon: 'refresh', tone: 'warning', badge: 'stateRetry' },
  rejected: { icon: 'close', tone: 'danger', badge: 'stateRejected' },
}

type CheckStateProps = { check: IdentityCheck; fault: boolean; onBegin: () => void }

export function CheckState({ check, fault, onBegin }: CheckStateProps) {
  const t = useLabels('verification')
  const { status, updatedAt } = check
  const { icon, tone, badge } = statusStyles[status]
  return (
    <Card>
      <div className={styles.state} data-status={status} aria-live="polite">
        <span className={styles.mark} data-tone={tone}>
          <Icon name={icon} size={32} />
        </span>
        <Badge tone={tone}>{t(badge)}</Badge>
        <h2>{t(`${status}Title`)}</h2>
        <p className={styles.text}>{t(`${status}Text`)}</p>
        <Reason check={check} />
        {status === 'approved' && updatedAt && (
          <p className={styles.since}>
            {t('since')} <When at={updatedAt} />
          </p>
        )}
        {status === 'none' && <Steps />}
        {fault && <Fault />}
        <NextStep status={status} onBegin={onBegin} />
      </div>
    </Card>
  )
}

function NextStep({ status, onBegin }: { status: IdentityCheck['status']; onBegin: () => void }): ReactNode {
  const t = useLabels('verification')
  if (status === 'none')
    return (
      <Button tone="primary" size="l" icon="camera" onClick={onBegin}>
        {t('begin')}
      </Button>
    )
  if (status === 'retry')
    return (
      <Button tone="primary" size="l" icon="refresh" onClick={onBegin}>
        {t('beginAgain')}
      </Button>
    )
  if (status === 'rejected')
    return (
      <ButtonLink to="/contact" tone="primary" size="l">
        {t('toSupport')}
      </ButtonLink>
    )
  return null
}

function Reason({ check: { status, comment } }: { check: IdentityCheck }) {
  const t = useLabels('verification')
  if (!comment || (status !== 'retry' && status !== 'rejected')) return null
  return (
    <blockquote className={styles.reason}>
      <cite>{t('reason')}</cite>
      <p dir="auto">{comment}</p>
    </blockquote>
  )
}

function Steps() {
  const t = useLabels('verification')
  return (
    <ol className={styles.steps}>
      {['step1', 'step2', 'step3'].map((step) => (
        <li key={step}>{t(step)}</li>
      ))}
    </ol>
  )
}

function Fault() {
  const t = useLabels('verification')
  return (
    <div className={styles.fault} role="alert">
      <strong>{t('openFailed')}</strong>
      <p>{t('openFailedText')}</p>
    </div>
  )
}
