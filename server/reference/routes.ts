import * as contract from '#contract/settings.ts'
import { bind } from '../kernel/http/bind.ts'
import { listCountries } from './list-countries.ts'
import { listCurrencies } from './list-currencies.ts'
import { listLocales } from './list-locales.ts'
import { readConstants } from './read-constants.ts'

export const routes = [
  bind(contract.listCurrencies, listCurrencies),
  bind(contract.listLocales, listLocales),
  bind(contract.listCountries, listCountries),
  bind(contract.readConstants, readConstants),
]
