import * as contract from '#contract/social.ts'
import { bind, bindRedirect } from '../../kernel/http/bind.ts'
import { finishSocialSignIn } from './finish-social-sign-in.ts'
import { redirectToConnection } from './redirect-to-connection.ts'
import { redirectToProvider } from './redirect-to-provider.ts'
import { signInSocially } from './sign-in-socially.ts'

export const routes = [
  bindRedirect(contract.redirectToConnection, redirectToConnection),
  bindRedirect(contract.redirectToProvider, redirectToProvider),
  bind(contract.signInSocially, signInSocially),
  bind(contract.finishSocialSignIn, finishSocialSignIn),
]
