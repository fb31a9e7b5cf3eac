/** The target of an approval link: approves this device for sign-in, or explains why the link does not. */
import { useEffect, useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../api/client.ts'
import { buttonClass } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { takeLinkCode } from '../features/passwords/link-code.ts'
import { fingerprint } from '../features/session/fingerprint.ts'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { useParams } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['passwords'],
  meta: ({ t }) => ({ title: t('approveTitle'), description: t('approvePending'), noIndex: true }),
  View: Approve,
})

type Step = 'pending' | 'done' | 'void' | 'unreachable'

function Approve() {
  const t = useLabels('passwords')
  const { approvalCode } = useParams()
  const [step, setStep] = useState<Step>('pending')
  useEffect(() => {
    if (step === 'pending') void approve(takeLinkCode('approvalCode', approvalCode)).then(setStep)
  }, [step, approvalCode])
  const toSignIn = (
    <ModalLink modal="sign-in" className={buttonClass} data-tone="primary">
      {t('signIn')}
    </ModalLink>
  )
  return (
    <Page title={t('approveTitle')}>
      {step === 'pending' && <Empty icon="user" title={t('approvePending')} action={<Spinner />} />}
      {step === 'unreachable' && (
        <Failed title={t('unreachableTitle')} retryLabel={t('retry')} onRetry={() => setStep('pending')}>
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

/** Requested once per page: the answer to a used link means nothing. */
let asked: Promise<Step> | null = null

function approve(code: string): Promise<Step> {
  asked ??= send(code)
  return asked
}

async function send(code: string): Promise<Step> {
  try {
    await api('POST /api/player/sessions/approval/confirm', { body: { code, fingerprint: await fingerprint() } })
    return 'done'
  } catch (error) {
    const { status } = error as ApiError
    if (status === HttpStatus.unprocessable) return 'void'
    asked = null
    return 'unreachable'
  }
}
