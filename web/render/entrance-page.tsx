/** Sign-in and registration as renderField HTML forms that work without scripts: no handlers and no state. */
import type { ReactNode } from 'react'
import type { FieldDescriptor } from '#contract/identity.ts'
import { type FieldFacts, factsOf } from '#contract/fields/catalogue.ts'
import { entrancePaths, type EntranceRequest } from '#contract/pages.ts'
import { Button, buttonClass } from '../design/button/button.tsx'
import { Checkbox, Field, Input, Select } from '../design/field/field.tsx'
import { Logo } from '../design/logo/logo.tsx'
import { RichLabel } from '../forms/rich-label.tsx'
import type { FormTexts } from '../forms/use-form-texts.ts'
import type { LoginKind } from '../modals/sign-in/login-kinds.ts'
import { groupFields } from '../modals/sign-up/registration.ts'
import { useLabels, useLocale } from './labels.tsx'
import { useLocalePath } from './router.tsx'
import styles from '../forms/forms.module.css'

type EntranceProps = {
  request: EntranceRequest
  values: Record<string, string>
  texts: FormTexts
  loginKinds: LoginKind[]
}

export function EntrancePage(props: EntranceProps) {
  const t = useLabels('identity')
  const shell = useLabels('shell')
  const localized = useLocalePath()
  const { kind, view, back, message } = props.request
  const isSignIn = kind === 'sign-in'
  return (
    <main className={styles.entrance}>
      <a href={localized('/')} aria-label={shell('homeLink')}>
        <Logo />
      </a>
      <h1>{t(isSignIn ? 'signIn' : 'signUpTitle')}</h1>
      {message && <p role="alert">{message}</p>}
      <View {...props} />
      {view === 'form' && (
        <>
          <p>
            {t(isSignIn ? 'plainMore' : 'plainMoreRegistration')}{' '}
            <a href={modalAddress(back, kind)}>{t('plainFullForm')}</a>
          </p>
          <p>
            {t(isSignIn ? 'noAccount' : 'haveAccount')}{' '}
            <a href={`${localized(entrancePaths[isSignIn ? 'sign-up' : 'sign-in'])}?${new URLSearchParams({ back })}`}>
              {t(isSignIn ? 'signUp' : 'signIn')}
            </a>
          </p>
        </>
      )}
      <p>
        <a href={localized('/contact')}>{t('plainHelp')}</a>
      </p>
    </main>
  )
}

function View(props: EntranceProps) {
  const t = useLabels('identity')
  const { kind, view, back, content } = props.request
  if (view === 'restricted') {
    const { title, description } = (content.modals as Record<string, { title?: string; description?: string }>)[
      'geo-restricted-type'
    ]!
    return (
      <>
        <h2>{title}</h2>
        <p>{description}</p>
      </>
    )
  }
  if (view === 'mailed')
    return (
      <>
        <h2>{t('checkMail')}</h2>
        <p>{t('checkMailText', { email: props.values.email ?? '' })}</p>
      </>
    )
  if (view === 'scripts')
    return (
      <>
        <p>{t('plainScripts')}</p>
        <a href={modalAddress(back, kind)}>{t('plainFullForm')}</a>
      </>
    )
  return kind === 'sign-in' ? <SignInFields {...props} /> : <RegistrationFields {...props} />
}

/** Returns the address that opens the modal instead of this page. */
function modalAddress(back: string, kind: string): string {
  return `${back}${back.includes('?') ? '&' : '?'}${kind}=true`
}

function PlainForm({ back, children }: { back: string; children: ReactNode }) {
  return (
    <form method="post" acceptCharset="utf-8">
      <input type="hidden" name="back" value={back} />
      {children}
    </form>
  )
}

function SignInFields({ request, values, texts, loginKinds }: EntranceProps) {
  const t = useLabels('identity')
  const { back, view, faults } = request
  const label =
    loginKinds.length > 1
      ? t('plainLogin')
      : ((loginKinds[0] === 'phone' ? texts.fields.phone : texts.fields.email)?.label ?? '')
  return (
    <PlainForm back={back}>
      {view === 'code' && <p>{t('plainCodeText')}</p>}
      <Field
        label={label}
        error={faults.login}
        isRequired
        render={(props) => (
          <Input
            {...props}
            name="login"
            type="text"
            required
            maxLength={254}
            dir="ltr"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={values.login}
          />
        )}
      />
      <Field
        label={texts.fields.password?.label ?? ''}
        error={faults.password}
        isRequired
        render={(props) => (
          <Input
            {...props}
            name="password"
            type="password"
            required
            maxLength={256}
            dir="ltr"
            autoComplete="current-password"
          />
        )}
      />
      {view === 'code' && (
        <Field
          label={t('plainCode')}
          error={faults.code}
          isRequired
          render={(props) => (
            <Input
              {...props}
              name="code"
              type="text"
              required
              maxLength={16}
              inputMode="numeric"
              dir="ltr"
              autoComplete="one-time-code"
            />
          )}
        />
      )}
      <Button type="submit" tone="primary" size="l" isWide>
        {t('signIn')}
      </Button>
    </PlainForm>
  )
}

function RegistrationFields({ request, values, texts }: EntranceProps) {
  const t = useLabels('identity')
  const { inputs, promo, boxes } = groupFields(request.fields)
  const renderField = (field: FieldDescriptor) => (
    <PlainField key={field.id} field={field} request={request} values={values} texts={texts} />
  )
  return (
    <PlainForm back={request.back}>
      {inputs.map(renderField)}
      {promo && (
        // It must be open then: browsers refuse to submit a form with an invalid field that they cannot show.
        <details open={Boolean(promo.rules.required || values[promo.id] || request.faults[promo.id])}>
          <summary className={buttonClass} data-tone="renderField">
            {t('promoToggle')}
          </summary>
          {renderField(promo)}
        </details>
      )}
      <div>
        {boxes.map((field) => (
          <Checkbox
            key={field.id}
            name={field.id}
            value="1"
            required={field.rules.required === true}
            defaultChecked={values[field.id] === '1'}
            error={request.faults[field.id]}
          >
            <RichLabel text={texts.fields[field.id]?.label ?? field.id} />
          </Checkbox>
        ))}
      </div>
      <Button type="submit" tone="primary" size="l" isWide>
        {t('register')}
      </Button>
    </PlainForm>
  )
}

function PlainField({ field, request, values, texts }: { field: FieldDescriptor } & Omit<EntranceProps, 'loginKinds'>) {
  const { id, rules, description } = field
  const { label = id, hint, placeholder } = texts.fields[id] ?? {}
  const facts: FieldFacts = factsOf(id)
  const options = useOptions(field, request, texts)
  return (
    <Field
      label={label}
      hint={hint ?? description}
      error={request.faults[id]}
      isRequired={rules.required === true}
      render={(props) => {
        const shared = {
          ...props,
          name: id,
          required: rules.required === true,
          autoComplete: facts.autocomplete,
          defaultValue: values[id] ?? '',
        }
        if (options)
          return (
            <Select {...shared}>
              <option value="">{placeholder ?? '–'}</option>
              {options.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          )
        const type = { password: 'password', email: 'email', date: 'date' }[facts.kind as string] ?? 'text'
        const minLength = Number(rules.minLength ?? 0) || undefined
        return <Input {...shared} type={type} minLength={minLength} inputMode={facts.inputMode} dir={facts.direction} />
      }}
    />
  )
}

type Option = { value: string; text: string }
/** Returns null for fields that take text. */
function useOptions(
  { id }: FieldDescriptor,
  { countries, currencies, locales }: EntranceRequest,
  texts: FormTexts,
): Option[] | null {
  const locale = useLocale()
  const { kind, options } = factsOf(id)
  if (kind === 'country')
    return countries
      .filter(({ restrictType }) => restrictType !== 2)
      .map(({ code, name }) => ({ value: code, text: name }))
  if (kind === 'currency')
    return currencies
      .filter(({ isEnabled }) => isEnabled)
      .map(({ code, name }) => ({ value: code, text: `${code} · ${name}` }))
  if (options === 'words')
    return Object.entries(texts.fields[id]?.options ?? {}).map(([value, text]) => ({ value, text }))
  if (options === 'languages') {
    const names = new Intl.DisplayNames(locale, { type: 'language' })
    const codes = new Set(locales.map(({ code }) => code.split('-')[0]!))
    return [...codes].map((code) => ({ value: code, text: names.of(code) ?? code }))
  }
  return null
}
