/** The fields of forms, their order and their rules. */
import * as contract from '#contract/identity.ts'
import { defineModule } from '../../kernel/module.ts'
import { bind } from '../../kernel/http/bind.ts'
import { listFieldValidations } from './list-field-validations.ts'

const routes = [bind(contract.listFieldValidations, listFieldValidations)]

export default defineModule({
  name: 'form-fields',
  routes,
})
