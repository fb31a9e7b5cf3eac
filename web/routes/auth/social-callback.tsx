/** The callback of a social sign-in. The preloader covers it until it navigates away. */
import { useEffect, useState } from 'react'
import type { Visitor } from '#contract/pages.ts'
import { api } from '../../api/client.ts'
import { storeToken } from '../../api/session.ts'
import { Card } from '../../design/card/card.tsx'
import { ButtonLink } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { affiliateTag } from '../../device/affiliate.ts'
import { readCookie, removeCookie } from '../../device/cookies.ts'
import { promptAfterRegistration } from '../../features/limits/registration-prompt.ts'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { SecondFactorForm } from '../../features/step-up/second-factor-step.tsx'
import { type Finished, finishSocial, finishWithCode } from '../../features/social/finish-social.ts'
import { useLabels } from '../../render/labels.tsx'
import { defaultLocale, splitLocale } from '../../render/match.ts'
import { defineRoute } from '../../render/page.ts'
import { useParams, useVisitor } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { useReleasedPreloader } from '../../shell/preloader-hold.ts'

export const route = defineRoute({
  labels: ['social', 'security'],
  meta: ({ t }) => ({ title: t('callbackTitle'), description: t('callbackText'), noIndex: true }),
  View: SocialCallback,
})

function SocialCallback() {
  const t = useLabels('social')
  const { connection = '' } = useParams()
  const visitor = useVisitor()
  const [left, setLeft] = useState<Exclude<Finished, { kind: 'go' }> | null>(null)
  useReleasedPreloader(left !== null)
  useEffect(() => {
    void finishOnce(connection, visitor).then((finished) => {
      // A full document load is necessary, because the next page is a player's and may be in another language.
      if (finished.kind === 'go') location.replace(finished.to)
      else setLeft(finished)
    })
  }, [connection, visitor])
  if (left?.kind === 'code') return <CodePage ticket={left.ticket} backRoute={left.backRoute} />
  if (!left)
    return (
      <Page title={t('callbackTitle')}>
        <Empty icon="user" title={t('callbackText')} action={<Spinner />} />
      </Page>
    )
  const again = (
    <ButtonLink to="/?sign-in=true" tone="primary">
      {t('signIn')}
    </ButtonLink>
  )
  return (
    <Page title={t('signIn')}>
      <Empty icon="shield" title={t('foreignLead')} action={again}>
        {t('foreignText')}
      </Empty>
    </Page>
  )
}

function CodePage({ ticket, backRoute }: { ticket: string; backRoute: string }) {
  const t = useLabels('security')
  const ts = useLabels('social')
  const enter = async (code: string) => {
    const send = async () =>
      api('POST /api/player/sessions/social/code', { body: { ticket, code, fingerprint: await fingerprint() } })
    location.replace(await finishWithCode(send, backRoute, (token) => storeToken(token)))
  }
  return (
    <Page title={t('secondFactorTitle')} lead={ts('codeText')} width="form">
      <Card>
        <SecondFactorForm
          onCode={enter}
          back={
            <ButtonLink to="/?sign-in=true" tone="plain" icon="arrow-left">
              {t('back')}
            </ButtonLink>
          }
        />
      </Card>
    </Page>
  )
}

let pending: Promise<Finished> | null = null

/** Handles the callback once per document, even if the component mounts again. */
function finishOnce(connection: string, { locales }: Visitor): Promise<Finished> {
  if (pending) return pending
  const { search, hash, protocol, pathname } = location
  // The code must not be in the history or used again by a reload.
  history.replaceState(history.state, '', pathname)
  pending = finishSocial(
    { connection, search, hash, isSecure: protocol === 'https:' },
    {
      readCookie: (name) => readCookie(name),
      removeCookie,
      storeToken: (token) => storeToken(token),
      async signIn({ backRoute, ...body }) {
        const locale = splitLocale(backRoute, locales).prefix ?? defaultLocale(locales)
        const reply = await api('POST /api/player/sessions/social', {
          body: { ...body, locale, fingerprint: await fingerprint(), affiliateTag: affiliateTag() },
        })
        if (reply.isNewlyRegistered && reply.accessToken) promptAfterRegistration(reply.accessToken)
        return reply
      },
    },
  )
  return pending
}
