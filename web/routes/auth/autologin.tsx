/** The target of a sign-in link. It exchanges the one-time token for a session; `state` contains the next page. */
import { useEffect, useState } from 'react'
import { isSitePath } from '#contract/fields/site-path.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, api } from '../../api/client.ts'
import { freshToken, storeToken } from '../../api/session.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute } from '../../render/page.ts'
import { useLocalePath } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { useReleasedPreloader } from '../../shell/preloader-hold.ts'

export const route = defineRoute({
  labels: ['social'],
  meta: ({ t }) => ({ title: t('linkTitle'), description: t('linkPending'), noIndex: true }),
  View: Autologin,
})

type Outcome = 'pending' | 'invalid' | 'blocked' | 'unreachable'

function Autologin() {
  const t = useLabels('social')
  const localized = useLocalePath()
  const [home, refused] = [localized('/'), localized('/?sign-in=true')]
  const [outcome, setOutcome] = useState<Outcome>('pending')
  useReleasedPreloader(outcome !== 'pending')
  useEffect(() => {
    if (outcome !== 'pending') return
    const { token, backRoute } = readLink()
    void spend(token).then((found) => {
      if (found === 'done') location.replace(backRoute ?? home)
      // The modal on the home page explains the reason.
      else if (found === 'restricted') location.replace(refused)
      else setOutcome(found)
    })
  }, [outcome, home, refused])
  const toSignIn = (
    <ButtonLink to="/?sign-in=true" tone="primary">
      {t('signIn')}
    </ButtonLink>
  )
  return (
    <Page title={t('linkTitle')}>
      {outcome === 'pending' && <Empty icon="user" title={t('linkPending')} action={<Spinner />} />}
      {outcome === 'unreachable' && (
        <Failed title={t('linkUnreachable')} retryLabel={t('linkRetry')} onRetry={() => setOutcome('pending')} />
      )}
      {outcome === 'blocked' && (
        <Empty icon="lock" title={t('linkBlockedLead')}>
          {t('linkBlockedText')}
        </Empty>
      )}
      {outcome === 'invalid' && (
        <Empty icon="link" title={t('linkLead')} action={toSignIn}>
          {t('linkText')}
        </Empty>
      )}
    </Page>
  )
}

let link: { token: string; backRoute: string | null } | null = null

/** Reads the token once and removes it from the URL, so that history and referrer do not contain it. */
function readLink() {
  if (link) return link
  const query = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  return (link = { token: query.get('token') ?? '', backRoute: readBackRoute(query.get('state')) })
}

function readBackRoute(state: string | null): string | null {
  try {
    const { backRoute } = JSON.parse(state ?? '') as { backRoute?: unknown }
    return isSitePath(backRoute) ? backRoute : null
  } catch {
    return null
  }
}

export async function spend(token: string): Promise<Exclude<Outcome, 'pending'> | 'done' | 'restricted'> {
  try {
    // A signed-in player stays signed in, because a mailed link must not switch accounts silently.
    if (await freshToken('POST /api/player/sessions/token')) return 'done'
    const { accessToken: opened } = await api('POST /api/player/sessions/token', {
      body: { token: token.slice(0, 256), fingerprint: await fingerprint() },
    })
    storeToken(opened)
    return 'done'
  } catch (error) {
    const { name, status } = error as ApiError
    if (name === 'accountBlocked') return 'blocked'
    if (name === 'countryRestricted') return 'restricted'
    return status === HttpStatus.noAnswer ||
      status === HttpStatus.tooManyRequests ||
      status >= HttpStatus.internalServerError
      ? 'unreachable'
      : 'invalid'
  }
}
