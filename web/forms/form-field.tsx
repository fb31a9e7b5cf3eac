/** A described field: the catalogue determines the control, content the label, and the form the error. */
import { useController, useWatch } from 'react-hook-form'
import { type FieldFacts, factsOf } from '#contract/fields/catalogue.ts'
import { maskCpf } from '#contract/fields/cpf.ts'
import { plainDigits } from '#contract/fields/phone.ts'
import { Checkbox, type ControlProps, Field, Input, PasswordInput, Textarea } from '../design/field/field.tsx'
import { useLabels } from '../render/labels.tsx'
import type { FormField as DescribedField } from './check-values.ts'
import { CountrySelect } from './country-select.tsx'
import { CurrencySelect } from './currency-select.tsx'
import { DateInput } from './date-input.tsx'
import { OptionSelect } from './option-select.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'
import { PhoneInput } from './phone-input.tsx'
import { RichLabel } from './rich-label.tsx'
import type { DescribedForm } from './use-described-form.ts'
import type { FieldTexts } from './use-form-texts.ts'
import styles from './forms.module.css'

type FormFieldProps = {
  field: DescribedField
  of: Pick<DescribedForm, 'form' | 'texts' | 'onFocus' | 'onChange'>
  /** Overrides the catalogue, for example for the current instead of a new password. */
  facts?: Partial<FieldFacts>
  aside?: React.ReactNode
}
type FieldBinding = {
  value: string
  set: (value: string) => void
  blur: () => void
  focus: () => void
  ref: (element: HTMLElement | null) => void
  name: string
  isFixed: boolean
}

export function FormField({ field, of: { form, texts, onFocus, onChange }, facts: overrides, aside }: FormFieldProps) {
  const facts: FieldFacts = { ...factsOf(field.id), ...overrides }
  const {
    field: { ref, ...control },
    fieldState,
  } = useController({ name: field.id, control: form.control })
  const fieldTexts = texts.fields[field.id] ?? {}
  const { label = field.id, hint } = fieldTexts
  const error = fieldState.error?.message
  const formCountry = useWatch({ control: form.control, name: 'country', disabled: facts.kind !== 'phone' })
  const isFixed = field.editable === false
  const focus = () => onFocus(field.id)
  if (facts.kind === 'checkbox') {
    return (
      <Checkbox
        name={field.id}
        ref={ref}
        checked={control.value === true}
        disabled={isFixed}
        aria-required={field.rules.required ? true : undefined}
        onChange={(event) => {
          control.onChange(event.target.checked)
          onChange(field.id)
        }}
        onFocus={focus}
        onBlur={control.onBlur}
        error={error}
      >
        <RichLabel text={label} />
        {field.rules.required && (
          <span className={styles.asterisk} aria-hidden="true">
            {'\u00a0*'}
          </span>
        )}
      </Checkbox>
    )
  }
  const value = String(control.value ?? '')
  // Leaving an untouched empty field shows no error. The message would appear on pointer down and move the click
  // target.
  const blur = () => (value !== '' || fieldState.isDirty ? control.onBlur() : undefined)
  const binding: FieldBinding = {
    name: field.id,
    value,
    set: (next) => {
      control.onChange(next)
      onChange(field.id)
    },
    blur,
    focus,
    ref,
    isFixed,
  }
  const isNewPassword = facts.kind === 'password' && facts.autocomplete === 'new-password' && !field.rules.sameAs
  return (
    // A field that was focused because of its error gets no focus event on a click, so the click clears the error.
    <div onPointerDown={error ? focus : undefined}>
      <Field
        label={label}
        error={error}
        hint={hint ?? field.description}
        isRequired={Boolean(field.rules.required)}
        aside={aside}
        render={(props) => (
          <Control
            facts={facts}
            binding={binding}
            props={props}
            texts={{ ...fieldTexts, label }}
            formCountry={typeof formCountry === 'string' ? formCountry : null}
          />
        )}
      />
      {isNewPassword && <PasswordStrengthMeter password={value} minLength={Number(field.rules.minLength ?? 0)} />}
    </div>
  )
}

type ControlParts = {
  facts: FieldFacts
  binding: FieldBinding
  props: ControlProps
  texts: FieldTexts & { label: string }
  formCountry: string | null
}
function Control({ facts, binding, props, texts: { label, placeholder, options }, formCountry }: ControlParts) {
  const t = useLabels('fields')
  const { kind, autocomplete, inputMode, spellCheck, direction, mask } = facts
  const { ref, name, value, set, blur, focus, isFixed } = binding
  const shared = {
    ...props,
    ref,
    name,
    value,
    placeholder,
    disabled: isFixed || undefined,
    onBlur: blur,
    onFocus: focus,
    autoComplete: autocomplete,
  }
  const selectProps = { ...shared, label, onChoose: set }
  const change = (event: { target: { value: string } }) => set(transformInput(event.target.value, kind, mask))
  const inputProps = { ...shared, inputMode, spellCheck, dir: direction, onChange: change }
  switch (kind) {
    case 'password':
      return <PasswordInput {...inputProps} revealLabel={t('showPassword')} />
    case 'country':
      return <CountrySelect {...selectProps} ofAll={name === 'nationality'} />
    case 'currency':
      return <CurrencySelect {...selectProps} />
    case 'select':
      return <OptionSelect {...selectProps} from={facts.options} texts={options} />
    case 'phone':
      return <PhoneInput {...selectProps} formCountry={formCountry} />
    case 'date':
      return <DateInput {...selectProps} />
    case 'multiline':
      return <Textarea {...inputProps} inputMode={undefined} />
    case 'email':
      return <Input {...inputProps} type="email" autoCapitalize="none" />
    default:
      return <Input {...inputProps} type="text" />
  }
}

function transformInput(text: string, kind: FieldFacts['kind'], mask: FieldFacts['mask']): string {
  if (mask === 'cpf') return maskCpf(text)
  return kind === 'number' ? plainDigits(text) : text
}
