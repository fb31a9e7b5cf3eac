/** Registration by e-mail, over the fields that the server describes. */
import { useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldDescriptor } from '#contract/identity.ts'
import type { Country } from '#contract/settings.ts'
import { ApiError, api } from '../../api/client.ts'
import { storeToken } from '../../api/session.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { affiliateTag } from '../../device/affiliate.ts'
import { fingerprint } from '../../features/session/fingerprint.ts'
import type { FormValues } from '../../forms/check-values.ts'
import { FormField } from '../../forms/form-field.tsx'
import { SubmitBar } from '../../forms/submit-bar.tsx'
import { type DescribedForm, useDescribedForm } from '../../forms/use-described-form.ts'
import { type FormWords, useFormWords } from '../../forms/use-words.ts'
import type { ModalModule } from '../../modals.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useNavigator, useVisitor } from '../../render/router.tsx'
import { ModalBody, ModalTitle, useBeforeClose } from '../modal-frame.tsx'
import { Loading } from '../sign-in/sign-in.tsx'
import { SignSplit } from '../sign-in/sign-split.tsx'
import { type SignContent, useSignContent } from '../sign-in/use-sign-content.ts'
import { ModalLink, openModal, useModal } from '../use-modal.tsx'
import { defaultsOf, emailFields, groupFields, registrationBody } from './registration.ts'

export function SignUp({ form, fields, content }: { form: DescribedForm; fields: FieldDescriptor[]; content: SignContent }) {
  const t = useLabels('identity')
  const [isPromoOpen, setPromoOpen] = useState(false)
  const { inputs, promo, boxes } = groupFields(fields)
  return (
    <SignSplit promo={content.promo}>
      <ModalTitle>{t('signUpTitle')}</ModalTitle>
      <ModalBody>
        <form method="post" noValidate onSubmit={(event) => { event.preventDefault(); form.submit() }}>
          {inputs.map((field) => <FormField key={field.id} field={field} of={form} />)}
          {promo && (isPromoOpen
            ? <FormField field={promo} of={form} />
            : <Button tone="plain" icon="plus" aria-expanded={false} onClick={() => setPromoOpen(true)}>{t('promoToggle')}</Button>)}
          <div>{boxes.map((field) => <FormField key={field.id} field={field} of={form} />)}</div>
          <SubmitBar of={form}>{t('register')}</SubmitBar>
        </form>
        <footer>{t('haveAccount')} <ModalLink modal="sign-in" instead="sign-up">{t('signIn')}</ModalLink></footer>
      </ModalBody>
    </SignSplit>
  )
}

function SignUpModal() {
  const t = useLabels('identity')
  const locale = useLocale()
  const words = useFormWords()
  const content = useSignContent('sign-up')
  const validations = useApi('GET /api/player/fields/validations', { query: { scenario: 'registration' } })
  const countries = useApi('GET /api/settings/countries', { query: { locale } })
  if (validations.isError || countries.isError) {
    const retry = () => void Promise.all([validations.refetch(), countries.refetch()])
    return <><ModalTitle>{t('signUpTitle')}</ModalTitle><ModalBody><Failed title={t('somethingWrong')} retryLabel={t('retry')} onRetry={retry}>{t('unreachable')}</Failed></ModalBody></>
  }
  if (!words || !content || !validations.data || !countries.data) return <Loading />
  return <Wired words={words} content={content} descriptors={validations.data} countries={countries.data} />
}

type WiredProps = { words: FormWords; content: SignContent; descriptors: FieldDescriptor[]; countries: Country[] }
function Wired({ words, content, descriptors, countries }: WiredProps) {
  const t = useLabels('identity')
  const navigator = useNavigator()
  const { init, locale } = useVisitor()
  const { open, close } = useModal()
  const fields = useMemo(() => emailFields(descriptors), [descriptors])
  const defaults = useMemo(() => defaultsOf(fields, words, init, countries), [fields, words, init, countries])
  const send = async (values: FormValues) => {
    const body = registrationBody(fields, values, { locale, fingerprint: await fingerprint(), affiliateTag: affiliateTag() })
    const { accessToken } = await api('POST /api/player/register', { body })
    close('sign-up')
    if (accessToken) storeToken(accessToken)
  }
  const explain = (error: ApiError) => {
    if (error.name === 'countryRestricted') open('geo-restricted-type', 'true', { instead: 'sign-up' })
    return error.status === 422 || error.status === 429 ? error.message : t(error.status === 0 ? 'unreachable' : 'somethingWrong')
  }
  const form = useDescribedForm({ fields, words, defaults, send, explain })
  useCurrencyOfCountry(form, countries)
  const { isDirty } = form.form.formState
  useBeforeClose(() => {
    const mayClose = !isDirty || form.isBusy || !content.asksBeforeClosing
    if (!mayClose) openModal(navigator, 'sign-up-cancel')
    return mayClose
  })
  return <SignUp form={form} fields={fields} content={content} />
}

/** The currency follows the country until the player chooses one. */
function useCurrencyOfCountry({ form }: DescribedForm, countries: Country[]): void {
  const chosen = useWatch({ control: form.control, name: 'country' })
  useEffect(() => {
    const currency = countries.find(({ code }) => code === chosen)?.currency
    if (currency && !form.getFieldState('currency').isTouched) form.setValue('currency', currency)
  }, [chosen, countries, form])
}

export const modal: ModalModule = { View: SignUpModal, labels: ['identity', 'fields'], width: 'wide' }
