/** One described field: control by catalogue, label by content, error by form. */
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
  of: Pick<DescribedForm, 'form' | 'words' | 'onFocus' | 'onChange'>
  /** Overrides the catalogue, e.g. the current instead of a new password. */
  facts?: Partial<FieldFacts>
  aside?: React.ReactNode
}
type Bound = {
  value: string
  set: (value: string) => void
  blur: () => void
  focus: () => void
  ref: (element: HTMLElement | null) => void
  name: string
  isFixed: boolean
}

export function FormField({ field, of: { form, words, onFocus, onChange }, facts: over, aside }: FormFieldProps) {
  const facts: FieldFacts = { ...factsOf(field.id), ...over }
  const {
    field: { ref, ...control },
    fieldState,
  } = useController({ name: field.id, control: form.control })
  const ofField = words.fields[field.id] ?? {}
  const { label = field.id, hint } = ofField
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
  // Leaving an empty field shows no error yet. A message appearing on pointer down would move the press target.
  const blur = () => (value !== '' || fieldState.isDirty ? control.onBlur() : undefined)
  const bound: Bound = {
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
    // A field focused because of its error is cleared when edited.
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
            bound={bound}
            props={props}
            words={{ ...ofField, label }}
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
  bound: Bound
  props: ControlProps
  words: FieldTexts & { label: string }
  formCountry: string | null
}
function Control({ facts, bound, props, words: { label, placeholder, options }, formCountry }: ControlParts) {
  const t = useLabels('fields')
  const { kind, autocomplete, inputMode, spellCheck, direction, mask } = facts
  const { ref, name, value, set, blur, focus, isFixed } = bound
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
  const chosen = { ...shared, label, onChoose: set }
  const change = (event: { target: { value: string } }) => set(enteredAs(event.target.value, kind, mask))
  const typed = { ...shared, inputMode, spellCheck, dir: direction, onChange: change }
  switch (kind) {
    case 'password':
      return <PasswordInput {...typed} revealLabel={t('showPassword')} />
    case 'country':
      return <CountrySelect {...chosen} ofAll={name === 'nationality'} />
    case 'currency':
      return <CurrencySelect {...chosen} />
    case 'select':
      return <OptionSelect {...chosen} from={facts.options} words={options} />
    case 'phone':
      return <PhoneInput {...chosen} formCountry={formCountry} />
    case 'date':
      return <DateInput {...chosen} />
    case 'multiline':
      return <Textarea {...typed} inputMode={undefined} />
    case 'email':
      return <Input {...typed} type="email" autoCapitalize="none" />
    default:
      return <Input {...typed} type="text" />
  }
}

/** Transforms input before validation. */
function enteredAs(text: string, kind: FieldFacts['kind'], mask: FieldFacts['mask']): string {
  if (mask === 'cpf') return maskCpf(text)
  return kind === 'number' ? plainDigits(text) : text
}
