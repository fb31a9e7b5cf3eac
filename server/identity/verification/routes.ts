/** Verification endpoints and the verbs behind them. */
import * as contract from '#contract/verification.ts'
import { bind, bindPartner } from '../../kernel/http/bind.ts'
import { authIdentityCheck } from './auth-identity-check.ts'
import { deleteDocument } from './delete-document.ts'
import { downloadDocument } from './download-document.ts'
import { listDocuments } from './list-documents.ts'
import { readIdentityCheck } from './read-identity-check.ts'
import { receiveNotice, verifyNotice } from './receive-webhook.ts'
import { uploadDocument } from './upload-document.ts'

export const routes = [
  bind(contract.listDocuments, listDocuments),
  bind(contract.uploadDocument, uploadDocument),
  bind(contract.downloadDocument, downloadDocument),
  bind(contract.deleteDocument, deleteDocument),
  bind(contract.readIdentityCheck, readIdentityCheck),
  bind(contract.authIdentityCheck, authIdentityCheck),
  bindPartner(contract.identityCheckCallback, verifyNotice, receiveNotice),
]
