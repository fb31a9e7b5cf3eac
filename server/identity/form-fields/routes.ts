/** The rules of the registration and profile forms. */
import * as contract from '#contract/identity.ts'
import { bind } from '../../kernel/http/bind.ts'
import { listFieldValidations } from './list-field-validations.ts'

export const routes = [bind(contract.listFieldValidations, listFieldValidations)]
