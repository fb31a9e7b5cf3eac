/** Endpoints of the vault and the verbs behind them. */
import * as contract from '#contract/vault.ts'
import { bind } from '../../kernel/http/bind.ts'
import { cancelVaultRelease } from './cancel-vault-release.ts'
import { putInVault } from './put-in-vault.ts'
import { readVault } from './read-vault.ts'
import { requestVaultRelease } from './request-vault-release.ts'

export const routes = [
  bind(contract.readVault, readVault),
  bind(contract.putInVault, putInVault),
  bind(contract.requestVaultRelease, requestVaultRelease),
  bind(contract.cancelVaultRelease, cancelVaultRelease),
]
