/** The target of an approval link. It approves the device only after a click, because mail scanners open links too. */
import { useEffect, useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../api/client.ts'
import { Button, buttonClass } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { takeLinkCode } from '../features/passwords/link-code.ts'
import { fingerprint } from '../features/session/fingerprint.ts'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { useParams } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['passwords'],
  meta: ({ t }) => ({ title: t('approveTitle'), noIndex: true }),
  View: Approve,
})

type Step = 'asked' | 'busy' | 'done' | 'void' | 'unreachable'

function Approve() {
  const t = useLabels('passwords')
  const { approvalCode } = useParams()
  const [step, setStep] = useState<Step>('asked')
  useEffect(() => {
    if (!takeLinkCode('approvalCode', approvalCode)) setStep('void')
  }, [approvalCode])
  const press = async () => {
    setStep('busy')
    setStep(await approve(takeLinkCode('approvalCode', approvalCode)))
  }
  const toSignIn = (
    <ModalLink modal="sign-in" className={buttonClass} data-tone="primary">
      {t('signIn')}
    </ModalLink>
  )
  return (
    <Page title={t('approveTitle')}>
      {(step === 'asked' || step === 'busy') && (
        <Empty
          icon="user"
          title={t('approveLead')}
          action={
            <Button tone="primary" isBusy={step === 'busy'} onClick={() => void press()}>
              {t('approveButton')}
            </Button>
          }
        >
          {t('approveText')}
        </Empty>
      )}
      {step === 'unreachable' && (
        <Failed title={t('unreachableTitle')} retryLabel={t('retry')} onRetry={() => void press()}>
          {t('unreachable')}
        </Failed>
      )}
      {step === 'done' && (
        <Empty icon="check" title={t('approveDoneTitle')} action={toSignIn}>
          {t('approveDoneText')}
        </Empty>
      )}
      {step === 'void' && (
        <Empty icon="link" title={t('verifyVoidTitle')} action={toSignIn}>
          {t('approveVoidText')}
        </Empty>
      )}
    </Page>
  )
}

async function approve(code: string): Promise<Step> {
  try {
    await api('POST /api/player/sessions/approval/confirm', { body: { code, fingerprint: await fingerprint() } })
    return 'done'
  } catch (error) {
    const { status } = error as ApiError
    return status === HttpStatus.unprocessable ? 'void' : 'unreachable'
  }
}
