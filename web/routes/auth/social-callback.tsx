/** Where another house sends the browser back to. Covered by the preloader until it is known how it went, which leads away from here. */
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { storeToken } from '../../api/session.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { affiliateTag } from '../../device/affiliate.ts'
import { readCookie, removeCookie } from '../../device/cookies.ts'
import { fingerprint } from '../../features/session/fingerprint.ts'
import { type Finished, finishSocial } from '../../features/social/finish-social.ts'
import { useLabels } from '../../render/labels.tsx'
import { defaultLocale, splitLocale } from '../../render/match.ts'
import { defineRoute, type Visitor } from '../../render/page.ts'
import { useParams, useVisitor } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { useReleasedPreloader } from '../../shell/preloader-hold.ts'

export const route = defineRoute({
  labels: ['social'],
  meta: ({ t }) => ({ title: t('callbackTitle'), description: t('callbackText'), noIndex: true }),
  View: SocialCallback,
})

function SocialCallback() {
  const t = useLabels('social')
  const { connection = '' } = useParams()
  const visitor = useVisitor()
  const [isForeign, setForeign] = useState(false)
  useReleasedPreloader(isForeign)
  useEffect(() => {
    void finishOnce(connection, visitor).then((finished) => {
      if (finished.kind === 'foreign') return setForeign(true)
      // As a document: the page to come may be another language's, and is now a player's.
      location.replace(finished.to)
    })
  }, [connection, visitor])
  if (!isForeign) return <Page title={t('callbackTitle')}><Empty icon="user" title={t('callbackText')} action={<Spinner />} /></Page>
  const again = <ButtonLink to="/?sign-in=true" tone="primary">{t('signIn')}</ButtonLink>
  return <Page title={t('signIn')}><Empty icon="shield" title={t('foreignLead')} action={again}>{t('foreignText')}</Empty></Page>
}

let begun: Promise<Finished> | null = null

/** One callback a document, however often the view is drawn. */
function finishOnce(connection: string, { locales }: Visitor): Promise<Finished> {
  if (begun) return begun
  const { search, hash, protocol, pathname } = location
  // Neither a reload nor a look into the history is to find the code again.
  history.replaceState(history.state, '', pathname)
  begun = finishSocial({ connection, search, hash, isSecure: protocol === 'https:' }, {
    readCookie: (name) => readCookie(name), removeCookie,
    storeToken: (token) => storeToken(token),
    async signIn({ backRoute, ...body }) {
      const locale = splitLocale(backRoute, locales).prefix ?? defaultLocale(locales)
      return api('POST /api/player/sessions/social', { body: { ...body, locale, fingerprint: await fingerprint(), affiliateTag: affiliateTag() } })
    },
  })
  return begun
}
