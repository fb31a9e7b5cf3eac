/** Registration state: the tab, the step, and the server's response. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldDescriptor } from '#contract/identity.ts'
import type { Country } from '#contract/settings.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, api } from '../../api/client.ts'
import { storeToken } from '../../api/session.ts'
import { affiliateTag } from '../../device/affiliate.ts'
import { track } from '../../device/analytics.ts'
import { promptAfterRegistration } from '../../features/limits/registration-prompt.ts'
import type { SentCode } from '../../features/otp/otp-view.tsx'
import { otpSendFault } from '../../features/otp/use-resend.ts'
import { useOtpTexts } from '../../features/otp/use-otp-texts.ts'
import { fingerprint } from '../../features/session/fingerprint.ts'
import type { FormValues } from '../../forms/check-values.ts'
import { type DescribedForm, useDescribedForm } from '../../forms/use-described-form.ts'
import type { FormTexts } from '../../forms/use-form-texts.ts'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import type { LoginKind } from '../sign-in/login-kinds.ts'
import { useModal } from '../use-modal.tsx'
import { forgetCode, keepCode, openCode } from './open-code.ts'
import {
  defaultsOf,
  enteredIn,
  fieldsOf,
  type RegistrationBody,
  registrationBody,
  withoutCaptcha,
} from './registration.ts'

/** `mailed`: the confirmation link has been mailed, because the sign-in requires a confirmed address. */
export type Step =
  | { name: 'form' }
  | { name: 'code'; phone: string; sent: SentCode; body: RegistrationBody }
  | { name: 'mailed'; email: string }
export type CaptchaNote = { name: string; text: string } | null
export type Registration = {
  loginKind: LoginKind
  fields: FieldDescriptor[]
  /** A note that a check runs when the form is sent; null if there is none. */
  captchaNote: CaptchaNote
  form: DescribedForm
  step: Step
  chooseLoginKind: (loginKind: LoginKind) => void
  verify: (code: string) => Promise<void>
  back: () => void
}
export type RegistrationParts = {
  texts: FormTexts
  descriptors: FieldDescriptor[]
  countries: Country[]
  loginKinds: LoginKind[]
}

export function useRegistration({ texts, descriptors, countries, loginKinds }: RegistrationParts): Registration {
  const t = useLabels('identity')
  const otpWords = useOtpTexts()
  const { init, locale } = useVisitor()
  const { open } = useModal()
  const [left] = useState(() => openCode())
  const [loginKind, setLoginKind] = useState<LoginKind>(left ? 'phone' : loginKinds[0]!)
  const [step, setStep] = useState<Step>(left ? { name: 'code', ...left } : { name: 'form' })
  const backToForm = () => {
    forgetCode()
    setStep({ name: 'form' })
  }
  const fields = useMemo(() => withoutCaptcha(fieldsOf(loginKind, descriptors)), [loginKind, descriptors])
  const captcha = descriptors.find(({ id }) => id === 'captcha')
  const defaults = useMemo(
    () => ({ ...defaultsOf(descriptors, texts, init, countries), ...(left && enteredIn(left.body, descriptors)) }),
    [descriptors, texts, init, countries, left],
  )
  useEffect(() => {
    track('registration', { step: 'open', regType: loginKinds[0]! })
  }, [loginKinds])

  const enter = (accessToken: string) => {
    open('success', 'welcome', { instead: 'sign-up' })
    storeToken(accessToken)
    promptAfterRegistration(accessToken)
  }
  /** Solves a new challenge for each attempt, because a solution is accepted only once. */
  const solved = async () =>
    captcha ? { captcha: await (await import('../../api/captcha/captcha.ts')).solveCaptcha() } : {}
  // If the server did not answer the last attempt, it may have registered the player.
  const isUnanswered = useRef(false)
  const register = async <Reply extends { accessToken: string | null }>(
    login: string | undefined,
    body: RegistrationBody,
    attempt: () => Promise<Reply>,
  ): Promise<Reply | { accessToken: string }> => {
    const { password, fingerprint: device } = body
    const known =
      isUnanswered.current &&
      (await api('POST /api/player/sessions', {
        body: { login: login ?? '', password: password ?? '', fingerprint: device ?? null },
      }).catch(() => null))
    if (known) return known
    isUnanswered.current = false
    return attempt().catch((error: unknown) => {
      isUnanswered.current = error instanceof ApiError && error.status === HttpStatus.noAnswer
      throw error
    })
  }
  const send = async (values: FormValues) => {
    const body = registrationBody(fields, values, {
      locale,
      fingerprint: await fingerprint(),
      affiliateTag: affiliateTag(),
    })
    if (loginKind === 'phone') {
      const phone = body.phone ?? ''
      const sent = await sendCode(phone, (fault) => otpSendFault(fault, otpWords, t('unreachable')))
      keepCode({ phone, sent, body })
      setStep({ name: 'code', phone, sent, body })
    } else {
      const { accessToken } = await register(body.email, body, async () =>
        api('POST /api/player/register', { body: { ...body, ...(await solved()) } }),
      )
      if (accessToken) enter(accessToken)
      else setStep({ name: 'mailed', email: body.email ?? '' })
    }
    track('registration', { step: 'sent', regType: loginKind })
  }
  const explain = (error: ApiError) => {
    if (error.name === 'countryRestricted') open('geo-restricted-type', 'true', { instead: 'sign-up' })
    return error.status === HttpStatus.unprocessable || error.status === HttpStatus.tooManyRequests
      ? error.message
      : t(error.status === HttpStatus.noAnswer ? 'unreachable' : 'somethingWrong')
  }
  const form = useDescribedForm({ fields, texts, defaults, send, explain })
  useCurrencyOfCountry(form, countries)

  const chooseLoginKind = (next: LoginKind) => {
    // Messages of the server belong to the form of the previous tab.
    form.form.clearErrors()
    form.onChange('')
    setLoginKind(next)
    track('registration', { step: 'type change', regType: next })
  }
  const verify = async (code: string) => {
    if (step.name !== 'code') return
    try {
      const { accessToken } = await register(step.phone, step.body, async () =>
        api('POST /api/player/register/phone', { body: { ...step.body, ...(await solved()), code } }),
      )
      forgetCode()
      track('registration', { step: 'otp', regType: loginKind })
      enter(accessToken)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'countryRestricted') open('geo-restricted-type', 'true', { instead: 'sign-up' })
      if (error.name !== 'fieldsInvalid' || error.fields.captcha) throw error
      // Errors of fields return to the form (specification, section 4).
      for (const [id, [message]] of Object.entries(error.fields))
        form.form.setError(id, { type: 'server', message: message ?? error.message })
      backToForm()
    }
  }
  return {
    loginKind,
    fields,
    captchaNote: captcha ? { name: captcha.name, text: captcha.description ?? '' } : null,
    form,
    step,
    chooseLoginKind,
    verify,
    back: backToForm,
  }
}

/** Sends the code. If it cannot be sent, the reason becomes an error of the phone field. */
async function sendCode(phone: string, explain: (fault: ApiError) => string): Promise<SentCode> {
  try {
    return await api('POST /api/player/otp/send', { body: { phone, reason: 'registration' } })
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.name === 'countryRestricted') throw fault
    const { status, name, code, message } = fault
    throw status === HttpStatus.noAnswer
      ? fault
      : new ApiError(status, {
          name,
          message,
          fields: { phone: [explain(fault)] },
          ...(code === undefined ? {} : { code }),
        })
  }
}

/** The currency follows the country until the player chooses one. */
function useCurrencyOfCountry({ form }: DescribedForm, countries: Country[]): void {
  const chosen = useWatch({ control: form.control, name: 'country' })
  useEffect(() => {
    const currency = countries.find(({ code }) => code === chosen)?.currency
    if (currency && !form.getFieldState('currency').isTouched) form.setValue('currency', currency)
  }, [chosen, countries, form])
}
