/** The fields of a payment method, as described by the server. */
import type { MethodField } from '#contract/payments.ts'
import { Field, Input, Select, Textarea } from '../../design/field/field.tsx'
import { networkKey } from '../../features/payments/field-rules.ts'
import { useTranslation } from '../../features/payments/use-translation.ts'
import { useLabels } from '../../render/labels.tsx'

type MethodFieldsProps = {
  fields: MethodField[]
  values: Record<string, string>
  faults: Record<string, string | undefined>
  onChange: (key: string, value: string) => void
  /** The caller clears the server's errors in `onFocus`. */
  onFocus: (key: string) => void
  onBlur: (key: string) => void
}
export function MethodFields({ fields, values, faults, onChange, onFocus, onBlur }: MethodFieldsProps) {
  const t = useLabels('wallet')
  const texts = useTranslation()
  return fields.map((field) => {
    const common = {
      value: values[field.key] ?? '',
      onFocus: () => onFocus(field.key),
      onBlur: () => onBlur(field.key),
      disabled: field.key === 'agentNumber',
    }
    return (
      <Field
        key={field.key}
        label={texts(field.labels)}
        hint={texts(field.hints)}
        error={faults[field.key]}
        isRequired={field.isRequired}
        render={(control) => {
          if (field.fieldType === 'select') {
            return (
              <Select {...control} {...common} onChange={(event) => onChange(field.key, event.target.value)}>
                <option value="" hidden>
                  {t('choose')}
                </option>
                {field.options.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.name}
                  </option>
                ))}
              </Select>
            )
          }
          if (field.fieldType === 'textarea')
            return (
              <Textarea
                {...control}
                {...common}
                rows={2}
                onChange={(event) => onChange(field.key, event.target.value)}
              />
            )
          return (
            <Input
              {...control}
              {...common}
              {...inputAttributes(field.key)}
              onChange={(event) => onChange(field.key, event.target.value)}
            />
          )
        }}
      />
    )
  })
}

/** Returns input mode and autofill token of a field, and disables spell checking for addresses. */
function inputAttributes(key: string) {
  if (key === 'phone') return { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const
  if (key === 'cpf_number' || key.endsWith('_number')) return { inputMode: 'numeric', autoComplete: 'off' } as const
  if (key === 'account_holder') return { autoComplete: 'name' } as const
  return {
    autoComplete: 'off',
    spellCheck: false,
    autoCapitalize: key === 'iban' ? 'characters' : 'none',
    dir: 'ltr',
  } as const
}

export function networkOf(fields: MethodField[], values: Record<string, string>) {
  return fields.find(({ key }) => key === networkKey)?.options.find(({ id }) => id === values[networkKey])
}
