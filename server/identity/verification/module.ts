/** Identity documents and checks by a provider. */
import * as contract from '#contract/desk/documents.ts'
import { bind, bindDesk } from '../../kernel/http/bind.ts'
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'
import { jobs } from './jobs.ts'
import { lifecycle } from './lifecycle.ts'
import { files } from './sealed-data.ts'
import { decideDocument, downloadDocument, listDocuments, readDocument } from './desk.ts'
import { queues } from './queues.ts'
import { timeline } from './timeline.ts'
import { standing } from './standing.ts'

export default defineModule({
  name: 'verification',
  tables: ['verification.checks', 'verification.documents', 'verification.notices'],
  routes,
  deskRoutes: [
    bindDesk(contract.listDocuments, listDocuments),
    bindDesk(contract.readDocument, readDocument),
    bind(contract.downloadDocument, downloadDocument),
    bindDesk(contract.decideDocument, decideDocument),
  ],
  jobs,
  lifecycle,
  sealedData: [files],
  queues,
  timeline,
  standing,
})
