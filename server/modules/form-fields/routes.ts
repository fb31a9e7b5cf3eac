/** Which rules the forms of registration and profile follow. */
import * as contract from '#contract/identity.ts'
import { bind } from '../../http/bind.ts'
import { listFieldValidations } from './list-field-validations.ts'

export const routes = [bind(contract.listFieldValidations, listFieldValidations)]
