/** The target of the unsubscribe link in marketing messages. It unsubscribes only after a click. */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { type ApiError, api } from '../api/client.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { takeLinkCode } from '../features/passwords/link-code.ts'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { useParams, useSearch } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['marketing'],
  meta: ({ t }) => ({ title: t('unsubscribeTitle'), noIndex: true }),
  View: Unsubscribe,
})

type Step = 'asked' | 'busy' | 'done' | 'unreachable'

function Unsubscribe() {
  const t = useLabels('marketing')
  const { token } = useParams()
  const by = useSearch().get('by') === 'sms' ? '_sms' : ''
  const [step, setStep] = useState<Step>('asked')
  /** The reason why the link was refused, in the reader's language. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async () => {
    setStep('busy')
    try {
      await api('POST /api/notification/unsubscribe', { body: { token: takeLinkCode('token', token) } })
      setStep('done')
    } catch (error) {
      const { status, message } = error as ApiError
      if (status === HttpStatus.unprocessable) setRefusal(message)
      setStep('unreachable')
    }
  }
  const away = <ButtonLink to="/">{t('toGames')}</ButtonLink>
  if (refusal !== null)
    return (
      <Page title={t(`unsubscribeTitle${by}`)}>
        <Empty icon="link" title={t('invalidTitle')} action={away}>
          {refusal}
        </Empty>
      </Page>
    )
  return (
    <Page title={t(`unsubscribeTitle${by}`)}>
      {(step === 'asked' || step === 'busy') && (
        <Empty
          icon="bell"
          title={t(`unsubscribeTitle${by}`)}
          action={
            <Button tone="primary" isBusy={step === 'busy'} onClick={() => void send()}>
              {t('unsubscribeButton')}
            </Button>
          }
        >
          {t(`unsubscribeText${by}`)}
        </Empty>
      )}
      {step === 'unreachable' && (
        <Failed title={t('unreachableTitle')} retryLabel={t('retry')} onRetry={() => void send()}>
          {t('unreachable')}
        </Failed>
      )}
      {step === 'done' && (
        <Empty icon="check" title={t('doneTitle')} action={away}>
          {t(`doneText${by}`)}
        </Empty>
      )}
    </Page>
  )
}
