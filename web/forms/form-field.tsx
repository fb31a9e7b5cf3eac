/** One described field: the catalogue says which control it is, content what it is called, the form what is wrong with it. */
import { useController, type UseFormReturn } from 'react-hook-form'
import { type FieldFacts, factsOf } from '#contract/fields/catalogue.ts'
import { maskPhone } from '#contract/fields/phone.ts'
import { Checkbox, type ControlProps, Field, Input, PasswordInput, Textarea } from '../design/field/field.tsx'
import { useLabels } from '../render/labels.tsx'
import type { FormField, FormValues } from './check-values.ts'
import { CountrySelect } from './country-select.tsx'
import { CurrencySelect } from './currency-select.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'
import { RichLabel } from './rich-label.tsx'
import type { DescribedForm } from './use-described-form.ts'
import styles from './forms.module.css'

type FormFieldProps = {
  field: FormField
  of: Pick<DescribedForm, 'form' | 'words' | 'onFocus' | 'onChange'>
  /** Overrides what the catalogue says, e.g. the current instead of a new password. */
  facts?: Partial<FieldFacts>
  aside?: React.ReactNode
}
type Bound = { value: string; set: (value: string) => void; blur: () => void; focus: () => void; ref: (element: HTMLElement | null) => void; name: string }

export function FormField({ field, of: { form, words, onFocus, onChange }, facts: over, aside }: FormFieldProps) {
  const facts: FieldFacts = { ...factsOf(field.id), ...over }
  const { field: { ref, ...control }, fieldState } = useController({ name: field.id, control: form.control as UseFormReturn<FormValues>['control'] })
  const { label = field.id, placeholder, hint } = words.fields[field.id] ?? {}
  const error = fieldState.error?.message
  const focus = () => onFocus(field.id)
  if (facts.kind === 'checkbox') {
    return (
      <Checkbox name={field.id} ref={ref} checked={control.value === true} onChange={(event) => { control.onChange(event.target.checked); onChange(field.id) }} onFocus={focus} onBlur={control.onBlur} error={error}>
        <RichLabel text={label} />{field.rules.required && <span className={styles.asterisk} aria-hidden="true">{'\u00a0*'}</span>}
      </Checkbox>
    )
  }
  const value = String(control.value ?? '')
  const bound: Bound = { name: field.id, value, set: (value) => { control.onChange(value); onChange(field.id) }, blur: control.onBlur, focus, ref }
  const isNewPassword = facts.kind === 'password' && facts.autocomplete === 'new-password'
  return (
    <div>
      <Field
        label={label} error={error} hint={hint ?? field.description} isRequired={Boolean(field.rules.required)} aside={aside}
        render={(props) => <Control facts={facts} bound={bound} props={props} placeholder={placeholder} />}
      />
      {isNewPassword && <PasswordStrengthMeter password={value} />}
    </div>
  )
}

type ControlParts = { facts: FieldFacts; bound: Bound; props: ControlProps; placeholder: string | undefined }
function Control({ facts, bound, props, placeholder }: ControlParts) {
  const t = useLabels('fields')
  const { kind, autocomplete, inputMode, spellCheck, direction } = facts
  const { ref, name, value, set, blur, focus } = bound
  const shared = { ...props, ref, name, value, onBlur: blur, onFocus: focus, autoComplete: autocomplete }
  const typed = { ...shared, placeholder, inputMode, spellCheck, dir: direction, onChange: (event: { target: { value: string } }) => set(event.target.value) }
  if (kind === 'password') return <PasswordInput {...typed} revealLabel={t('showPassword')} />
  if (kind === 'country') return <CountrySelect {...shared} onChoose={set} />
  if (kind === 'currency') return <CurrencySelect {...shared} onChoose={set} />
  if (kind === 'multiline') return <Textarea {...typed} inputMode={undefined} />
  if (kind === 'phone') return <Input {...typed} type="tel" before={<PhonePlus />} onChange={(event) => set(maskPhone(event.target.value))} />
  return <Input {...typed} type={kind === 'email' ? 'email' : kind === 'date' ? 'date' : 'text'} autoCapitalize={kind === 'email' ? 'none' : undefined} />
}

/** The plus belongs to the number but is not typed. */
function PhonePlus() {
  return <span className={styles.plus} aria-hidden="true">+</span>
}
