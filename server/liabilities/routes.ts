import * as contract from '#contract/liabilities.ts'
import { bind } from '../kernel/http/bind.ts'
import { downloadOperatorKey } from './download-operator-key.ts'
import { listLiabilityReports } from './list-liability-reports.ts'
import { readLiabilityProof } from './read-liability-proof.ts'

export const routes = [
  bind(contract.downloadOperatorKey, downloadOperatorKey),
  bind(contract.listLiabilityReports, listLiabilityReports),
  bind(contract.readLiabilityProof, readLiabilityProof),
]
