/**
 * The target of a confirmation link. It confirms only after a click, because mail scanners open links and run scripts,
 * and because the reader may not be the person who registered.
 */
import { useEffect, useState } from 'react'
import { type ApiError, api } from '../api/client.ts'
import { freshToken, storeToken } from '../api/session.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { takeLinkCode } from '../features/passwords/link-code.ts'
import { useResendConfirmation } from '../features/passwords/use-resend-confirmation.ts'
import { fingerprint } from '../features/session/fingerprint.ts'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { useLocalePath, useParams, useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['passwords'],
  meta: ({ t }) => ({ title: t('verifyTitle'), noIndex: true }),
  View: Verify,
})

type Step = 'asked' | 'busy' | 'void' | 'unreachable' | 'disowned'

function Verify() {
  const t = useLabels('passwords')
  const { confirmCode } = useParams()
  const confirmed = useLocalePath()('/?profile-confirmed=true')
  const [step, setStep] = useState<Step>('asked')
  useEffect(() => {
    if (!takeLinkCode('confirmCode', confirmCode)) setStep('void')
  }, [confirmCode])
  const answer = async (isMine: boolean) => {
    setStep('busy')
    const found = await confirm(takeLinkCode('confirmCode', confirmCode), isMine)
    if (found === 'done' && isMine) location.replace(confirmed)
    else setStep(found === 'done' ? 'disowned' : found)
  }
  const isBusy = step === 'busy'
  return (
    <Page title={t('verifyTitle')} width="form">
      {(step === 'asked' || isBusy) && (
        <Empty
          icon="mail"
          title={t('verifyLead')}
          action={
            <>
              <Button tone="primary" isBusy={isBusy} onClick={() => void answer(true)}>
                {t('verifyButton')}
              </Button>
              <Button tone="plain" disabled={isBusy} onClick={() => void answer(false)}>
                {t('verifyNotMe')}
              </Button>
            </>
          }
        >
          {t('verifyText')}
        </Empty>
      )}
      {step === 'disowned' && (
        <Empty icon="check" title={t('verifyNotMeTitle')} action={<ButtonLink to="/">{t('toGames')}</ButtonLink>}>
          {t('verifyNotMeText')}
        </Empty>
      )}
      {step === 'unreachable' && (
        <Failed title={t('unreachableTitle')} retryLabel={t('retry')} onRetry={() => setStep('asked')}>
          {t('unreachable')}
        </Failed>
      )}
      {step === 'void' && <InvalidLink />}
    </Page>
  )
}

function InvalidLink() {
  const t = useLabels('passwords')
  const { isSignedIn } = useVisitor()
  const { isBusy, resend } = useResendConfirmation()
  const on = isSignedIn ? (
    <Button tone="primary" icon="mail" isBusy={isBusy} onClick={() => void resend()}>
      {t('verifyResend')}
    </Button>
  ) : (
    <ButtonLink to="/?sign-in=true" tone="primary">
      {t('signIn')}
    </ButtonLink>
  )
  return (
    <Empty icon="link" title={t('verifyVoidTitle')} action={on}>
      {t('verifyVoidText')} {!isSignedIn && t('verifyVoidGuest')}
    </Empty>
  )
}

/** Confirms the address. If the sign-in requires confirmation, the response has a token that starts a session. */
async function confirm(code: string, isMine: boolean): Promise<'done' | 'void' | 'unreachable'> {
  if (!code) return 'void'
  try {
    const { autologinToken } = await api('POST /api/player/profile/confirmations/email', { body: { code, isMine } })
    if (autologinToken && !(await freshToken('POST /api/player/sessions/token'))) await enter(autologinToken)
    return 'done'
  } catch (error) {
    return (error as ApiError).name === 'codeInvalid' ? 'void' : 'unreachable'
  }
}

/** Starts the session. A failure is ignored, because the address is confirmed and the player can sign in. */
async function enter(token: string): Promise<void> {
  const session = await api('POST /api/player/sessions/token', {
    body: { token, fingerprint: await fingerprint() },
  }).catch(() => null)
  if (session) storeToken(session.accessToken)
}
