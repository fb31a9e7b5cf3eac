/** The contact form: its fields in order, validated by browser and server alike. */
import { fieldRules } from './catalogue.ts'
import type { Rules } from './rules.ts'

export const communicationFields: Array<{ id: 'email' | 'message'; rules: Rules }> = [
  { id: 'email', rules: { ...fieldRules('email'), required: true, maxLength: 254 } },
  { id: 'message', rules: { ...fieldRules('message'), required: true, minLength: 10, maxLength: 4000 } },
]
