/** Sign-in by e-mail or by phone: the panel as a view, and the modal that wires its forms to the API. */
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { storeToken } from '../../api/session.ts'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { Tabs } from '../../design/tabs/tabs.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { SocialButtons } from '../../features/social/social-buttons.tsx'
import { SocialNotice } from '../../features/social/social-notice.tsx'
import { fingerprint } from '../../features/session/fingerprint.ts'
import type { FormValues } from '../../forms/check-values.ts'
import { useDescribedForm } from '../../forms/use-described-form.ts'
import { type FormWords, useFormWords } from '../../forms/use-words.ts'
import type { ModalModule } from '../../modals.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'
import { ModalLink, useModal } from '../use-modal.tsx'
import { fieldsOf, SignInForm, wordsOf } from './sign-in-form.tsx'
import { SignSplit } from './sign-split.tsx'
import { type SignContent, useSignContent } from './use-sign-content.ts'
import { type Way, waysOf } from './ways.ts'

type SignInProps = { content: SignContent; ways: Way[]; way: Way; onWay: (way: Way) => void; children: ReactNode }

/** `children` is the form of the way that was chosen. */
export function SignIn({ content, ways, way, onWay, children }: SignInProps) {
  const t = useLabels('identity')
  return (
    <SignSplit promo={content.promo}>
      <ModalTitle>{t('signIn')}</ModalTitle>
      <ModalBody>
        <SocialNotice />
        <WayTabs ways={ways} way={way} onWay={onWay} label={t('signInWay')}>{children}</WayTabs>
        <SocialButtons />
        <footer>{t('noAccount')} <ModalLink modal="sign-up" instead="sign-in">{t('signUp')}</ModalLink></footer>
      </ModalBody>
    </SignSplit>
  )
}

/** Tabs where there is a choice; else what there is. */
export function WayTabs({ ways, way, onWay, label, children }: Omit<SignInProps, 'content'> & { label: string }) {
  const t = useLabels('identity')
  if (ways.length < 2) return children
  const names = { email: t('byEmail'), phone: t('byPhone') }
  return <Tabs tabs={ways.map((value) => ({ value, label: names[value] }))} value={way} onChange={onWay} label={label}><div data-way={way}>{children}</div></Tabs>
}

function SignInModal() {
  const words = useFormWords()
  const content = useSignContent('sign-in')
  return words && content ? <Wired words={words} content={content} /> : <Loading />
}

export function Loading() {
  const t = useLabels('identity')
  return <><ModalTitle>{t('loading')}</ModalTitle><ModalBody><Spinner /></ModalBody></>
}

type WiredProps = { words: FormWords; content: SignContent }
function Wired({ words, content }: WiredProps) {
  const ways = waysOf(content.display)
  const [way, setWay] = useState(ways[0]!)
  return <SignIn content={content} ways={ways} way={way} onWay={setWay}><WiredForm key={way} way={way} words={words} content={content} /></SignIn>
}

function WiredForm({ way, words, content }: WiredProps & { way: Way }) {
  const t = useLabels('identity')
  const { open, close } = useModal()
  const send = async ({ login, password }: FormValues) => {
    const body = { login: String(login).trim(), password: String(password), fingerprint: await fingerprint() }
    const { accessToken } = await api('POST /api/player/sessions', { body })
    close('sign-in')
    storeToken(accessToken)
  }
  const explain = (error: ApiError) => {
    const { accountBlocked } = content.alerts
    if (error.name === 'accountBlocked' && accountBlocked) showToast(accountBlocked)
    if (error.name === 'accountBlocked') return accountBlocked?.title ?? error.message
    if (error.name === 'countryRestricted') open('geo-restricted-type', 'true', { instead: 'sign-in' })
    return error.status === 401 || error.status === 429 || error.status === 422 ? error.message : t(error.status === 0 ? 'unreachable' : 'somethingWrong')
  }
  const wayWords = useMemo(() => wordsOf(way, words), [way, words])
  const form = useDescribedForm({ fields: fieldsOf(way), words: wayWords, defaults: empty, send, explain })
  return <SignInForm way={way} form={form} />
}
const empty: FormValues = { login: '', password: '' }

export const modal: ModalModule = { View: SignInModal, labels: ['identity', 'social', 'fields'], width: 'wide' }
