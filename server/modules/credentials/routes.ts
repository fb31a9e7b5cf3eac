import * as contract from '#contract/identity.ts'
import { bind } from '../../http/bind.ts'
import { signIn } from './sign-in.ts'

export const routes = [bind(contract.signIn, signIn)]
